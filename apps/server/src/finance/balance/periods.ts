import { counted } from '@signalbox/model/text/counted'
import type { LedgerPeriod } from '@signalbox/model/calls/balance'
import {
  dayAfter,
  dayBefore,
  firstOfMonth,
  lastOfMonth,
  monthsBetween,
} from '@signalbox/model/text/calendar-day'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { sqlState } from '../../kit/transaction.ts'
import { closeThrough, lastPostedAt, shutBook, type Book } from '../../payments/ledger/book-store.ts'
import { ownersOf } from './account-store.ts'
import { todayOf } from './accounts.ts'
import { bookState, periodsOf, writeClosed, writeReopened, type BookState } from './period-store.ts'
import type { BalanceJoins } from './psp-figures.ts'
import { adjustmentsWaiting } from './request-store.ts'

const hourMs = 60 * 60 * 1000
/** A check that is older says nothing about what was posted since. */
const freshCheckHours = 24

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

const monthNames =
  'January February March April May June July August September October November December'.split(' ')
export const monthName = (day: string): string =>
  `${monthNames[Number(day.slice(5, 7)) - 1] ?? ''} ${day.slice(0, 4)}`

/** The month that is closed next: none is skipped, so what is closed has no hole. */
export const nextToClose = ({ closedThrough, firstDay }: BookState): string | undefined => {
  if (closedThrough !== null) return dayAfter(closedThrough)
  return firstDay === null ? undefined : firstOfMonth(firstDay)
}

function checkBlockers({ checkedAt, findings, isBalanced }: BookState, lastDay: string, now: Date): string[] {
  const blockers: string[] = []
  if (findings > 0) blockers.push(`The last check of the books found ${counted(findings, 'problem')}.`)
  if (!isBalanced) blockers.push('Debit and credit are not equal.')
  const isFresh =
    checkedAt !== null &&
    checkedAt.slice(0, 10) > lastDay &&
    now.getTime() - Date.parse(checkedAt) <= freshCheckHours * hourMs
  if (!isFresh)
    blockers.push('The books must be checked after the end of the month and within the last 24 hours.')
  return blockers
}

const mostNamed = 3

/** What somebody proposed for a day of the month would be booked in the next one, by whoever approves it afterwards. */
async function waitingBlocker(
  { tx }: Pick<Work, 'tx'>,
  merchantId: number,
  lastDay: string,
): Promise<string[]> {
  const waiting = await adjustmentsWaiting(tx, merchantId, lastDay)
  if (waiting.length === 0) return []
  const named = waiting
    .slice(0, mostNamed)
    .map(({ title, valueDate, requestedBy }) => `${title} on ${valueDate}, proposed by ${requestedBy}`)
  const more = waiting.length > mostNamed ? [`${waiting.length - mostNamed} more`] : []
  const what = counted(waiting.length, 'adjustment waits', 'adjustments wait')
  return [`${what} for a second person: ${[...named, ...more].join('; ')}.`]
}

interface MonthToClose {
  readonly merchantId: number
  readonly firstDay: string
  readonly today: string
}

/** Why a month cannot be closed now. */
async function whyNotClose(
  { tx, now }: Pick<Work, 'tx' | 'now'>,
  { merchantId, firstDay, today }: MonthToClose,
  state: BookState,
  { countUnaccepted }: BalanceJoins,
): Promise<string[]> {
  const lastDay = lastOfMonth(firstDay)
  const next = nextToClose(state)
  if (next === undefined) return ['The books have no entries.']
  if (state.closedThrough !== null && firstDay <= state.closedThrough)
    return ['The period is already closed.']
  if (firstDay < next) return ['The books begin later.']
  if (firstDay > next) return [`${monthName(next)} is still open.`]
  if (lastDay >= today) return ['The month is not over.']
  const unaccepted = await countUnaccepted(tx, merchantId, firstDay, lastDay)
  return [
    ...(unaccepted > 0
      ? [`${counted(unaccepted, 'settlement batch is', 'settlement batches are')} not accepted.`]
      : []),
    ...(await waitingBlocker({ tx }, merchantId, lastDay)),
    ...checkBlockers(state, lastDay, now),
  ]
}

const todayAt = async ({ tx, now }: Pick<Work, 'tx' | 'now'>, merchantId: number): Promise<string> => {
  const [owner] = await ownersOf(tx, [merchantId])
  return todayOf(now, owner?.timeZone ?? 'UTC')
}

