import { roleLabel } from '@signalbox/model/entities/user'
import { roles, type Role } from '@signalbox/model/access/roles'
import { guidedScreens, type GuidedScreen } from '@signalbox/model/guide/contents'
import { operations, operationNames, type Operation } from '@signalbox/model/payments/operations'
import { isTxId } from '@signalbox/model/payments/tx-id'
import { statusCodeOf, statusCodes, type StatusCode } from '@signalbox/model/reference/status-codes'

/** What a question is about, as far as its words tell. */
export type Intent =
  | { readonly kind: 'explain'; readonly txId: number }
  | { readonly kind: 'why'; readonly txId: number | null }
  | { readonly kind: 'approvers'; readonly txId: number | null }
  | { readonly kind: 'operation'; readonly operation: Operation; readonly txId: number | null }
  | { readonly kind: 'codes'; readonly codes: readonly StatusCode[] }
  | { readonly kind: 'unknownCode'; readonly code: string }
  | { readonly kind: 'role'; readonly role: Role }
  | { readonly kind: 'screen'; readonly screen: GuidedScreen }
  | { readonly kind: 'count'; readonly screens: readonly GuidedScreen[] }
  | { readonly kind: 'search' }

interface QuestionInput {
  readonly question: string
  /** The transaction that is open where the question was asked. */
  readonly txId?: number | undefined
}

/** Shorter numbers are codes, amounts and days. */
const idOrReference = /(?<![\w.])(?:\d{1,9}A)?(\d{9,16})(?![\w.])/i
const codeName = /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/gi
const codeNumber = /(?<![\w.,])(\d{1,3})(?![\w.,]\d|\w)/
const asksWhy = /\b(?:why|reason|cause|how come)\b/i
const asksRoles = /\b(?:roles?|permissions?|rights?|access|allowed|who (?:can|may|is)|can i|may i)\b/i
const asksApproval = /\bapprov\w*/i
const asksCode = /\b(?:codes?|status|error|err|mean\w*)\b/i
const thisOne = /\b(?:this|that|it|its|explain)\b/i
const endedBadly =
  /\b(?:declin\w*|fail\w*|refus\w*|reject\w*|denied|cancel\w*|blocked|stopped|unsuccessful|not successful)\b/i

function idIn(question: string): number | null {
  const id = Number(idOrReference.exec(question)?.[1])
  return isTxId(id) ? id : null
}

function codeIntent(question: string): Intent | null {
  const names = (question.match(codeName) ?? []).map((name) => name.toUpperCase())
  const named = statusCodes.filter(({ code }) => names.includes(code))
  if (named.length > 0) return { kind: 'codes', codes: named }
  const unknown = names.find((name) => name.startsWith('ERR_'))
  if (unknown !== undefined) return { kind: 'unknownCode', code: unknown }
  const [, digits] = codeNumber.exec(question) ?? []
  const isAsked = asksCode.test(question) || question.trim() === digits
  if (digits === undefined || !isAsked) return null
  const code = statusCodeOf(Number(digits))
  return code ? { kind: 'codes', codes: [code] } : { kind: 'unknownCode', code: digits }
}

const wordsOf = (text: string): string => ` ${text.toLowerCase().replaceAll(/[^a-z0-9]+/g, ' ')} `

/** The longest name that stands in the question. */
function longestNamed<T>(question: string, all: readonly T[], nameOf: (item: T) => string): T | null {
  const words = wordsOf(question)
  const named = all.filter((item) => words.includes(wordsOf(nameOf(item))))
  return named.toSorted((a, b) => nameOf(b).length - nameOf(a).length)[0] ?? null
}

/** `agent` and `store` are words like any other, unless somebody says that a role is meant. */
const isPlainWord = (role: Role): boolean => !role.includes('_')

function roleIntent(question: string): Intent | null {
  const saysRole = /\brole\b/i.test(question)
  const some = roles.filter((role) => saysRole || !isPlainWord(role))
  const role = longestNamed(question, some, roleLabel)
  return role === null ? null : { kind: 'role', role }
}

const allOperations = operationNames.map((name) => operations[name])

function accessIntent(question: string, txId: number | null): Intent | null {
  if (!asksRoles.test(question)) return null
  const operation = longestNamed(question, allOperations, ({ label }) => label)
  if (operation) return { kind: 'operation', operation, txId }
  const screen = longestNamed(question, guidedScreens, ({ title }) => title)
  return screen ? { kind: 'screen', screen } : null
}

const asksCount = /\b(?:how many|how much|(?:the |total )number of)\b/i
/** How many there may or must be is in the guide; how many there are is not. */
const asksRule =
  /\b(?:can|could|may|must|should|need\w*|required?|allow\w*|maximum|minimum|at most|limit\w*)\b/i

/** Where things of a kind are listed. */
const lists: readonly (readonly [words: RegExp, ...paths: readonly string[]])[] = [
  [/\bapprov\w*|\bwaiting\b/i, '/approve'],
  [/\bcases?\b|\bdisputes?\b/i, '/investigate'],
  [
    /\b(?:payments?|transactions?|deposits?|withdrawals?|payouts?|refunds?|chargebacks?|captures?)\b/i,
    '/transactions',
  ],
  [/\b(?:users?|colleagues?|people|logins?|operators?|administrators?)\b/i, '/admin/backoffice-users'],
  [/\b(?:users?|players?|customers?|accounts?|cards?)\b/i, '/user-accounts'],
  [/\b(?:kyc|checks?|pep)\b/i, '/kyc/search'],
  [/\bsettlements?\b/i, '/finance/settlements'],
  [/\binvoices?\b/i, '/admin/invoice'],
  [/\bvouchers?\b/i, '/voucher/read'],
  [/\bproducts?\b/i, '/product/read'],
  [/\bmerchants?\b|\bbrands?\b/i, '/admin/merchant'],
  [/\bmessages?\b|\btranslations?\b/i, '/admin/messages'],
]

function countIntent(question: string): Intent | null {
  if (!asksCount.test(question) || asksRule.test(question)) return null
  const paths = lists.flatMap(([words, ...found]) => (words.test(question) ? found : []))
  const named = longestNamed(question, guidedScreens, ({ title }) => title)
  const screens = paths.flatMap((path) => guidedScreens.find((screen) => screen.path === path) ?? [])
  return { kind: 'count', screens: [...new Set([...(named ? [named] : []), ...screens])] }
}

/** Rules in the order in which they are tried; none of them guesses. */
export function readIntent({ question, txId }: QuestionInput): Intent {
  const named = idIn(question)
  const id = named ?? txId ?? null
  if (asksApproval.test(question) && /\bwho\b/i.test(question)) return { kind: 'approvers', txId: id }
  const code = codeIntent(question)
  if (code && named === null) return code
  if (asksWhy.test(question) && (endedBadly.test(question) || named !== null))
    return { kind: 'why', txId: id }
  const access = roleIntent(question) ?? accessIntent(question, id)
  if (access) return access
  const count = named === null ? countIntent(question) : null
  if (count) return count
  if (named !== null) return { kind: 'explain', txId: named }
  if (
    txId !== undefined &&
    thisOne.test(question) &&
    /\b(?:transaction|payment|explain|happen\w*)\b/i.test(question)
  )
    return { kind: 'explain', txId }
  return { kind: 'search' }
}
