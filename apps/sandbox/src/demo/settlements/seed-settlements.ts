import { setImmediate } from 'node:timers/promises'
import type { Handler } from '@signalbox/server/kit/handle'
import type { KitDeps } from '@signalbox/server/kit/unit-of-work'
import { camt053, mt940, type StatementToWrite } from '../../psp/bank-statement-file.ts'
import { settleDaysOf } from '../../psp/payouts.ts'
import { numberOf, plant, type Fault, type Spoilt } from '../../psp/planted.ts'
import { dialectOf, fileOf, typeWordsOf } from '../../psp/settlement-dialect.ts'
import { netOf } from '../../psp/settlement-lines.ts'
import { demoMerchants } from '../demo-platform.ts'
import { actAs, type DemoActor } from '../act-as.ts'
import {
  euroRates,
  hasSettlements,
  pastAccounts,
  pastMovements,
  type PastAccount,
} from './demo-settlement-store.ts'
import { pastLine } from './past-lines.ts'

const group = 100010000
const merchants = demoMerchants.map(({ id }) => id)
const iban = 'DE89370400440532013000'
const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** As far back as files are kept at hand. */
const mostWeeks = 12

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** What is wrong with the files of the last week, which nobody has looked at yet. */
const latestFaults: Readonly<Record<string, readonly Fault[]>> = {
  acmecards: ['amount', 'fee', 'missing', 'unknown'],
  borealpay: ['duplicate', 'fx'],
  nordbank: ['batchTotal'],
}

/** Monday before an instant; weeks begin on Mondays, and the first day of the calendar was a Thursday. */
const mondayOf = (ms: number): number => Math.floor((ms - 4 * dayMs) / weekMs) * weekMs + 4 * dayMs

interface Week {
  readonly fromMs: number
  readonly toMs: number
  readonly isLatest: boolean
}

/** Whole weeks that are over and paid out, oldest first. */
function weeksSince(since: string, nowMs: number): Week[] {
  const first = mondayOf(Date.parse(since)) + weekMs
  const last = mondayOf(nowMs - 3 * dayMs) - weekMs
  const weeks: Week[] = []
  for (let fromMs = Math.max(first, last - (mostWeeks - 1) * weekMs); fromMs <= last; fromMs += weekMs)
    weeks.push({ fromMs, toMs: fromMs + weekMs, isLatest: fromMs === last })
  return weeks
}

interface WrittenPayout {
  readonly batchRef: string
  readonly psp: string
  readonly payoutDate: string
  readonly paidMinor: bigint
  readonly isLatest: boolean
  readonly id: string
  readonly differences: number
}

interface Seeding {
  readonly kit: KitDeps
  readonly importer: DemoActor
  readonly signal: AbortSignal
}

const paidBy = ({ lines, totalOff }: Spoilt): bigint =>
  lines.reduce((sum, line) => sum + netOf(line).minor, totalOff)

/** Finds out once how the files of a PSP read, as a person would. */
async function profileFor({ importer }: Seeding, psp: string, content: string): Promise<string> {
  const { profile } = await importer.call<{ profile: object }>('POST /settlement/import/sample', {
    body: { content: content.split('\n').slice(0, 200).join('\n') },
  })
  const { id } = await importer.call<{ id: string }>('POST /settlement-profile', {
    // The first rows do not hold every word the provider uses.
    body: { title: `${psp} payouts`, psp, ...profile, typeWords: typeWordsOf(dialectOf(psp)) },
  })
  return id
}

/** The file of one account and week, imported. */
async function importWeek(
  seeding: Seeding,
  account: PastAccount,
  week: Week,
  profiles: Map<string, string>,
): Promise<WrittenPayout | undefined> {
  const { kit, importer } = seeding
  const { psp } = account
  const { fromMs, toMs, isLatest } = week
  const payoutDate = dayOf(toMs - dayMs + settleDaysOf(psp) * dayMs)
  const rates = await euroRates(kit.db, payoutDate)
  const range = { from: new Date(fromMs), to: new Date(toMs) }
  const movements = await pastMovements(kit.db, merchants, account, range)
  const lines = movements.flatMap((movement) => pastLine(movement, rates) ?? [])
  if (lines.length === 0) return undefined
  const batchRef = `${psp}-${account.account}-${dayOf(fromMs)}`.toUpperCase()
  const spoilt = plant(lines, isLatest ? (latestFaults[psp] ?? []) : [], { refused: [], seed: batchRef })
  const paidMinor = paidBy(spoilt)
  const total = { minor: paidMinor, currency: 'EUR' }
  const content = fileOf(dialectOf(psp), { batchRef, payoutDate, total }, spoilt.lines)
  const profileId = profiles.get(psp) ?? (await profileFor(seeding, psp, content))
  profiles.set(psp, profileId)
  const where = { psp, pspAccount: account.account, profileId }
  const { sha256, problems } = await importer.call<{ sha256: string; problems: unknown[] }>(
    'POST /settlement/import/preview',
    { body: { ...where, fileName: `${batchRef.toLowerCase()}.csv`, content } },
  )
  if (problems.length > 0)
    throw new Error(`The file of ${batchRef} cannot be read: ${JSON.stringify(problems[0])}`)
  const { id, differences } = await importer.call<{ id: string; differences: number }>(
    'POST /settlement/import/commit',
    { body: { ...where, sha256 } },
  )
  return { batchRef, psp, payoutDate, paidMinor, isLatest, id, differences }
}

