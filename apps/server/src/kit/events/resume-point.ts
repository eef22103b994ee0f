import { livePoint } from '@signalbox/model/calls/events'

/** The outbox is emptied after a day; a point in the past close to that may have lost something already. */
const longestAbsenceMs = 23 * 60 * 60 * 1000

/** The id of a server-sent event: up to where everything was told, and when that was. */
export const writeResumePoint = (horizon: bigint, now: Date): string => `${horizon}-${now.getTime()}`

/** Null when the id is not ours or too old to go on from. */
export function readResumePoint(id: string | undefined, now: Date): bigint | null {
  const match = livePoint.exec(id ?? '')
  if (!match?.[1] || now.getTime() - Number(match[2]) > longestAbsenceMs) return null
  return BigInt(match[1])
}
