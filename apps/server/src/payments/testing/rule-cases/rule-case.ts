import { createHash } from 'node:crypto'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import type { DecisionTable, OutputValue } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { CashierAnswer } from '../../public-api/cashier/cashier-answer.ts'
import type { Transaction } from '../../core/record/transaction.ts'

type Outputs = Rule['outputs']
type Conditions = Rule['conditions']

export interface Seen {
  readonly row: Transaction
  readonly answer: PaymentAnswer
}

/** What a case may do besides publishing its rows. */
export interface Stage {
  deposit(userId: string, changes?: Record<string, unknown>): Promise<Seen>
  withdraw(userId: string, changes?: Record<string, unknown>): Promise<Seen>
  /** Waits until its money has moved. */
  succeeded(seen: Seen): Promise<void>
  /** Makes what the user did before older. */
  age(userId: string, hours: number): Promise<void>
  /** What the console tells of a payment: `attempt`, `timeline` … */
  detail(seen: Seen, part: string): Promise<Record<string, unknown>>
  /** What the cashier shows to the user. */
  cashier(userId: string): Promise<CashierAnswer>
  /** Messages by the rules about a payment, in the order they were queued. */
  messages(seen: Seen): Promise<Message[]>
  /** An approver puts it on hold. */
  hold(seen: Seen): Promise<void>
  /** What was left to jobs is done; the payment as it is then. */
  later(seen: Seen): Promise<Seen>
}

interface Message {
  readonly kind: string
  readonly target: string
  readonly template: string
  readonly attachment: string | null
}

export type Pay = (stage: Stage, userId: string) => Promise<Seen>

/** One cell, and what it changes: two users pay the same way, one with a row that has the cell and one without. */
export interface OutputCase {
  readonly cell: OutputValue
  /** What the cell says in the other row, where it may not be blank. */
  readonly instead?: OutputValue
  /** The rest of both rows. */
  readonly rest?: Outputs
  /** The whole of the other row, where the cell cannot go without others; none where no row is said. */
  readonly other?: Outputs | 'NO ROW'
  readonly conditions?: Conditions
  /** A row of both users before theirs. */
  readonly above?: Outputs
  /** The row that shares payments with the one that has a weight; without a weight none could. */
  readonly twin?: Outputs
  /** Rows of other tables that the case needs. */
  readonly also?: readonly {
    readonly table: string
    readonly conditions?: Conditions
    readonly outputs: Outputs
  }[]
  /** How the names of the two users begin, where the sandbox goes by it. */
  readonly user?: string
  readonly pay?: Pay
  readonly shows: (seen: Seen, stage: Stage) => unknown
  /** What the payment with the cell shows; always something else than the one without. */
  readonly expected?: unknown
}

type NoteKey = 'info' | 'tags'

/** Every output the table declares has its case; those every table has are the same everywhere. */
type CasesOf<Table extends DecisionTable> = {
  readonly [Key in Exclude<Table['outputs'][number]['key'], NoteKey>]: OutputCase
} & { readonly [Key in NoteKey]?: OutputCase }

export interface Suite {
  readonly table: string
  /** A row that lets payments pass, for cases that need nothing else of it. */
  readonly rest: Outputs
  readonly pay?: Pay
  readonly conditions?: Conditions
  readonly user?: string
  /** How the outputs every table has are shown, where the usual row does not decide or the table has its own. */
  readonly notes?: Partial<OutputCase>
  readonly cases: Readonly<Record<string, OutputCase>>
}

export const suite = <Table extends DecisionTable>(
  { slug }: Table,
  about: Omit<Suite, 'table' | 'cases'> & { readonly cases: CasesOf<Table> },
): Suite => ({ table: slug, ...about, cases: about.cases })

export const status: OutputCase['shows'] = ({ row }) => row.statusNo
export const column =
  (name: keyof Transaction): OutputCase['shows'] =>
  ({ row }) =>
    row[name]
/** Everybody has a card and a bank account of their own: schemes and limits count by them. */
const digitsOf = (text: string): string =>
  String(
    BigInt(`0x${createHash('sha256').update(text).digest('hex').slice(0, 12)}`) % 1_000_000_000n,
  ).padStart(9, '0')

export function ownPan(userId: string, bin = '411111'): string {
  const start = `${bin}${digitsOf(userId)}`
  const sum = [...start].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return `${start}${(10 - (sum % 10)) % 10}`
}

const banks = {
  DE: { start: '370400440', letters: '1314' },
  SE: { start: '50000000000', letters: '2814' },
} as const

export function ownIban(userId: string, country: keyof typeof banks = 'DE'): string {
  const { start, letters } = banks[country]
  const account = `${start}${digitsOf(userId)}`
  const check = 98n - (BigInt(`${account}${letters}00`) % 97n)
  return `${country}${String(check).padStart(2, '0')}${account}`
}

export const euros = (minor: string) => ({ EUR: minor })
export const amount = (text: string) => ({ amount: { amount: text, currency: 'EUR' } })
export const card = (pan: string) => ({
  card: { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
})

/** Refused by the issuer with a code that lets another PSP try. */
export const refusedDeposit: Pay = (stage, userId) => stage.deposit(userId, amount('666.05'))
export const payout: Pay = (stage, userId) => stage.withdraw(userId)

/** One payment before, with another card. */
export const afterOtherCard: Pay = async (stage, userId) => {
  await stage.deposit(userId, card(ownPan(`${userId} another`)))
  return stage.deposit(userId)
}

/** Nearly every draw is the twin's; three in a row that are not do not happen. */
export const untilDrawn =
  (isTwin: (seen: Seen) => boolean, pay: Pay = (stage, userId) => stage.deposit(userId)): Pay =>
  async (stage, userId) => {
    let seen = await pay(stage, userId)
    for (let tries = 1; tries < 3 && !isTwin(seen); tries++) seen = await pay(stage, userId)
    return seen
  }

export const afterHours =
  (hours: number): Pay =>
  async (stage, userId) => {
    await stage.deposit(userId)
    await stage.age(userId, hours)
    return stage.deposit(userId)
  }
