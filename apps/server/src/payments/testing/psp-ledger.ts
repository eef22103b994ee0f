import type { CallbackSubject } from '@signalbox/model/payments/callback-subject'

export type ReturnSubject = Extract<CallbackSubject, 'reversal' | 'disputeFiled' | 'disputeResolved'>

/** Money that moved at the PSP, under the name it has there. */
export interface PspMovement {
  readonly returnId: string
  readonly subject: ReturnSubject
  readonly minor: bigint
}

/** What is drawn of a movement: its amount is a share of what there is for it when it happens. */
export interface DrawnMovement {
  readonly subject: ReturnSubject
  readonly percent: number
}

/** The ledger a PSP keeps of one payment. It shares no code with ours: sums, and nothing else. */
export class PspLedger {
  readonly movements: PspMovement[] = []
  readonly captured: bigint
  reversed = 0n
  disputed = 0n
  refunded = 0n

  constructor(captured: bigint) {
    this.captured = captured
  }

  get left(): bigint {
    return this.captured - this.reversed - this.disputed - this.refunded
  }

  /** Happens if there is anything for it. */
  happen({ subject, percent }: DrawnMovement): void {
    const room = subject === 'disputeResolved' ? this.disputed : this.left
    const share = (room * BigInt(percent)) / 100n
    const minor = share > 0n ? share : room
    if (minor === 0n) return
    if (subject === 'reversal') this.reversed += minor
    else this.disputed += subject === 'disputeFiled' ? minor : -minor
    this.movements.push({ returnId: `m${this.movements.length + 1}`, subject, minor })
  }
}
