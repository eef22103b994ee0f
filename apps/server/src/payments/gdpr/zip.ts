import { crc32, deflateRawSync } from 'node:zlib'
import { encryptEntry, encryptionField } from './zip-encryption.ts'

export interface ZipEntry {
  readonly name: string
  readonly content: string
}

/** Names are UTF-8. */
const utf8Flag = 0x0800
const encryptedFlag = 0x0001
const deflated = 8
const encrypted = 99
/** What a reader must be able to do. */
const plainVersion = 20
const encryptedVersion = 51

/** Dates of MS-DOS: two-second steps since 1980, in UTC here. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

interface PackedEntry {
  readonly name: Buffer
  readonly bytes: Buffer
  readonly extra: Buffer
  readonly crc: number
  readonly plainLength: number
}

function pack({ name, content }: ZipEntry, password: string | undefined): PackedEntry {
  const plain = Buffer.from(content)
  const packed = deflateRawSync(plain)
  const shared = { name: Buffer.from(name), plainLength: plain.length }
  return password === undefined
    ? { ...shared, bytes: packed, extra: Buffer.alloc(0), crc: crc32(plain) }
    : // The checksum would tell something about the content; the proof at its end takes its place.
      { ...shared, bytes: encryptEntry(packed, password), extra: encryptionField(deflated), crc: 0 }
}

/** What a file's two headers share, from the version needed to the length of what follows the name. */
function headerOf({ name, bytes, extra, crc, plainLength }: PackedEntry, at: Date): Buffer {
  const isEncrypted = extra.length > 0
  const { time, date } = dosTime(at)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(isEncrypted ? encryptedVersion : plainVersion, 0)
  fields.writeUInt16LE(utf8Flag | (isEncrypted ? encryptedFlag : 0), 2)
  fields.writeUInt16LE(isEncrypted ? encrypted : deflated, 4)
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(crc, 10)
  fields.writeUInt32LE(bytes.length, 14)
  fields.writeUInt32LE(plainLength, 18)
  fields.writeUInt16LE(name.length, 22)
  fields.writeUInt16LE(extra.length, 24)
  return fields
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A ZIP file of a few texts, small enough to be made in one piece; with a password nobody else opens it. */
export function zipOf(entries: readonly ZipEntry[], at: Date, password?: string): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const entry of entries) {
    const packed = pack(entry, password)
    const common = headerOf(packed, at)
    const file = Buffer.concat([signature(0x04034b50), common, packed.name, packed.extra, packed.bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    const madeBy = Buffer.from([plainVersion, 0])
    directory.push(signature(0x02014b50), madeBy, common, rest, packed.name, packed.extra)
    files.push(file)
    offset += file.length
  }
  const central = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(central.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, central, signature(0x06054b50), end])
}
