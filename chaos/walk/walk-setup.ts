import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { Rule } from '@signalbox/model/rules/rule'
import type { ClientCredentials } from '../api-client.ts'
import { signIn, type ConsoleClient } from '../console-client.ts'
import { pause } from '../waiting.ts'

/** What a user pays for a payment; the name is part of the user's, which is what the rules go by. */
const fees = ['none', 'added', 'deducted', 'both', 'merchant'] as const
const currencyOf = ['own', 'fx'] as const
/** Of payouts who approves them, of reservations who captures them: one person, two, nobody. */
const handling = ['one', 'two', 'auto'] as const

export const userPrefixes: readonly string[] = fees.flatMap((fee) =>
  currencyOf.flatMap((currency) => handling.map((hands) => `w-${fee}-${currency}-${hands}-`)),
)

type Row = Pick<Rule, 'conditions' | 'outputs'>

const users = (part: string, more: Rule['conditions'] = {}): Rule['conditions'] => ({
  userId: { op: 'prefix', values: userPrefixes.filter((prefix) => prefix.includes(part)) },
  ...more,
})
const oneOf = (...values: string[]) => ({ op: 'in', values }) as const
const fixedFee = {
  EUR: '50',
  SEK: '500',
  NOK: '500',
  DKK: '400',
  GBP: '40',
  USD: '55',
  JPY: '80',
  KWD: '150',
}

const feeRows: readonly Row[] = [
  { conditions: users('-added-'), outputs: { percentageFee: 25_000, mode: 'ADDED' } },
  { conditions: users('-deducted-'), outputs: { percentageFee: 33_000, mode: 'DEDUCTED' } },
  {
    conditions: users('-both-'),
    outputs: { percentageFee: 12_500, fixedFee, combine: 'SUM', mode: 'ADDED', billTo: 'USER' },
  },
  { conditions: users('-merchant-'), outputs: { percentageFee: 20_000, fixedFee, billTo: 'MERCHANT' } },
]

const cardPsps = ['acmecards', 'borealpay', 'kestrelcard']

const forexRows: readonly Row[] = [
  {
    conditions: users('-fx-', {
      psp: oneOf(...cardPsps),
      currency: oneOf('SEK', 'GBP', 'USD', 'JPY', 'KWD'),
    }),
    outputs: { toCurrency: 'EUR', marginPct: 12_000 },
  },
  {
    conditions: users('-fx-', { psp: oneOf('nordbank', 'walletx'), currency: oneOf('EUR') }),
    outputs: { toCurrency: 'SEK', marginPct: 5_000, rounding: 'DOWN' },
  },
]

const approvalRows: readonly Row[] = [
  {
    conditions: users('-two-', { method: oneOf('WITHDRAWAL') }),
    outputs: { approvalMethod: 'MANUAL', levels: 'TWO', tags: ['FORBID_SAME_APPROVER'] },
  },
  {
    conditions: users('-auto-', { method: oneOf('WITHDRAWAL') }),
    outputs: { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE', delay: 0 },
  },
]

const captureRows: readonly Row[] = [
  { conditions: users('-one-'), outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' } },
  { conditions: users('-two-'), outputs: { action: 'VOID', captureMethod: 'AUTOMATIC', delay: 0 } },
]

const exclusiveVat: readonly Row[] = [
  { conditions: { subject: oneOf('USER_FEE') }, outputs: { mode: 'EXCLUSIVE', ratePct: 240_000 } },
]

/** Of the brands two have their tax inside the fee by the rules of the demo, the others on top by ours. */
export const brands = [
  { merchantId: 100010000, currencies: ['NOK', 'DKK', 'EUR'], vat: exclusiveVat },
  { merchantId: 100010001, currencies: ['SEK', 'EUR'], vat: [] },
  { merchantId: 100010002, currencies: ['EUR'], vat: [] },
  { merchantId: 100010003, currencies: ['EUR', 'GBP', 'USD', 'JPY', 'KWD'], vat: exclusiveVat },
] as const

const group = 100010000
/** Rules are asked by what every node has read, which it does every few seconds at the latest. */
const inForceWithinMs = 15_000

/** One person writes a ruleset and asks for approval, as many others as it takes give it. */
async function publish(
  { author, approvers }: { readonly author: ConsoleClient; readonly approvers: readonly ConsoleClient[] },
  merchantId: number,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  if (rows.length === 0) return
  const rules = rows.map((row, index) => ({
    id: `walk${index + 1}`,
    no: index + 1,
    name: `Walk ${index + 1}`,
    note: '',
    enabled: true,
    ...row,
  }))
  const content = {
    name: `Random walk ${table}`,
    note: '',
    priority: 1,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules,
  }
  const at = `merchantId=${merchantId}`
  const made = await author.post<RulesetInFull>(`/ruleset?${at}`, {
    table,
    content,
    changeNote: 'Random walk',
  })
  const seen = ({ open }: RulesetInFull) => ({ version: open?.version ?? 0, revision: open?.revision ?? 0 })
  const { id } = made.summary
  let ruleset = await author.post<RulesetInFull>(`/ruleset/${id}/submit?${at}`, seen(made))
  for (const approver of approvers)
    if (ruleset.open)
      ruleset = await approver.post<RulesetInFull>(`/ruleset/${id}/approve?${at}`, seen(ruleset))
}

/** What a client approves payments with waits for a second person. */
async function newClient(admin: ConsoleClient, second: ConsoleClient): Promise<ClientCredentials> {
  const at = `merchantId=${group}`
  const { id, clientId } = await admin.post<{ id: string; clientId: string }>(`/api-client?${at}`, {
    name: 'Random walk',
    scopes: ['payments:read', 'payments:write', 'payments:operate'],
    rateLimit: 1000,
  })
  const { secret } = await admin.post<{ secret: string }>(`/api-client/${id}/secret?${at}`, {})
  const waiting = await second.get<{ items: { id: string; version: number }[] }>(
    `/pending-grant?${at}&recordId=${id}&state=WAITING`,
  )
  for (const { id: grantId, version } of waiting.items)
    await second.post(`/pending-grant/${grantId}/confirm?${at}`, { version })
  return { clientId, secret }
}

/** Fees, taxes, currencies and approvals of every kind are in force, and there is a client for all brands. */
export async function setUpWalk(url: string): Promise<ClientCredentials> {
  const author = await signIn(url, 'admin')
  // Fees, taxes and currencies need two approvers.
  const approvers = [await signIn(url, 'rules2'), await signIn(url, 'rules')]
  for (const { merchantId, vat } of brands) {
    const put = (table: string, rows: readonly Row[]) =>
      publish({ author, approvers }, merchantId, table, rows)
    await put('fee', feeRows)
    await put('forex', forexRows)
    await put('approval', approvalRows)
    await put('void-capture', captureRows)
    await put('vat', vat)
  }
  const credentials = await newClient(author, await signIn(url, 'config'))
  await pause(inForceWithinMs)
  return credentials
}

export const walkClientOwner = group
