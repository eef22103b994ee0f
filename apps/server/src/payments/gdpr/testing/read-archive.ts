import { Uint8ArrayReader, Uint8ArrayWriter, ZipReader, configure } from '@zip.js/zip.js'

// Workers are for browsers.
configure({ useWebWorkers: false })

/** Names and contents of an archive, as a reader that is not ours finds them. */
export async function readArchive(file: Buffer, password?: string): Promise<Record<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(file)), {
    ...(password !== undefined && { password }),
  })
  const contents: Record<string, string> = {}
  for (const entry of await reader.getEntries())
    if (!entry.directory)
      contents[entry.filename] = Buffer.from(await entry.getData(new Uint8ArrayWriter())).toString('utf8')
  await reader.close()
  return contents
}
