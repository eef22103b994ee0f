export interface SessionLimits {
  /** How long the session lives without a call. */
  readonly idleMs: number
  /** When it ends whatever happens. */
  readonly absoluteEndsMs: number
  /** How long before its end people are warned. */
  readonly warnMs: number
}

export type IdleState =
  | { readonly kind: 'active' }
  | { readonly kind: 'warning'; readonly leftMs: number; readonly canStay: boolean }
  | { readonly kind: 'over' }

export function idleState(limits: SessionLimits, lastActivityMs: number, nowMs: number): IdleState {
  const idleEndsMs = lastActivityMs + limits.idleMs
  const endsMs = Math.min(idleEndsMs, limits.absoluteEndsMs)
  const leftMs = endsMs - nowMs
  if (leftMs <= 0) return { kind: 'over' }
  if (leftMs > limits.warnMs) return { kind: 'active' }
  return { kind: 'warning', leftMs, canStay: idleEndsMs < limits.absoluteEndsMs }
}
