/** IPv4 as a number, IPv6 as eight UTF-16 units, one per group: texts sort the way the addresses do. */
export type Address = number | string

/** The addresses of a block, both ends included. */
export interface AddressRange {
  readonly from: Address
  readonly to: Address
}

const mappedPrefix = '\0\0\0\0\0\uffff'

/** An IPv4 address written as IPv6 (`::ffff:192.0.2.1`) is the IPv4 address. */
export function parseAddress(text: string): Address | undefined {
  const ipv4 = parseIpv4(text)
  const groups = ipv4 === undefined && text.includes(':') ? parseIpv6(text) : undefined
  if (!groups) return ipv4
  const address = String.fromCharCode(...groups)
  return address.startsWith(mappedPrefix) ? ipv4OfGroups(groups) : address
}

/** `192.0.2.0/24`, `2001:db8::/48`, or a single address. Bits behind the prefix are ignored. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [addressText = '', lengthText, ...rest] = text.split('/')
  if (rest.length > 0) return undefined
  if (!addressText.includes(':')) {
    const address = parseIpv4(addressText)
    const length = parseLength(lengthText, 32)
    return address === undefined || length === undefined ? undefined : ipv4Range(address, length)
  }
  const groups = parseIpv6(addressText)
  const length = parseLength(lengthText, 128)
  if (!groups || length === undefined) return undefined
  const mapped = String.fromCharCode(...groups).startsWith(mappedPrefix) && length >= 96
  return mapped ? ipv4Range(ipv4OfGroups(groups), length - 96) : ipv6Range(groups, length)
}

function parseLength(text: string | undefined, longest: number): number | undefined {
  if (text === undefined) return longest
  return /^\d{1,3}$/.test(text) && Number(text) <= longest ? Number(text) : undefined
}

function ipv4Range(address: number, length: number): AddressRange {
  const size = 2 ** (32 - length)
  const from = Math.floor(address / size) * size
  return { from, to: from + size - 1 }
}

function ipv6Range(groups: readonly number[], length: number): AddressRange {
  const masks = groups.map((_, i) => 0xffff >>> Math.min(16, Math.max(0, length - 16 * i)))
  return {
    from: String.fromCharCode(...groups.map((group, i) => group & ~(masks[i] ?? 0))),
    to: String.fromCharCode(...groups.map((group, i) => group | (masks[i] ?? 0))),
  }
}

/** By hand: this runs for every payment and every table with addresses. */
function parseIpv4(text: string): number | undefined {
  let address = 0
  let octet = 0
  let digits = 0
  let dots = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    if (code >= 48 && code <= 57) {
      // A leading zero means octal to some programs and nothing to others.
      if (digits > 0 && octet === 0) return undefined
      octet = octet * 10 + code - 48
      digits++
      if (octet > 255) return undefined
    } else {
      if (code !== 46 || digits === 0 || dots === 3) return undefined
      address = address * 256 + octet
      octet = 0
      digits = 0
      dots++
    }
  }
  return dots === 3 && digits > 0 ? address * 256 + octet : undefined
}

function parseIpv6(text: string): number[] | undefined {
  const halves = text.split('::')
  // Dotted notation may stand at the very end only.
  if (halves.length > 2 || (halves.length === 2 && halves[0]?.includes('.'))) return undefined
  const [head, tail] = halves.map((half) => (half === '' ? [] : parseGroups(half)))
  if (!head || (halves.length === 2 && !tail)) return undefined
  if (!tail) return head.length === 8 ? head : undefined
  const missing = 8 - head.length - tail.length
  return missing < 1 ? undefined : [...head, ...Array<number>(missing).fill(0), ...tail]
}

function parseGroups(text: string): number[] | undefined {
  const groups: number[] = []
  const parts = text.split(':')
  for (const [i, part] of parts.entries()) {
    if (part.includes('.')) {
      const address = i === parts.length - 1 ? parseIpv4(part) : undefined
      if (address === undefined) return undefined
      groups.push(Math.floor(address / 65_536), address % 65_536)
    } else {
      if (!/^[0-9a-f]{1,4}$/i.test(part)) return undefined
      groups.push(Number.parseInt(part, 16))
    }
  }
  return groups
}

const ipv4OfGroups = (groups: readonly number[]): number => (groups[6] ?? 0) * 65_536 + (groups[7] ?? 0)
