/** Whether a deposit was approved, in the order in which they were made. */
export interface Observation {
  readonly atMs: number
  readonly approved: boolean
}

export interface Drop {
  /** Where the rate began to be lower and where that was certain, as places in the list. */
  readonly began: number
  readonly found: number
  readonly after: number
}

/** The rate a drop is told apart from: a quarter of what was approved is lost, and at least five points. */
const droppedRate = (before: number): number => Math.max(0.02, Math.min(before * 0.75, before - 0.05))

/**
 * How certain it has to be. In a run without any change the sum of evidence passes `ln(n)` once in n payments on average at
 * most (Lorden 1971), so this many payments with so many false alarms among them give the limit.
 */
export const limitFor = (payments: number, falseAlarms: number): number =>
  Math.log(Math.max(100, payments / falseAlarms))

/**
 * A sequential test (CUSUM of the log-likelihood ratio): each payment speaks for the old rate or for a lower one, evidence
 * for the lower one adds up and never falls below nothing. No window has to be chosen, and a deep drop is found sooner than
 * a shallow one.
 */
export function findDrop(list: readonly Observation[], before: number, limit: number): Drop | null {
  const rate = Math.min(0.995, before)
  const lower = droppedRate(rate)
  const [onApproved, onDeclined] = [Math.log(lower / rate), Math.log((1 - lower) / (1 - rate))]
  let [evidence, began] = [0, 0]
  for (const [place, { approved }] of list.entries()) {
    if (evidence <= 0) [evidence, began] = [0, place]
    evidence += approved ? onApproved : onDeclined
    if (evidence < limit) continue
    const since = list.slice(began, place + 1)
    const hits = since.filter((each) => each.approved).length
    return { began, found: place, after: hits / since.length }
  }
  return null
}

/** Where the rate was certainly back: the same test, the other way round. */
export function findRecovery(
  list: readonly Observation[],
  { before, after, limit }: { readonly before: number; readonly after: number; readonly limit: number },
): number | null {
  const [high, low] = [Math.min(0.995, before), Math.max(0.02, Math.min(after, before - 0.02))]
  const [onApproved, onDeclined] = [Math.log(high / low), Math.log((1 - high) / (1 - low))]
  let evidence = 0
  for (const [place, { approved }] of list.entries()) {
    evidence = Math.max(0, evidence + (approved ? onApproved : onDeclined))
    if (evidence >= limit) return place
  }
  return null
}
