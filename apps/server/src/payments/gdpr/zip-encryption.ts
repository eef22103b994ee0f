import { createCipheriv, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** AES-256 as WinZip, 7-Zip and others read it (AE-2). */
const keyBytes = 32
const saltBytes = 16
const checkBytes = 2
const macBytes = 10
const blockBytes = 16
/** The format says how many; the strength lies in the password, which is made of chance. */
const iterations = 1000

/** Tells readers that the content is encrypted, how, and what it is once it is opened. */
export function encryptionField(packedMethod: number): Buffer {
  const field = Buffer.alloc(11)
  field.writeUInt16LE(0x9901, 0)
  field.writeUInt16LE(7, 2)
  field.writeUInt16LE(2, 4)
  field.write('AE', 6, 'latin1')
  field.writeUInt8(3, 8)
  field.writeUInt16LE(packedMethod, 9)
  return field
}

/** The format counts from the other end than the cipher's own counter mode does. */
function keyStream(key: Buffer, length: number): Buffer {
  const blocks = Math.ceil(length / blockBytes)
  const counters = Buffer.alloc(blocks * blockBytes)
  for (let block = 0; block < blocks; block++) counters.writeUInt32LE(block + 1, block * blockBytes)
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false)
  return Buffer.concat([cipher.update(counters), cipher.final()]).subarray(0, length)
}

/** Salt, a check of the password, the content under it, and a proof that nobody changed it. */
export function encryptEntry(packed: Buffer, password: string, random = randomBytes): Buffer {
  const salt = random(saltBytes)
  const derived = pbkdf2Sync(password, salt, iterations, 2 * keyBytes + checkBytes, 'sha1')
  const stream = keyStream(derived.subarray(0, keyBytes), packed.length)
  const sealed = Buffer.from(packed.map((byte, index) => byte ^ (stream[index] ?? 0)))
  const mac = createHmac('sha1', derived.subarray(keyBytes, 2 * keyBytes))
    .update(sealed)
    .digest()
  return Buffer.concat([salt, derived.subarray(2 * keyBytes), sealed, mac.subarray(0, macBytes)])
}
