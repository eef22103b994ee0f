import { crc32, deflateRawSync } from 'node:zlib'

interface ZipEntry {
  readonly name: string
  readonly content: string
}

/** Names are UTF-8. */
const flags = 0x0800
const deflated = 8

/** Dates of MS-DOS: two-second steps since 1980, in UTC here. */
function dosTime(at: Date): { time: number; date: number } {
  return {
    time: (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1),
    date: ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate(),
  }
}

/** What a file's two headers share, from the version needed to the length of the name. */
function shared(entry: { crc: number; packed: number; plain: number; name: number }, at: Date): Buffer {
  const { time, date } = dosTime(at)
  const fields = Buffer.alloc(26)
  fields.writeUInt16LE(20, 0)
  fields.writeUInt16LE(flags, 2)
  fields.writeUInt16LE(deflated, 4)
  fields.writeUInt16LE(time, 6)
  fields.writeUInt16LE(date, 8)
  fields.writeUInt32LE(entry.crc, 10)
  fields.writeUInt32LE(entry.packed, 14)
  fields.writeUInt32LE(entry.plain, 18)
  fields.writeUInt16LE(entry.name, 22)
  return fields
}

const signature = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** A ZIP file of a few texts, small enough to be made in one piece. */
export function zipOf(entries: readonly ZipEntry[], at: Date): Buffer {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content } of entries) {
    const nameBytes = Buffer.from(name)
    const plain = Buffer.from(content)
    const packed = deflateRawSync(plain)
    const sizes = { crc: crc32(plain), packed: packed.length, plain: plain.length, name: nameBytes.length }
    const common = shared(sizes, at)
    const file = Buffer.concat([signature(0x04034b50), common, nameBytes, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    directory.push(signature(0x02014b50), Buffer.from([20, 0]), common, rest, nameBytes)
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
