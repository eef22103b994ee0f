import { createHash } from 'node:crypto'
import { amountText } from '@signalbox/model/money/money-text'
import { isMistypedIban } from '@signalbox/model/reference/account-number'
import { invalid } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import { matchEntries, type Match } from './match-entry.ts'
import type { PayoutBatches } from './payout-batches.ts'
import { readStatements } from './read-statements.ts'
import { merchantsBelow } from './scope-below.ts'
import { findAccounts, statementsOf, type AccountRow, type ChainRow } from './statement-store.ts'
import {
  plainAccountNo,
  sumProblem,
  UnreadableStatement,
  type Statement,
  type StatementEntry,
} from './statement.ts'

export interface PlannedStatement {
  readonly statement: Statement
  /** Undefined where no account has its number and currency. */
  readonly account: AccountRow | undefined
  readonly fingerprint: string
  readonly problems: readonly string[]
  readonly warnings: readonly string[]
  readonly entries: readonly { readonly entry: StatementEntry; readonly match: Match }[]
}

/** What a statement says, whatever it was written in: the same one as camt.053 and as MT940 is told to be the same. */
function fingerprintOf(statement: Statement): string {
  const { accountNo, currency, closedOn, openingMinor, closingMinor, entries } = statement
  const booked = entries.map(({ bookedOn, minor }) => `${bookedOn} ${minor}`).toSorted()
  const text = [accountNo, currency, closedOn, openingMinor, closingMinor, ...booked].join('\n')
  return createHash('sha256').update(text).digest('hex')
}

/** Some banks write the currency behind the number. */
export const keysOf = ({ accountNo, currency }: Statement): string[] => {
  const key = plainAccountNo(accountNo)
  return key.endsWith(currency) ? [key, key.slice(0, -currency.length)] : [key]
}

export function read(content: string): Statement[] {
  try {
    return readStatements(content)
  } catch (error) {
    if (!(error instanceof UnreadableStatement)) throw error
    throw invalid({ field: 'content', code: 'UNREADABLE', message: error.message })
  }
}

/** Why an opening balance does not follow from the statement before; null where it does. */
export function gapAfter(
  before: Pick<ChainRow, 'statementRef' | 'closedOn' | 'closingMinor'> | undefined,
  openingMinor: bigint,
  currency: string,
): string | null {
  if (!before || before.closingMinor === openingMinor) return null
  const text = (minor: bigint) => amountText({ minor, currency })
  return `Opens with ${text(openingMinor)}, but statement ${before.statementRef} of ${before.closedOn} closed with ${text(before.closingMinor)}`
}

type EarlierStatement = Pick<
  ChainRow,
  'statementRef' | 'sequenceNo' | 'closedOn' | 'closingMinor' | 'fingerprint'
>

function twinProblem(
  statement: Statement,
  fingerprint: string,
  known: readonly EarlierStatement[],
): string | null {
  if (known.some((each) => each.fingerprint === fingerprint)) return 'This statement is already imported'
  const isSameNumber = (each: EarlierStatement) =>
    each.statementRef === statement.ref &&
    each.sequenceNo === statement.sequenceNo &&
    each.closedOn === statement.closedOn
  return known.some(isSameNumber)
    ? `Statement ${statement.ref} of ${statement.closedOn} is already imported with other content`
    : null
}

const shiftedDay = (day: string, days: number): string =>
  new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)

/** Files of PSPs may come long before their payout is seen, and some days after. */
const [before, after] = [60, 15]

export async function batchesAround(
  work: Work,
  payouts: PayoutBatches,
  account: { readonly merchantId: number },
  booked: { readonly days: readonly string[]; readonly currency: string },
) {
  const days = booked.days.toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined) return []
  return payouts.between(work.tx, merchantsBelow(work, account.merchantId), {
    currency: booked.currency,
    from: shiftedDay(first, -before),
    to: shiftedDay(last, after),
  })
}

interface Options {
  readonly addAccounts: boolean
  /** What is planned will be written: nobody else may write to the same accounts meanwhile. */
  readonly lock: boolean
}

