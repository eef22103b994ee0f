import { maskCardNumber } from '../text/masking.ts'
import { isTxId } from '../payments/tx-id.ts'
import { parseTxRefId } from '../payments/tx-ref-id.ts'
import { isEmail, isUuid } from '../field/validators.ts'

/** What somebody may have copied from a mail, a statement or another system, by the filter that finds it. */
export interface SearchTerm {
  readonly filter:
    | 'id'
    | 'txRefId'
    | 'email'
    | 'ipAddr'
    | 'maskedUserAccount'
    | 'accountId'
    | 'userId'
    | 'merchantTxId'
    | 'pspRefId'
  readonly value: string
}

const ipv4 = /^(\d{1,3}\.){3}\d{1,3}$/
const ipv6 = /^[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*$/i
const cardLength = /^\d{12,19}$/
/** As people write card numbers and IBANs, in groups. */
const grouped = (text: string): string => text.replaceAll(/[\s-]/g, '')

const isIpv4 = (text: string): boolean =>
  ipv4.test(text) && text.split('.').every((part) => Number(part) <= 255)

function isCardNumber(digits: string): boolean {
  if (!cardLength.test(digits)) return false
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return sum % 10 === 0
}

/** Wallets and addresses on a chain are named in small letters too, IBANs are not, however somebody types them. */
function maskedReadings(term: string): readonly string[] {
  const account = term.includes('@') ? term : grouped(term)
  return [...new Set([account, account.toUpperCase()])]
}

/**
 * Everything a term may stand for, the likeliest first. Only whole terms are found: half an id is nobody's. A card number
 * is cut to what anybody may see before it goes anywhere.
 */
export function readSearchTerm(text: string): readonly SearchTerm[] {
  const term = text.trim()
  if (term === '') return []
  const one = (filter: SearchTerm['filter'], value = term): SearchTerm => ({ filter, value })
  if (parseTxRefId(term)) return [one('txRefId')]
  if (term.includes('*')) return maskedReadings(term).map((account) => one('maskedUserAccount', account))
  if (isEmail(term)) return [one('email')]
  if (isIpv4(term) || ipv6.test(term)) return [one('ipAddr')]
  if (isUuid(term)) return [one('accountId'), one('merchantTxId'), one('userId')]
  const digits = grouped(term)
  if (/^\d+$/.test(digits)) {
    const asId = digits.length <= 16 && isTxId(Number(digits)) ? [one('id', digits)] : []
    if (isCardNumber(digits) && digits !== term)
      return [one('maskedUserAccount', maskCardNumber(digits)), ...asId]
    return [
      ...asId,
      one('userId'),
      ...(isCardNumber(digits) ? [one('maskedUserAccount', maskCardNumber(digits))] : []),
      one('merchantTxId'),
      one('pspRefId'),
    ]
  }
  return [one('userId'), one('merchantTxId'), one('pspRefId')]
}

/** What may stand in an address, which browsers and servers keep: never the number of a card. */
export function keywordOf(typed: string): string {
  const terms = readSearchTerm(typed)
  if (terms[0]?.filter === 'maskedUserAccount') return terms[0].value
  const digits = grouped(typed)
  const asCard = terms.some(({ filter }) => filter === 'maskedUserAccount')
  return asCard && digits.length > 15 ? maskCardNumber(digits) : typed
}

const shortestId = 10

/** Whether a text can hardly mean anything but a payment: a user may be called like a page, an email address is none. */
export function isDefiniteTerm(text: string): boolean {
  const [first] = readSearchTerm(text)
  if (!first || first.filter === 'userId') return false
  return first.filter !== 'id' || first.value.length >= shortestId
}
