import type { KitDeps } from '../../../kit/unit-of-work.ts'

/**
 * How far payments have travelled in time, outside production. Whole minutes: the two clocks are not read in the same
 * instant.
 */
export function travelledMs({ now, realNow }: Pick<KitDeps, 'now' | 'realNow'>): number {
  const apartMs = realNow ? now().getTime() - realNow().getTime() : 0
  return Math.round(apartMs / 60_000) * 60_000
}
