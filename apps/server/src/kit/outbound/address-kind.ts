import { BlockList, isIPv4, isIPv6 } from 'node:net'

/** Where an address leads. Only what is public may be called because somebody typed it into a form. */
export type AddressKind =
  | 'public'
  | 'loopback'
  | 'private'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'reserved'

/** The first that fits counts: metadata services lie within other ranges. */
const ranges: readonly (readonly [AddressKind, readonly string[]])[] = [
  [
    'metadata',
    [
      // Amazon, Google, Azure, and most others; credentials of containers; Alibaba, Oracle, Azure's own host.
      '169.254.169.254/32',
      '169.254.170.0/24',
      '100.100.100.200/32',
      '192.0.0.192/32',
      '168.63.129.16/32',
      'fd00:ec2::/32',
      'fd20:ce::254/128',
    ],
  ],
  ['loopback', ['127.0.0.0/8', '::1/128']],
  // With the networks of carriers (100.64) and the site-local addresses of earlier days.
  ['private', ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7', 'fec0::/10']],
  ['link-local', ['169.254.0.0/16', 'fe80::/10']],
  ['multicast', ['224.0.0.0/4', 'ff00::/8']],
  [
    'reserved',
    [
      // 0.0.0.0 reaches this machine on most systems.
      '0.0.0.0/8',
      '192.0.0.0/24',
      '192.0.2.0/24',
      '192.88.99.0/24',
      '198.18.0.0/15',
      '198.51.100.0/24',
      '203.0.113.0/24',
      '240.0.0.0/4',
      // Teredo and 6to4 carry any IPv4 address to wherever a relay says it is.
      '2001::/23',
      '2001:db8::/32',
      '2002::/16',
      '3fff::/20',
    ],
  ],
]

const globalUnicast = '2000::/3'

const familyOf = (address: string): 'ipv4' | 'ipv6' => (address.includes(':') ? 'ipv6' : 'ipv4')

/** Whether an address lies in any of the blocks; a block without a length is one address. */
export function blockMatcher(blocks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const block of blocks) {
    const [address = '', length] = block.split('/')
    const family = familyOf(address)
    list.addSubnet(address, length === undefined ? (family === 'ipv4' ? 32 : 128) : Number(length), family)
  }
  return (address) => list.check(address, familyOf(address))
}

const matchers = ranges.map(([kind, blocks]) => [kind, blockMatcher(blocks)] as const)
const isGlobalUnicast = blockMatcher([globalUnicast])

/** The eight groups of an IPv6 address, however it was shortened. */
function groupsOf(address: string): number[] {
  // The parser of addresses writes them all in one way, without dots.
  const plain = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [head = '', tail = ''] = plain.split('::')
  const numbers = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)))
  const [before, after] = [numbers(head), numbers(tail)]
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after]
}

const isMapped = (groups: readonly number[]): boolean =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
const isTranslated = ([first, second, ...rest]: readonly number[]): boolean =>
  first === 0x64 && second === 0xff9b && rest.slice(0, 4).every((group) => group === 0)

/** The IPv4 address that a mapped or NAT64 address stands for, else the address itself; without a zone. */
export function plainAddress(address: string): string {
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return bare
  const groups = groupsOf(bare)
  if (!isMapped(groups) && !isTranslated(groups)) return bare
  return groups
    .slice(6)
    .flatMap((group) => [group >> 8, group & 0xff])
    .join('.')
}

export function addressKind(address: string): AddressKind {
  const plain = plainAddress(address)
  if (!isIPv4(plain) && !isIPv6(plain)) return 'reserved'
  const found = matchers.find(([, matches]) => matches(plain))
  if (found) return found[0]
  // Of IPv6, one eighth is given out; whatever else reaches anything reaches it by a trick.
  return isIPv4(plain) || isGlobalUnicast(plain) ? 'public' : 'reserved'
}
