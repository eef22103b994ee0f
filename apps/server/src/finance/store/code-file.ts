import { TextReader, Uint8ArrayWriter, ZipWriter, configure } from '@zip.js/zip.js'
import { shownCode } from '@signalbox/model/store/voucher-code'

// Threads of its own are for browsers; here the file is small.
configure({ useWebWorkers: false })

export interface CodeLine {
  readonly serial: string
  readonly code: string
}

/** Serials and codes in a CSV file, in an archive that opens with the password alone (AES-256). */
export async function codeFile(
  name: string,
  about: { readonly value: string; readonly currency: string; readonly expiresAt: string },
  lines: readonly CodeLine[],
  password: string,
): Promise<Uint8Array> {
  const rows = lines.map(({ serial, code }) =>
    [serial, shownCode(code), about.value, about.currency, about.expiresAt].join(','),
  )
  const csv = ['serial,code,value,currency,expires', ...rows, ''].join('\r\n')
  const archive = new ZipWriter(new Uint8ArrayWriter(), { password, encryptionStrength: 3 })
  await archive.add(`${name}.csv`, new TextReader(csv))
  return archive.close()
}
