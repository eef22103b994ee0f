import { exponentOf } from '@signalbox/model/reference/currencies'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { approvalNumbers } from '@signalbox/model/reference/status-groups'
import type { Transaction } from '../../core/record/transaction.ts'

type FilterValues = Readonly<Record<string, string>>

const list = (text: string) => text.split(',')
const decimal = (tx: Transaction): number =>
  Number(tx.amountMinor < 0n ? -tx.amountMinor : tx.amountMinor) / 10 ** exponentOf(tx.currency)

const isWithin = (iso: string | null, range: string): boolean => {
  const [from = '', to = ''] = range.split('..')
  if (iso === null) return from === '' && to === ''
  return (from === '' || iso >= from) && (to === '' || iso < to)
}

function isAmount(tx: Transaction, text: string): boolean {
  const [range = '', currency] = text.split(' ')
  const [from = '', to = ''] = range.split('..')
  const amount = decimal(tx)
  return (
    (currency === undefined || tx.currency === currency) &&
    (from === '' || amount >= Number(from)) &&
    (to === '' || amount <= Number(to))
  )
}

type Test = (tx: Transaction, text: string) => boolean
const among =
  (pick: (tx: Transaction) => string | null): Test =>
  (tx, text) =>
    list(text).includes(pick(tx) ?? '(none)')
const equals =
  (pick: (tx: Transaction) => string | null): Test =>
  (tx, text) =>
    pick(tx) === text
const yesNo =
  (pick: (tx: Transaction) => boolean): Test =>
  (tx, text) =>
    pick(tx) === (text === 'true')

/** What is known beside the payments: who works on which, and who decided about which. */
export interface Beside {
  readonly me: string
  /** By the id of a payment with an open case; null where nobody has it. */
  readonly assignees: ReadonlyMap<number, string | null>
  readonly decidedByMe: ReadonlySet<number>
}

const queues: Readonly<Record<string, readonly number[]>> = approvalNumbers

/** Filters that look at more than the payment. */
const besideTests = ({ me, assignees, decidedByMe }: Beside): Readonly<Record<string, Test>> => ({
  whose: (tx, text) => {
    const who = assignees.get(tx.id) ?? null
    if (text === 'you') return who === me
    return text === 'others' ? who !== null && who !== me : who !== null
  },
  approval: (tx, text) =>
    text === 'mine' ? decidedByMe.has(tx.id) : (queues[text]?.includes(tx.statusNo) ?? false),
})

/** Everything of a payment that somebody may have copied from somewhere. */
const isNamedBy = (tx: Transaction, text: string): boolean =>
  [
    String(tx.id),
    txRefId(tx.merchantId, tx.id),
    tx.email?.toLowerCase(),
    tx.ipAddr,
    tx.maskedUserAccount,
    tx.accountId,
    tx.userId,
    tx.merchantTxId,
    tx.pspRefId,
  ].includes(text.trim().toLowerCase()) ||
  [tx.maskedUserAccount, tx.pspRefId, txRefId(tx.merchantId, tx.id)].includes(text.trim())

