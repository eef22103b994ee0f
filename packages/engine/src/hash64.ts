/**
 * FNV-1a with 64 bits over the UTF-16 units of a text, low byte first, then the finaliser of MurmurHash3. FNV alone would
 * do for hash tables, but its lowest bit is only the parity of its input, and a draw between two looks at nothing else.
 * Kept in two halves of 32 bits: the prime is 2^40 + 0x1b3, so a product of a half with its lower part is exact.
 */
export function hash64(text: string): bigint {
  let high = 0xcbf29ce4
  let low = 0x84222325
  const addByte = (byte: number) => {
    low = (low ^ byte) >>> 0
    const product = low * 0x1b3
    high = (Math.imul(high, 0x1b3) + Math.floor(product / 2 ** 32) + (low << 8)) >>> 0
    low = product >>> 0
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    addByte(unit & 0xff)
    addByte(unit >>> 8)
  }
  return finalise((BigInt(high) << 32n) | BigInt(low))
}

const cut = (value: bigint): bigint => BigInt.asUintN(64, value)

function finalise(hash: bigint): bigint {
  let mixed = hash ^ (hash >> 33n)
  mixed = cut(mixed * 0xff51afd7ed558ccdn)
  mixed ^= mixed >> 33n
  mixed = cut(mixed * 0xc4ceb9fe1a85ec53n)
  return mixed ^ (mixed >> 33n)
}
