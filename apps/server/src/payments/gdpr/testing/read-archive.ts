import { TextWriter, Uint8ArrayReader, ZipReader, configure } from '@zip.js/zip.js'

// Workers are for browsers.
configure({ useWebWorkers: false })

/** Names and contents of an archive, as a reader that is not ours finds them. */
export async function readArchive(file: Buffer, password?: string): Promise<Record<string, string>> {
  const reader = new ZipReader(new Uint8ArrayReader(new Uint8Array(file)), {
    ...(password !== undefined && { password }),
  })
  const contents: Record<string, string> = {}
  for (const entry of await reader.getEntries())
    if (!entry.directory) contents[entry.filename] = await entry.getData(new TextWriter())
  await reader.close()
  return contents
}
