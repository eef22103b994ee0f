import { BlockList, isIP } from 'node:net'

const parts = (range: string): { address: string; bits: number; family: 'ipv4' | 'ipv6' } | null => {
  const [address = '', length] = range.split('/')
  const version = isIP(address)
  if (version === 0) return null
  const most = version === 4 ? 32 : 128
  const bits = length === undefined ? most : Number(length)
  if (!Number.isInteger(bits) || bits < 0 || bits > most || length === '') return null
  return { address, bits, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** `10.1.0.0/16`, `2001:db8::/32`, or a single address. */
export const isCidr = (range: string): boolean => parts(range) !== null

export function addressAllowed(address: string, ranges: readonly string[]): boolean {
  if (ranges.length === 0) return true
  const list = new BlockList()
  for (const range of ranges) {
    const subnet = parts(range)
    if (subnet) list.addSubnet(subnet.address, subnet.bits, subnet.family)
  }
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}