/** What each filter means, said once more and as simply as possible. */
const ownTests: Readonly<Record<string, Test>> = {
  keyword: isNamedBy,
  id: (tx, text) => text.split(/[\s,]+/).includes(String(tx.id)),
  txRefId: (tx, text) => txRefId(tx.merchantId, tx.id) === text,
  merchantTxId: equals((tx) => tx.merchantTxId),
  pspRefId: equals((tx) => tx.pspRefId),
  userId: equals((tx) => tx.userId),
  email: (tx, text) => tx.email?.toLowerCase() === text.toLowerCase(),
  maskedUserAccount: equals((tx) => tx.maskedUserAccount),
  bin: (tx, text) => (text === '(none)' ? tx.bin === null : (tx.bin?.startsWith(text) ?? false)),
  iinId: equals((tx) => tx.iinId),
  ipAddr: equals((tx) => tx.ipAddr),
  attribute: (tx, text) => tx.attributes[text.split('=')[0] ?? ''] === text.split('=')[1],
  info: (tx, text) => tx.info?.toLowerCase().includes(text.toLowerCase()) ?? false,
  rule: (tx, text) => tx.rulesTrace.includes(text),
  amount: isAmount,
  merchants: among((tx) => String(tx.merchantId)),
  state: among((tx) => statusCodeOf(tx.statusNo)?.status ?? null),
  statusCode: among((tx) => statusCodeOf(tx.statusNo)?.code ?? null),
  txType: among((tx) => tx.txType),
  method: among((tx) => tx.method),
  providerType: among((tx) => tx.providerType),
  psp: among((tx) => tx.psp),
  initiatedPsp: among((tx) => tx.initiatedPsp),
  pspAccount: among((tx) => tx.pspAccount),
  pspService: among((tx) => tx.pspService),
  currency: among((tx) => tx.currency),
  baseCurrency: among((tx) => tx.baseCurrency),
  userCountry: among((tx) => tx.userCountry),
  ipCountry: among((tx) => tx.ipCountry),
  issuerCountry: among((tx) => tx.issuerCountry),
  cardBrand: among((tx) => tx.cardBrand),
  userCat: among((tx) => tx.userCat),
  channelId: among((tx) => tx.channelId),
  declineStage: among((tx) => tx.declineStage),
  tags: (tx, text) =>
    list(text).some((tag) => (tag === '(none)' ? tx.tags.length === 0 : tx.tags.includes(tag))),
  paymentType: equals((tx) => tx.paymentType),
  threeDsFlow: among((tx) => tx.threeDsFlow),
  fraudDecision: among((tx) => tx.fraudDecision),
  issuerName: among((tx) => tx.issuerName),
  cardType: among((tx) => tx.cardType),
  pspStatusCode: among((tx) => tx.pspStatusCode),
  threeDsExemption: among((tx) => tx.threeDsExemption),
  countryMatch: among(({ ipCountry, issuerCountry }) =>
    ipCountry === null || issuerCountry === null ? null : ipCountry === issuerCountry ? 'SAME' : 'OTHER',
  ),
  fraudScore: ({ fraudScore }, text) =>
    list(text).some((part) => {
      if (fraudScore === null || part === '(none)') return fraudScore === null && part === '(none)'
      const [from = '', to = from] = part.split('..')
      return fraudScore >= Number(from) && fraudScore <= Number(to === '' ? 999 : to)
    }),
  pspDecision: among((tx) => {
    const state = statusCodeOf(tx.statusNo)?.status
    if (tx.method !== 'DEPOSIT') return 'neither'
    if (state === 'SUCCESSFUL') return 'APPROVED'
    const isDeclined = ['PSP', 'ISSUER', 'THREE_DS'].includes(tx.declineStage ?? '')
    return state === 'FAILED' && isDeclined ? 'DECLINED' : 'neither'
  }),
  reached: (tx, text) => {
    const reached: Readonly<Record<string, string | null>> = {
      VERIFIED: tx.verifiedAt,
      ROUTED: tx.psp ?? tx.initiatedPsp,
      AUTHORISED: tx.authorizedAt,
      SENT: tx.pspSentAt,
      SETTLED: tx.settledAt,
    }
    return (reached[text] ?? null) !== null
  },
  chargedBack: yesNo((tx) => tx.chargebackAmountMinor > 0n),
  reconStatus: equals((tx) => tx.reconStatus),
  fallbackUsed: yesNo((tx) => tx.fallbackUsed),
  schemeTokenUsed: yesNo((tx) => tx.schemeTokenUsed),
  testUsers: (tx, text) => text === 'true' || !tx.isTestUser,
  voided: yesNo((tx) => tx.voidedAmountMinor > 0n && tx.capturedAmountMinor === 0n),
  hasNotes: yesNo((tx) => tx.noteCount > 0),
  erased: yesNo((tx) => tx.gdprErasedAt !== null),
  created: (tx, text) => isWithin(tx.created, text),
  lastUpdated: (tx, text) => isWithin(tx.lastUpdated, text),
  completedAt: (tx, text) => isWithin(tx.completedAt, text),
  settledAt: (tx, text) => isWithin(tx.settledAt, text),
}

export const testsWith = (beside: Beside): Readonly<Record<string, Test>> => ({
  ...ownTests,
  ...besideTests(beside),
})

const orders: Readonly<Record<string, (tx: Transaction) => number>> = {
  id: (tx) => tx.id,
  created: (tx) => tx.id,
  lastUpdated: (tx) => Date.parse(tx.lastUpdated),
  amount: (tx) => Number(tx.amountMinor),
  statusCodeNo: (tx) => tx.statusNo,
}

export interface OracleQuery {
  readonly given: FilterValues
  readonly sort: string
  readonly includeRelated: boolean
}

const rootOf = (tx: Transaction): number => tx.rootTxId ?? tx.originTxId ?? tx.id

/** Every payment a query finds, in order, by looking at each of them. */
export function answer(
  all: readonly Transaction[],
  { given, sort, includeRelated }: OracleQuery,
  tests: Readonly<Record<string, Test>>,
): Transaction[] {
  const found = all.filter((tx) =>
    Object.entries(given).every(([name, text]) => tests[name]?.(tx, text) ?? true),
  )
  const roots = new Set(found.map(rootOf))
  const listed = includeRelated
    ? all.filter(
        (tx) => roots.has(rootOf(tx)) && (!given.merchants || tests.merchants?.(tx, given.merchants)),
      )
    : found
  const [name = '', direction] = sort.split(':')
  const key = orders[name] ?? ((tx: Transaction) => tx.id)
  const way = direction === 'desc' ? -1 : 1
  return listed.toSorted((a, b) => way * (key(a) - key(b) || a.id - b.id))
}
