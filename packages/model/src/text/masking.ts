/** Says nothing about how long the hidden part is. */
const hidden = '*'.repeat(14)

/** What a mask leaves behind, as a form sends it back that was filled with one. */
export const looksMasked = (text: string): boolean => text.includes('***')

/** Six digits in front and four behind are the most of a card number anybody may see. */
export function maskCardNumber(pan: string): string {
  const digits = pan.replaceAll(/\D/g, '')
  if (digits.length < 12) return '*'.repeat(digits.length)
  return `${digits.slice(0, 6)}${'*'.repeat(digits.length - 10)}${digits.slice(-4)}`
}

/** The country and check digits in front, four characters behind. */
export function maskIban(iban: string): string {
  const plain = iban.replaceAll(/\s/g, '').toUpperCase()
  return plain.length < 12 ? '*'.repeat(plain.length) : `${plain.slice(0, 4)}${hidden}${plain.slice(-4)}`
}

/** `john@example.com` becomes `j***@e***.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  if (at < 1) return '***'
  const domain = email.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  const ending = dot < 1 ? '' : domain.slice(dot)
  return `${email.slice(0, 1)}***@${domain.slice(0, 1)}***${ending}`
}

/** The country and the last two digits: `+46******23`. */
export function maskPhone(phone: string): string {
  const plain = phone.replaceAll(/[^\d+]/g, '')
  return plain.length < 7 ? '*'.repeat(plain.length) : `${plain.slice(0, 3)}******${plain.slice(-2)}`
}

/** The year: `1981-**-**`. */
export const maskBirthDate = (date: string): string => `${date.slice(0, 4)}-**-**`

const groupsOfIpv6 = 8

/** The gap of a short address is written out: what stands behind it is no part of the network. */
function ipv6Groups(ip: string): string[] {
  const [before = '', behind] = ip.split('::')
  const [first = [], last = []] = [before, behind].map((half) => (half ? half.split(':') : []))
  const missing = behind === undefined ? 0 : Math.max(0, groupsOfIpv6 - first.length - last.length)
  return [...first, ...Array.from({ length: missing }, () => '0'), ...last]
}

/** The network of an address: three numbers of an IPv4 address, three groups of an IPv6 one. */
export function maskIp(ip: string): string {
  const isIpv4 = ip.includes('.')
  // One written as an IPv6 address ends with it.
  if (isIpv4)
    return `${ip
      .slice(ip.lastIndexOf(':') + 1)
      .split('.')
      .slice(0, 3)
      .join('.')}.0/24`
  const network = ipv6Groups(ip).slice(0, 3)
  while (/^0+$/.test(network.at(-1) ?? '')) network.pop()
  return `${network.join(':')}::/48`
}

/** First letters: `John Jonsson` becomes `J*** J***`. */
export const maskName = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => `${word.slice(0, 1)}***`)
    .join(' ')

/** An account of any other kind: a wallet, a local bank account, an address on a chain. */
export function maskAccount(account: string): string {
  if (account.includes('@')) return maskEmail(account)
  const plain = account.replaceAll(/\s/g, '')
  return plain.length < 8 ? `***${plain.slice(-2)}` : `${plain.slice(0, 4)}******${plain.slice(-4)}`
}

/** Numbers of cards are stored cut already; what else names an account is cut for whoever may not see it. */
export function hideAccount(account: string): string {
  if (account.includes('*')) return account
  return /^[A-Z]{2}\d{2}/.test(account) ? maskIban(account) : maskAccount(account)
}

/** A bank account known by national numbers: they are short, so only their end is shown. */
export const maskLocalAccount = (account: string): string => {
  const plain = account.replaceAll(/[ -]/g, '')
  return `${hidden}${plain.length < 8 ? plain.slice(-2) : plain.slice(-4)}`
}
