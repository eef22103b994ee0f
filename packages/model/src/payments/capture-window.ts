const hourMs = 3_600_000
const dayMs = 24 * hourMs
const preAuthDays = 30
const usualDays = 7

/** Schemes keep a reservation for a week, one that was announced as such for a month; a PSP may keep it longer. */
export function reservedUntil(
  from: Date,
  {
    authType,
    windowDays = usualDays,
  }: { readonly authType: string | null; readonly windowDays?: number | undefined },
): Date {
  const days = authType === 'PRE_AUTH' ? Math.max(windowDays, preAuthDays) : windowDays
  return new Date(from.getTime() + days * dayMs)
}

/**
 * When a rule has reserved money captured or voided: after its delay, but no later than so long before the reservation
 * ends. Without a delay it is that moment, and where the rule names neither, at once.
 */
export function captureDueAt(
  now: Date,
  until: Date,
  {
    delayMs,
    beforeExpiryHours,
  }: { readonly delayMs: number; readonly beforeExpiryHours?: number | undefined },
): Date {
  const lastMs = until.getTime() - (beforeExpiryHours ?? 0) * hourMs
  const isAtTheEnd = delayMs === 0 && beforeExpiryHours !== undefined
  const dueMs = isAtTheEnd ? lastMs : Math.min(now.getTime() + delayMs, lastMs)
  return new Date(Math.max(dueMs, now.getTime()))
}
