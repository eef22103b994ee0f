const unitsMs = {
  SECOND: 1_000,
  MINUTE: 60_000,
  HOUR: 3_600_000,
  DAY: 86_400_000,
} as const

/** How long a rule says: a number and its unit. */
export const durationMs = (count: number | undefined, unit: keyof typeof unitsMs): number =>
  (count ?? 0) * unitsMs[unit]
