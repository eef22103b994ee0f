import type { PspHealth, PspLight } from '@signalbox/model/calls/home-payments'
import type { PspRun } from '../../payments/core/record/read-model.ts'

/** Fewer answers than this say nothing about a PSP. */
const tellingAnswers = 5
/** How far below the usual a PSP may approve before somebody should look. */
const weakBelow = 0.15
const downBelow = 0.5
const unknownAbove = 0.1

type Run = Pick<PspRun, 'attempts' | 'approved' | 'declined' | 'unknown'>

const answersOf = ({ approved, declined, unknown }: Run): number => approved + declined + unknown

export function lightOf(run: Run, usualRate: number | null): PspLight {
  const answers = answersOf(run)
  if (run.attempts === 0) return 'quiet'
  if (answers < tellingAnswers) return 'few'
  // Where it never worked, not working is usual and still not well.
  if (run.approved === 0) return 'down'
  const rate = run.approved / answers
  const usual = usualRate ?? 1
  if (rate < usual * downBelow) return 'down'
  return rate < usual - weakBelow || run.unknown / answers > unknownAbove ? 'weak' : 'well'
}

/** Median. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const upper = sorted[half]
  if (upper === undefined) return null
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? upper) + upper) / 2
}

const none: Run & { p90Ms: null } = { attempts: 0, approved: 0, declined: 0, unknown: 0, p90Ms: null }

/** Those in trouble first, then the busiest. */
const order: readonly PspLight[] = ['down', 'weak', 'maintenance', 'well', 'few', 'quiet']

/** Everything is well only where everything was measured: what nobody asked has no say. */
export function severityOf(
  psps: readonly Pick<PspHealth, 'light'>[],
): 'critical' | 'warning' | 'ok' | 'info' {
  const has = (light: PspLight) => psps.some((psp) => psp.light === light)
  if (has('down')) return 'critical'
  if (has('weak')) return 'warning'
  return psps.length > 0 && psps.every(({ light }) => light === 'well') ? 'ok' : 'info'
}

/** `closed`: PSPs that a maintenance window keeps payments away from. */
export function healthOf(
  runs: readonly PspRun[],
  closed: ReadonlySet<string> = new Set(),
): Omit<PspHealth, 'course'>[] {
  return [...new Set(runs.map(({ psp }) => psp))]
    .map((psp) => {
      const all = runs.filter((run) => run.psp === psp)
      const now = all.find(({ weeksAgo }) => weeksAgo === 0) ?? none
      const before = all.filter((run) => run.weeksAgo > 0 && answersOf(run) > 0)
      const usualRate = median(before.map((run) => run.approved / answersOf(run)))
      return {
        psp,
        attempts: now.attempts,
        approved: now.approved,
        unknown: now.unknown,
        usualRate,
        p90Ms: now.p90Ms,
        light: closed.has(psp) ? ('maintenance' as const) : lightOf(now, usualRate),
      }
    })
    .toSorted(
      (a, b) =>
        order.indexOf(a.light) - order.indexOf(b.light) ||
        b.attempts - a.attempts ||
        a.psp.localeCompare(b.psp),
    )
}
