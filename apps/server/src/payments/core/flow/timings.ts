/** How long things take at most, and when they are tried again. Seconds where the sandbox plays the outside. */
export interface Timings {
  /** A runner that has said nothing for so long is taken for dead. */
  readonly leaseMs: number
  readonly registeredTtlMs: number
  readonly threeDsTtlMs: number
  readonly redirectTtlMs: number
  readonly notificationTtlMs: number
  readonly documentsTtlMs: number
  readonly approvalTtlMs: number
  /** Before each try to tell the merchant, the first included. */
  readonly transferMs: readonly number[]
  readonly webhookMs: readonly number[]
  /** Before each question to a PSP about a payment that is open or not understood; the last one repeats. */
  readonly pollMs: readonly number[]
  readonly pollForMs: number
  /** Before an automatic capture or void that failed is tried again; after the last somebody is asked. */
  readonly captureMs: readonly number[]
  /** A fallback is made only while the user still waits. */
  readonly interactiveMs: number
}

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const day = 24 * hour

export const productionTimings: Timings = {
  leaseMs: 40 * second,
  registeredTtlMs: 15 * minute,
  threeDsTtlMs: 15 * minute,
  redirectTtlMs: hour,
  notificationTtlMs: 7 * day,
  documentsTtlMs: 7 * day,
  approvalTtlMs: 30 * day,
  transferMs: [0, 10 * second, minute, 5 * minute, 30 * minute],
  webhookMs: [0, 5 * second, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 24 * hour],
  pollMs: [minute, 2 * minute, 5 * minute, 15 * minute, hour, 3 * hour, 6 * hour],
  pollForMs: 72 * hour,
  captureMs: [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour],
  interactiveMs: minute,
}

/** The same shape at the pace of a demonstration. */
export const sandboxTimings: Timings = {
  ...productionTimings,
  leaseMs: 20 * second,
  transferMs: [0, 2 * second, 4 * second, 8 * second, 15 * second],
  webhookMs: [0, 2 * second, 5 * second, 15 * second, minute, 5 * minute],
  captureMs: [5 * second, 20 * second, minute, 5 * minute],
  pollMs: [10 * second, 20 * second, 30 * second, minute, 5 * minute],
}
