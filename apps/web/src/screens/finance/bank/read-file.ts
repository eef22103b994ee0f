/** XML says what it is written in; MT940 is as old as its letters. */
function encodingOf(bytes: Uint8Array): string {
  const start = new TextDecoder('latin1').decode(bytes.slice(0, 200))
  return /^<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(start)?.[1] ?? 'utf-8'
}

/** The text of a file as its bank wrote it: what is no UTF-8 is the alphabet of Western Europe. */
export async function readBankFile(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  try {
    return new TextDecoder(encodingOf(bytes), { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