/** The months of the selected merchant, the newest first. */
export async function listPeriods(work: Work, joins: BalanceJoins) {
  const { tx, scope } = work
  const merchantId = scope.selected
  const state = await bookState(tx, merchantId)
  const today = await todayAt(work, merchantId)
  const known = new Map((await periodsOf(tx, merchantId)).map((row) => [row.firstDay, row]))
  const first = [
    ...known.keys(),
    ...(state.firstDay === null ? [] : [firstOfMonth(state.firstDay)]),
  ].toSorted()[0]
  const items: LedgerPeriod[] = []
  for (const firstDay of first === undefined ? [] : monthsBetween(first, today)) {
    const row = known.get(firstDay)
    const isClosed = row?.state === 'CLOSED'
    const lastDay = lastOfMonth(firstDay)
    items.push({
      month: firstDay.slice(0, 7),
      version: row?.version ?? neverClosed,
      firstDay,
      lastDay,
      state: isClosed ? 'CLOSED' : 'OPEN',
      closedAt: row?.closedAt ?? null,
      closedBy: row?.closedBy ?? null,
      blockers: isClosed
        ? whyNotReopen(state.closedThrough, lastDay)
        : await whyNotClose(work, { merchantId, firstDay, today }, state, joins),
    })
  }
  const { closedThrough, checkedAt, findings } = state
  return { items: items.toReversed(), closedThrough, checkedAt, findings }
}

/** Postings are waited for a short while; whoever posts for long is not waited for, because payments would wait as well. */
async function shut(work: Work, merchantId: number): Promise<Book> {
  try {
    return await work.savepoint(() => shutBook(work.tx, merchantId))
  } catch (error) {
    if (sqlState(error) === '55P03')
      refuse('Somebody is posting a large batch right now. Try again in a minute.')
    throw error
  }
}

const neverClosed = 0

/** Whoever decides about a month says which version of it they saw: one that was closed or reopened since is another. */
export async function requireSeenPeriod(
  { tx }: Pick<Work, 'tx'>,
  merchantId: number,
  firstDay: string,
  seen: number,
): Promise<void> {
  const row = (await periodsOf(tx, merchantId)).find((each) => each.firstDay === firstDay)
  const { version, state } = row ?? { version: neverClosed, state: 'OPEN' }
  const current = { month: firstDay.slice(0, 7), version, state }
  if (version !== seen) throw new Refusal('VERSION_CONFLICT', { current })
}

interface Closing {
  readonly month: string
  /** Of the month, as it was seen. */
  readonly version: number
  readonly note?: string | undefined
}

/**
 * Closes a month. Everything that takes long was done before: the check of the books is a job, and here only its result is
 * looked at. Then whoever posts is waited for, and what decides is read once more.
 */
export async function closePeriod(work: Work, { month, version: seen, note }: Closing, joins: BalanceJoins) {
  const { tx, scope, user, now } = work
  const merchantId = scope.selected
  const firstDay = `${month}-01`
  const lastDay = lastOfMonth(firstDay)
  const asked = { merchantId, firstDay, today: await todayAt(work, merchantId) }
  const refuseBlocked = async () => {
    await requireSeenPeriod(work, merchantId, firstDay, seen)
    const blockers = await whyNotClose(work, asked, await bookState(tx, merchantId), joins)
    if (blockers.length > 0) refuse(blockers.join(' '))
  }
  await refuseBlocked()
  await shut(work, merchantId)
  await refuseBlocked()
  // Whatever another node posted by a clock that is ahead was posted before.
  const last = await lastPostedAt(tx, merchantId)
  const closedAt = last !== null && last > now.toISOString() ? last : now.toISOString()
  const version = await writeClosed(tx, { merchantId, firstDay, lastDay, closedAt, closedBy: user.username })
  await closeThrough(tx, merchantId, lastDay)
  notePeriod(work, merchantId, firstDay, 'CLOSE', note)
  return {
    month,
    version,
    firstDay,
    lastDay,
    state: 'CLOSED' as const,
    closedAt,
    closedBy: user.username,
    blockers: [],
  }
}

function notePeriod(work: Work, merchantId: number, firstDay: string, action: string, note?: string): void {
  const month = firstDay.slice(0, 7)
  const [before, after] = action === 'CLOSE' ? ['OPEN', 'CLOSED'] : ['CLOSED', 'OPEN']
  work.audit({
    merchantId,
    entityType: 'ledger-period',
    entityId: month,
    entityLabel: monthName(firstDay),
    action,
    before: { state: before },
    after: { state: after },
    note: note?.trim() || null,
  })
  work.emit({ merchantId, topic: 'ledger-period', key: month })
}

/** Only the last one: what is closed stays without a hole. */
export const whyNotReopen = (closedThrough: string | null, lastDay: string): string[] => {
  if (closedThrough === null || closedThrough < lastDay) return ['The period is not closed.']
  return closedThrough > lastDay ? ['Only the last closed period can be reopened.'] : []
}

/** Opens the last closed month again; what was posted meanwhile stays where it is. */
export async function reopenPeriod(work: Work, merchantId: number, firstDay: string): Promise<void> {
  const { closedThrough } = await shut(work, merchantId)
  const [problem] = whyNotReopen(closedThrough, lastOfMonth(firstDay))
  if (problem) refuse(problem)
  await writeReopened(work.tx, merchantId, firstDay)
  const before = (await periodsOf(work.tx, merchantId)).findLast(({ state }) => state === 'CLOSED')
  await closeThrough(work.tx, merchantId, before ? dayBefore(firstDay) : null)
  notePeriod(work, merchantId, firstDay, 'REOPEN')
}
