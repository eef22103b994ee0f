/** How long the simulated world takes. Milliseconds. */
const ordinaryDelays = {
  /** A callback that is neither early nor late. */
  callback: 1_500,
  /** Before the slow answer it is meant to overtake. */
  earlyCallback: 200,
  slowAnswer: 8_000,
  borealAnswer: 250,
  bankSoonest: 5_000,
  bankLatest: 60_000,
  payoutConfirmation: 5_000,
  coinConfirmation: 4_000,
  /** After the payment has expired on our side, or this long when nobody said when that is. */
  lateCallback: 5_000,
  lateWithoutExpiry: 90_000,
  reversal: 60_000,
  returnedPayout: 120_000,
  dispute: 120_000,
  /** How long a provider that answered badly cannot say what happened either. */
  unclear: 900_000,
  kycDecision: 30_000,
} as const

export type Delays = Readonly<Record<keyof typeof ordinaryDelays, number>>

/** Zero makes everything happen at once, in order. */
export const scaledDelays = (scale: number): Delays =>
  Object.fromEntries(
    Object.entries(ordinaryDelays).map(([name, ms]) => [name, Math.round(ms * scale)]),
  ) as Delays
