/*
 * What limits should find, from a list of what happened that is gone through from the start each time. It shares nothing
 * with the counters: neither their statements nor their windows.
 */

export type Method = 'DEPOSIT' | 'WITHDRAWAL'
export const timeZone = 'Europe/Stockholm'
export const windows = ['DAY', 'WEEK', 'MONTH', 'ROLLING'] as const

export interface LimitQuestion {
  readonly window: (typeof windows)[number]
  readonly scope: 'USER' | 'ACCOUNT'
  readonly net: boolean
  readonly max: number
}

/** What happened, as somebody would write it down. */
export interface Line {
  readonly id: number
  readonly method: Method | 'REFUND' | 'REVERSAL'
  readonly user: string
  readonly account: string
  readonly cents: number
  /** What it adds to net deposits. */
  readonly net: number
  at: number
  status: string
  /** Only reserved: until when, and how much of it was taken so far. */
  reservation?: { readonly until: number; readonly taken: number }
}

/** What a payment adds to net deposits: of what was only reserved, in the end, as much as was taken. */
const netAt = ({ net, reservation }: Line, now: number): number =>
  reservation && reservation.until <= now ? reservation.taken : net

const localDay = (ms: number): string => new Date(ms).toLocaleDateString('sv-SE', { timeZone })
const mondayOf = (ms: number): string => {
  const day = new Date(`${localDay(ms)}T00:00:00Z`)
  return new Date(day.getTime() - ((day.getUTCDay() + 6) % 7) * 86_400_000).toISOString().slice(0, 10)
}

/** Whether what happened then is looked at now. */
const isSeen: Record<LimitQuestion['window'], (then: number, now: number) => boolean> = {
  DAY: (then, now) => localDay(then) >= localDay(now),
  WEEK: (then, now) => localDay(then) >= mondayOf(now),
  MONTH: (then, now) => localDay(then).slice(0, 7) >= localDay(now).slice(0, 7),
  ROLLING: (then, now) => then > now - 24 * 3_600_000,
}

export const hasFailed = ({ status }: Line): boolean => status === 'FAILED' || status === 'CANCELLED'
const isAfter = (one: Line, other: Line): boolean =>
  one.at > other.at || (one.at === other.at && one.id > other.id)

export function expected(
  lines: readonly Line[],
  own: Line,
  { window, scope, net }: LimitQuestion,
  now: number,
) {
  const isBack = lines.includes(own)
  const seen = lines.filter((line) => {
    if (line === own || !isSeen[window](line.at, now)) return false
    const waits = line.status === 'WAITING_APPROVAL' && line.method === 'WITHDRAWAL'
    if (isBack && (hasFailed(line) || waits) && isAfter(line, own)) return false
    const isSame = scope === 'USER' ? line.user === own.user : line.account === own.account
    return isSame && (net || line.method === own.method)
  })
  const sum = (some: readonly Line[]) =>
    some.reduce((total, line) => total + (net ? netAt(line, now) : line.cents), 0)
  const moved = seen.filter(({ status }) => status === 'SUCCESSFUL')
  const open = seen.filter((line) => !hasFailed(line) && line.status !== 'SUCCESSFUL')
  const ofMethod = seen.filter(({ method }) => method === own.method)
  return {
    count: ofMethod.length,
    live: ofMethod.filter((line) => !hasFailed(line)).length,
    used: sum(moved),
    reserved: sum(net ? open.filter(({ method }) => method === 'DEPOSIT') : open),
  }
}
