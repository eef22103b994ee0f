import type { SubjectStanding } from '@signalbox/model/calls/gdpr'
import { statusCodes } from '@signalbox/model/reference/status-codes'
import type { Tx } from '../../kit/database.ts'
import { holdingsOf, type Holdings, type Person } from './request-store.ts'

/** How many years a merchant has to keep what its users did. */
export type RetentionYears = (tx: Tx, merchantId: number) => Promise<number>

const dayMs = 24 * 60 * 60 * 1000
const openMonths = 5
const recentDays = 30

/** What nobody can explain yet counts as finished: it may stay so for ever. */
const unfinished = new Set(['REGISTERED', 'PROCESSING', 'WAITING_INPUT', 'WAITING_APPROVAL', 'REPROCESSING'])
const openNumbers = statusCodes.filter(({ status }) => unfinished.has(status)).map(({ no }) => no)

function monthsBefore(now: Date, months: number): Date {
  const date = new Date(now)
  date.setUTCMonth(date.getUTCMonth() - months)
  return date
}

/** Half a year, as settings of earlier days may say, would count as none: it is kept for the whole one. */
function yearsAfter(iso: string, years: number): Date {
  const date = new Date(iso)
  date.setUTCFullYear(date.getUTCFullYear() + Math.ceil(years))
  return date
}

/** When the law no longer wants kept what somebody did; null when it does not by now. */
export function keptUntilOf(lastTransactionAt: string | null, years: number, now: Date): string | null {
  const until = lastTransactionAt === null ? null : yearsAfter(lastTransactionAt, years)
  return until && until.getTime() > now.getTime() ? until.toISOString() : null
}

const counted = (count: number, one: string, many: string): string[] =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]

const blockersOf = (held: Holdings): string[] => [
  ...counted(held.open, 'payment is not finished', 'payments are not finished'),
  ...counted(held.uncaptured, 'payment is waiting for capture', 'payments are waiting for capture'),
  ...counted(held.refunding, 'refund is under way', 'refunds are under way'),
  ...counted(held.disputes, 'dispute is open', 'disputes are open'),
  ...counted(held.cases, 'case is open', 'cases are open'),
  ...counted(
    held.unsent,
    'message to the merchant is waiting to be sent',
    'messages to the merchant are waiting to be sent',
  ),
  ...(held.legalHold ? ['The data is under legal hold'] : []),
]

export interface Standing extends SubjectStanding {
  readonly isKnown: boolean
}

export async function standingOf(
  tx: Tx,
  person: Person,
  retentionYears: RetentionYears,
  now: Date,
): Promise<Standing> {
  const held = await holdingsOf(tx, person, { openNumbers, since: monthsBefore(now, openMonths) })
  const { transactions, accounts, checks, lastTransactionAt, legalHold, openErasure } = held
  const years = await retentionYears(tx, person.merchantId)
  const isRecent =
    lastTransactionAt !== null && now.getTime() - Date.parse(lastTransactionAt) < recentDays * dayMs
  return {
    isKnown: transactions + accounts + checks > 0,
    transactions,
    accounts,
    lastTransactionAt,
    blockers: blockersOf(held),
    warnings: isRecent
      ? ['The last payment is less than 30 days old; a refund or dispute may still come']
      : [],
    keptUntil: keptUntilOf(lastTransactionAt, years, now),
    legalHold,
    openErasure,
  }
}
