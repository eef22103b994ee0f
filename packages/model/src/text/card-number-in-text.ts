import { isIban, passesLuhn } from '../reference/account-number.ts'

/** How the numbers of the card schemes begin, and how long they are. Other long numbers are ids and telephones. */
const schemes = [
  '4(?:\\d{15}|\\d{18})',
  '(?:5[1-5]\\d{2}|222[1-9]|22[3-9]\\d|2[3-6]\\d{2}|27[01]\\d|2720)\\d{12}',
  '3[47]\\d{13}',
  '3(?:0[0-5]|[689]\\d)\\d{11}',
  '35(?:2[89]|[3-8]\\d)\\d{12,15}',
  '(?:6011|64[4-9]\\d|65\\d{2})\\d{12,15}',
  '62\\d{14,17}',
  '(?:50|5[6-9]|6[37])\\d{14,17}',
]
const ofScheme = new RegExp(`^(?:${schemes.join('|')})$`)

const [least, most] = [14, 19]
const mostSmall = 64

const isCardNumber = (digits: string): boolean =>
  digits.length >= least && ofScheme.test(digits) && passesLuhn(digits)

/** What holds many digits and is no card: our references and universal ids. */
const noCards = /(?<!\d)\d{4,9}A\d{1,16}(?!\d)|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi
/** Accounts of banks in groups of four, as they are printed; whether they are any is looked at. */
const ibans = /(?<![A-Za-z\d])[A-Za-z]{2}\d{2}(?: ?[A-Za-z\d]{4}){2,7}(?: ?[A-Za-z\d]{1,3})?(?![A-Za-z\d])/g
/** Groups of digits with little between them. Commas, quotes and lines end a run: lists and files of numbers hold many. */
const digitRuns = /\d+(?:[^\p{L}\d,;"'|\n\r\t]{1,3}\d+)*/gu
/** Groups with any marks between them, also those of lists. */
const listRuns = /\d+(?:[^\p{L}\d]{1,5}\d+)*/gu
/** As a card with its month, its year and its code: longer ones are lists of something else. */
const longestListRun = 60

/** The digits of every script are written as ours, and what nobody sees is left out. */
const plainDigits = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/(?!\d)\p{Nd}/gu, (digit) => String(valueOf(digit)))

const values = new Map<string, number>()

/** Digits of a script follow each other, beginning with its zero. */
function valueOf(digit: string): number {
  const known = values.get(digit)
  if (known !== undefined) return known
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++
  values.set(digit, value)
  return value
}

const lengthsOf = (groups: readonly string[]): string => groups.map(({ length }) => length).join('-')

/** People write a card in one go, in groups of four, as American Express and Diners do, or digit by digit. */
const isWritten = (groups: readonly string[]): boolean =>
  /^(?:\d+|4(?:-4){2,3}(?:-[1-4])?|4-6-[45]|1(?:-1)+|2(?:-2)+(?:-1)?)$/.test(lengthsOf(groups))

function holdsInRun(groups: readonly string[]): boolean {
  for (let from = 0; from < groups.length; from++) {
    // A long list of small numbers is no card written digit by digit, and looking at all of it would take seconds.
    if (from >= mostSmall && (groups[from]?.length ?? 0) < 4) continue
    let digits = ''
    for (let to = from; to < groups.length && digits.length < most; to++) {
      digits += groups[to]
      if (isCardNumber(digits) && isWritten(groups.slice(from, to + 1))) return true
    }
  }
  return false
}

/** What may follow a card in a line: month and year, the code. */
const isExpiryAndCode = (groups: readonly string[]): boolean =>
  /^(?:2-(?:2|4)(?:-3)?|3)?$/.test(lengthsOf(groups))

const isRound = (group: string): boolean => group.endsWith('00')

/**
 * In a list any four numbers might be taken for a card, so there the card must be all of it. Digits one by one, and what is
 * mostly round as prices are, are a list still.
 */
function isCardInList(groups: readonly string[]): boolean {
  if (groups[0]?.length !== 4 || groups.filter(isRound).length > 1) return false
  return groups.some((_, last) => {
    const card = groups.slice(0, last + 1)
    return isCardNumber(card.join('')) && isWritten(card) && isExpiryAndCode(groups.slice(last + 1))
  })
}

const groupsOf = (run: string): readonly string[] => run.match(/\d+/g) ?? []

/** Whether a text holds something that can be nothing but the number of a card, as people and machines write them. */
export function holdsCardNumber(text: string): boolean {
  if (text.length < least) return false
  const plain = plainDigits(text)
    .replaceAll(noCards, ' x ')
    .replaceAll(ibans, (run) => (isIban(run.trim()) ? ' x ' : run))
  const longRuns = (pattern: RegExp) => (plain.match(pattern) ?? []).filter(({ length }) => length >= least)
  return (
    longRuns(digitRuns).some((run) => holdsInRun(groupsOf(run))) ||
    longRuns(listRuns).some((run) => run.length <= longestListRun && isCardInList(groupsOf(run)))
  )
}