/** A bank writes of days that are over; a day more is left for whoever is ahead of our clock. */
const latestDay = (now: Date): string => shiftedDay(now.toISOString().slice(0, 10), 1)

class Planner {
  readonly #work: Work
  readonly #payouts: PayoutBatches
  readonly #options: Options
  readonly #accounts: readonly AccountRow[]
  readonly #known = new Map<string, EarlierStatement[]>()
  /** Batches that an earlier statement of the file has paid. */
  readonly #paid = new Set<string>()

  constructor(work: Work, payouts: PayoutBatches, options: Options, accounts: readonly AccountRow[]) {
    this.#work = work
    this.#payouts = payouts
    this.#options = options
    this.#accounts = accounts
  }

  async #knownOf(statement: Statement, account: AccountRow | undefined): Promise<EarlierStatement[]> {
    const key = account?.id ?? `${statement.accountNo} ${statement.currency}`
    const there = this.#known.get(key) ?? (account ? await statementsOf(this.#work.tx, account) : [])
    this.#known.set(key, there)
    return there
  }

  async plan(statement: Statement): Promise<PlannedStatement> {
    const keys = keysOf(statement)
    const own = this.#accounts.filter(
      ({ accountKey, currency }) => keys.includes(accountKey) && currency === statement.currency,
    )
    const [account] = own
    const fingerprint = fingerprintOf(statement)
    const known = await this.#knownOf(statement, account)
    const gap = gapAfter(
      known.findLast(({ closedOn }) => closedOn <= statement.closedOn),
      statement.openingMinor,
      statement.currency,
    )
    const problems = [
      sumProblem(statement),
      statement.closedOn < statement.openedOn ? 'It closes before it opens' : null,
      statement.closedOn > latestDay(this.#work.now) ? 'It closes after today' : null,
      own.length > 1 ? 'Several merchants have this account; select one of them' : null,
      !account && !this.#options.addAccounts
        ? `No bank account ${statement.accountNo} in ${statement.currency}`
        : null,
      // An account that is there keeps its statements; none is made of a number nobody can pay to.
      !account && keys.every(isMistypedIban) ? `${texts.invalidIban}: ${statement.accountNo}` : null,
      twinProblem(statement, fingerprint, known),
    ].filter((problem) => problem !== null)
    const entries = await this.#match(statement, account)
    known.push({
      ...statement,
      statementRef: statement.ref,
      fingerprint,
    })
    known.sort((one, other) => (one.closedOn < other.closedOn ? -1 : Number(one.closedOn > other.closedOn)))
    return { statement, account, fingerprint, problems, warnings: gap === null ? [] : [gap], entries }
  }

  async #match(statement: Statement, account: AccountRow | undefined) {
    const { selected } = this.#work.scope
    const batches = await batchesAround(
      this.#work,
      this.#payouts,
      { merchantId: account?.merchantId ?? selected },
      { days: statement.entries.map(({ bookedOn }) => bookedOn), currency: statement.currency },
    )
    const left = batches.map((batch) => ({ ...batch, isPaid: batch.isPaid || this.#paid.has(batch.id) }))
    const matched = matchEntries(statement.entries, left, statement.currency)
    for (const { match } of matched)
      if (match.state === 'CONFIRMED' && match.batch) this.#paid.add(match.batch.id)
    return matched
  }
}

/** What the statements of a file would become, oldest first. */
export async function planImport(
  work: Work,
  payouts: PayoutBatches,
  statements: readonly Statement[],
  options: Options,
): Promise<PlannedStatement[]> {
  const keys = [...new Set(statements.flatMap(keysOf))]
  const accounts = await findAccounts(work.tx, work.scope.effective, keys, options.lock)
  const planner = new Planner(work, payouts, options, accounts)
  const inOrder = statements.toSorted((one, other) =>
    one.closedOn < other.closedOn ? -1 : Number(one.closedOn > other.closedOn),
  )
  const planned: PlannedStatement[] = []
  for (const statement of inOrder) planned.push(await planner.plan(statement))
  return planned
}