async function acceptBatch(accepter: Seeding['importer'], id: string): Promise<void> {
  const params = { id }
  const { version } = await accepter.call<{ version: number }>('GET /settlement-batch/{id}', { params })
  const body = { version, reason: 'No differences' }
  await accepter.call('POST /settlement-batch/{id}/accept', { params, body })
}

/** One statement for each day on which payouts came, and some that are nobody's payout. */
function statementsOf(payouts: readonly WrittenPayout[]): StatementToWrite[] {
  const days = [...new Set(payouts.map(({ payoutDate }) => payoutDate))].toSorted()
  let balance = 250_000_00n
  return days.map((day, index) => {
    const entries = payouts
      .filter(({ payoutDate }) => payoutDate === day)
      .map(({ batchRef, psp, paidMinor }) => ({
        bookedOn: day,
        amount: { minor: paidMinor, currency: 'EUR' },
        bankRef: `BK${numberOf(batchRef)}`,
        reference: batchRef,
        counterparty: psp,
        text: `Settlement ${batchRef}`,
      }))
    const charge = {
      bookedOn: day,
      amount: { minor: -4_90n, currency: 'EUR' },
      bankRef: `FE${numberOf(day)}`,
      reference: 'NOTPROVIDED',
      counterparty: 'Fjordbanken',
      text: 'Account fee',
    }
    const all = index % 4 === 3 ? [...entries, charge] : entries
    const opening = { minor: balance, currency: 'EUR' }
    balance = all.reduce((sum, { amount }) => sum + amount.minor, balance)
    return {
      ref: `NL-${day}`,
      sequenceNo: index + 1,
      iban,
      openedOn: day,
      closedOn: day,
      opening,
      entries: all,
    }
  })
}

/** Newer statements come as camt.053, the oldest as MT940: the bank has changed over. */
async function importStatements(
  { importer, kit, signal }: Seeding,
  payouts: readonly WrittenPayout[],
): Promise<void> {
  const today = dayOf(kit.now().getTime())
  const statements = statementsOf(payouts.filter(({ payoutDate }) => payoutDate <= today))
  for (const [index, statement] of statements.entries()) {
    if (signal.aborted) return
    const isOld = index < statements.length / 2
    await importer.call('POST /bank-statement/import/commit', {
      body: {
        fileName: `${statement.ref.toLowerCase()}.${isOld ? 'sta' : 'xml'}`,
        content: isOld ? mt940([statement]) : camt053([statement], '08'),
        addAccounts: true,
      },
    })
  }
}

/**
 * What the finance people of the demo did in the weeks before today: files of every PSP, statements of the bank, and by
 * the second person the batches in which nothing was wrong. Those of the last week are left to whoever comes.
 */
export async function seedSettlements(
  kit: KitDeps,
  handlers: readonly Handler[],
  signal: AbortSignal,
): Promise<number> {
  if (await hasSettlements(kit.db)) return 0
  const [importer, accepter] = await Promise.all([
    actAs(kit, handlers, 'finance', group),
    actAs(kit, handlers, 'finance2', group),
  ])
  if (!importer || !accepter) return 0
  const seeding = { kit, importer, signal }
  const profiles = new Map<string, string>()
  const payouts: WrittenPayout[] = []
  for (const account of await pastAccounts(kit.db, merchants))
    for (const week of weeksSince(account.since, kit.now().getTime())) {
      if (signal.aborted) return payouts.length
      const payout = await importWeek(seeding, account, week, profiles)
      if (payout) payouts.push(payout)
      await setImmediate()
    }
  await importStatements(seeding, payouts)
  for (const { id, differences, isLatest } of payouts) {
    if (signal.aborted) break
    if (!isLatest && differences === 0) await acceptBatch(accepter, id)
    await setImmediate()
  }
  return payouts.length
}
