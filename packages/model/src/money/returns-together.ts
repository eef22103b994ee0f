import { addParts, partAtPsp, subtractPart, type ReturnableRest, type ReturnedPart } from './returned-part.ts'

/** What a PSP says it moved, in the minor units it counts in. */
export interface ReportedReturn {
  readonly subject: 'reversal' | 'disputeFiled' | 'disputeResolved'
  readonly psp: bigint
}

/** How a deposit stands: what was captured of it, what of that is left, and what is charged back. */
export interface ReturnStanding {
  readonly taken: ReturnableRest
  readonly rest: ReturnableRest
  readonly charged: ReturnableRest
}

export interface PartOfReport<T> {
  readonly report: T
  readonly part: ReturnedPart
}

/** So many are tried in every combination; of more, each alone, those that came first, and all of them. */
const mostCombined = 10

const nothing: ReturnedPart = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }

const sumOf = (reports: readonly ReportedReturn[], subject: ReportedReturn['subject']): bigint =>
  reports.reduce((sum, report) => (report.subject === subject ? sum + report.psp : sum), 0n)

/** Sums do not depend on the order: what is left and what is charged back must not be less than nothing at the end. */
function fitsInSum(reports: readonly ReportedReturn[], { taken, rest, charged }: ReturnStanding): boolean {
  const disputed = sumOf(reports, 'disputeFiled') - sumOf(reports, 'disputeResolved')
  return (
    rest.psp - disputed - sumOf(reports, 'reversal') >= 0n &&
    charged.psp + disputed >= 0n &&
    reports.every(({ subject, psp }) => psp > 0n && (subject === 'disputeResolved' || psp <= taken.psp))
  )
}

/** Every choice of so many, those that came first before the others. */
function* choices<T>(items: readonly T[], chosenCount: number, passedCount = 0): Generator<T[]> {
  if (chosenCount === 0) yield []
  else
    for (let index = passedCount; index <= items.length - chosenCount; index++)
      for (const rest of choices(items, chosenCount - 1, index + 1)) yield [items[index] as T, ...rest]
}

function* setsWith<T>(asked: T, others: readonly T[]): Generator<T[]> {
  for (const other of others) yield [asked, other]
  const tried = others.slice(0, mostCombined)
  for (let size = 2; size <= tried.length; size++)
    for (const chosen of choices(tried, size)) yield [asked, ...chosen]
  if (others.length > mostCombined) yield [asked, ...others]
}

/**
 * The fewest reports that fit together with one that does not fit alone, in the order in which they are booked, each
 * with its part. `undefined` where none do.
 */
export function partsTogether<T extends ReportedReturn>(
  asked: T,
  others: readonly T[],
  standing: ReturnStanding,
): readonly PartOfReport<T>[] | undefined {
  for (const reports of setsWith(asked, others)) {
    const parts = fitsInSum(reports, standing) ? takeApart(reports, standing) : undefined
    if (parts) return parts
  }
  return undefined
}

/** A part of what may be nothing. */
const partOf = (whole: ReturnableRest, psp: bigint): ReturnedPart | undefined =>
  psp === 0n ? nothing : partAtPsp(whole, psp)

interface Running extends ReturnStanding {
  /** What disputes took beyond what was left. The wins that made it possible give exactly that back. */
  readonly borrowed: ReturnedPart
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b)

/** What a report takes as things stand after those before it, and how they stand then. */
function step(
  { subject, psp }: ReportedReturn,
  now: Running,
): { part: ReturnedPart; after: Running } | undefined {
  const { taken, rest, charged, borrowed } = now
  if (subject === 'disputeResolved') {
    const returned = partOf(borrowed, smaller(psp, borrowed.psp))
    const won = returned && partOf(charged, psp - returned.psp)
    if (!won) return undefined
    return {
      part: addParts([returned, won]),
      after: {
        taken,
        rest: addParts([rest, won]),
        charged: subtractPart(charged, won),
        borrowed: subtractPart(borrowed, returned),
      },
    }
  }
  const own = partOf(rest, smaller(psp, rest.psp))
  if (subject === 'reversal')
    return own?.psp === psp ? { part: own, after: { ...now, rest: subtractPart(rest, own) } } : undefined
  // The share of all that was captured: what is left has nothing of it any more.
  const more = own && partOf(taken, psp - own.psp)
  if (!more) return undefined
  return {
    part: addParts([own, more]),
    after: {
      taken,
      rest: subtractPart(rest, own),
      charged: addParts([charged, own]),
      borrowed: addParts([borrowed, more]),
    },
  }
}

/** Wins first, because they make room; then disputes, which are to be won; then what nobody gives back. */
function nextOf<T extends ReportedReturn>(
  left: readonly T[],
  { rest, charged, borrowed }: Running,
): T | undefined {
  return (
    left.find(({ subject, psp }) => subject === 'disputeResolved' && psp <= charged.psp + borrowed.psp) ??
    left.find(({ subject, psp }) => subject === 'disputeFiled' && psp <= rest.psp) ??
    left.find(({ subject }) => subject === 'disputeFiled') ??
    left.find(({ subject }) => subject === 'reversal')
  )
}

function takeApart<T extends ReportedReturn>(
  reports: readonly T[],
  standing: ReturnStanding,
): readonly PartOfReport<T>[] | undefined {
  const parts: PartOfReport<T>[] = []
  let left = reports
  let running: Running = { ...standing, borrowed: nothing }
  while (left.length > 0) {
    const report = nextOf(left, running)
    const taken = report && step(report, running)
    if (!taken) return undefined
    parts.push({ report, part: taken.part })
    running = taken.after
    left = left.filter((each) => each !== report)
  }
  return parts
}
