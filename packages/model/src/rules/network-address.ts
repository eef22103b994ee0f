const octet = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)'
const ipv4 = new RegExp(`^${octet}(?:\\.${octet}){3}$`)
const group = /^[0-9a-f]{1,4}$/i

/** Groups on one side of `::`. The last may be written as an IPv4 address, which is two groups long. */
function countGroups(text: string): number | undefined {
  if (text === '') return 0
  const parts = text.split(':')
  const last = parts.at(-1) ?? ''
  const isMapped = last.includes('.')
  const plain = isMapped ? parts.slice(0, -1) : parts
  if (!plain.every((part) => group.test(part)) || (isMapped && !ipv4.test(last))) return undefined
  return plain.length + (isMapped ? 2 : 0)
}

function isIpv6(text: string): boolean {
  const [head = '', tail, ...rest] = text.split('::')
  const before = countGroups(head)
  const after = countGroups(tail ?? '')
  if (before === undefined || after === undefined || rest.length > 0) return false
  return tail === undefined ? before === 8 : before + after < 8
}

/** A block such as `10.0.0.0/8` or `2001:db8::/48`, or a single address. */
export function isAddressBlock(text: string): boolean {
  if (text.length > 50) return false
  const [address = '', length, ...rest] = text.split('/')
  if (rest.length > 0) return false
  const longest = address.includes(':') ? 128 : 32
  const isAddress = longest === 128 ? isIpv6(address) : ipv4.test(address)
  return (
    isAddress && (length === undefined || (/^(?:0|[1-9]\d{0,2})$/.test(length) && Number(length) <= longest))
  )
}
