import * as z from 'zod/mini'
import type { Schema } from '../endpoint.ts'
import { wireMoneySchema, type WireMoney } from '../money/money-schema.ts'
import { correctionTypes, type CorrectionType } from '../payments/corrections.ts'

const money = z.nullable(wireMoneySchema)

/** What has to be known before something is done to this payment. */
export interface OperationReasons {
  /** Whether decisions about approvals need one. */
  readonly required: boolean
  /** By operation; those without tags are left out. */
  readonly tags: Readonly<Record<string, readonly ReasonTag[]>>
  /** What can still be captured and refunded, everything under way counted; null when nothing. */
  readonly left: { readonly capture: WireMoney | null; readonly refund: WireMoney | null }
  /** What the PSP was asked for and what it says it moved, where whoever asks may say which it was. */
  readonly inDoubt: { readonly asked: WireMoney; readonly reported: WireMoney | null } | null
  /** What can be written down by hand, the most it can be about, and the reasons it may have. */
  readonly corrections: readonly {
    readonly type: CorrectionType
    readonly most: WireMoney | null
    readonly tags: readonly ReasonTag[]
  }[]
  /** Where it could be sent when it is tried again, for whoever may. */
  readonly targets: readonly { readonly psp: string; readonly pspAccount: string }[]
  /** When whom was told last, for whoever is about to tell again. */
  readonly lastTold: readonly { readonly kind: string; readonly at: string }[]
}

interface ReasonTag {
  readonly id: string
  readonly name: string
}

const reasonTags = z.array(z.object({ id: z.string(), name: z.string() }))

export const reasonsSchema = z.object({
  required: z.boolean(),
  tags: z.record(z.string(), reasonTags),
  left: z.object({ capture: money, refund: money }),
  inDoubt: z.nullable(z.object({ asked: wireMoneySchema, reported: money })),
  corrections: z.array(z.object({ type: z.enum(correctionTypes), most: money, tags: reasonTags })),
  targets: z.array(z.object({ psp: z.string(), pspAccount: z.string() })),
  lastTold: z.array(z.object({ kind: z.string(), at: z.string() })),
}) as unknown as Schema<OperationReasons>
