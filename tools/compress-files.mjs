// @ts-check
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressed = /\.(js|css|svg|json|html|txt)$/
/** Smaller files fit into one packet as they are. */
const smallestBytes = 2048

/** Nine of eleven: two per cent larger than the best, in a tenth of the time. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/**
 * Puts `.br` and `.gz` beside every file of a folder that becomes smaller by it, so that the server sends them as they
 * are instead of compressing the same bytes for every visitor.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  const names = readdirSync(folder).filter((name) => compressed.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      if (bytes.length < smallestBytes) return
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, quality))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}
