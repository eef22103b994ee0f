import * as z from 'zod/mini'
import { listOf } from '../field/list-of.ts'
import { wireMoneySchema } from '../money/money-schema.ts'
import { correctionTypes } from '../payments/corrections.ts'

const money = z.nullable(wireMoneySchema)

const reasonTags = listOf(z.object({ id: z.string(), name: z.string() }))

export const reasonsSchema = z.object({
  /** Whether decisions about approvals need one. */
  required: z.boolean(),
  /** By operation; those without tags are left out. */
  tags: z.record(z.string(), reasonTags),
  /** What can still be captured and refunded, everything under way counted; null when nothing. */
  left: z.object({ capture: money, refund: money }),
  /** What the PSP was asked for and what it says it moved, where whoever asks may say which it was. */
  inDoubt: z.nullable(z.object({ asked: wireMoneySchema, reported: money })),
  /** What can be written down by hand, the most it can be about, and the reasons it may have. */
  corrections: z.array(z.object({ type: z.enum(correctionTypes), most: money, tags: reasonTags })),
  /** Where it could be sent when it is tried again, for whoever may. */
  targets: z.array(z.object({ psp: z.string(), pspAccount: z.string() })),
  /** When whom was told last, for whoever is about to tell again. */
  lastTold: z.array(z.object({ kind: z.string(), at: z.string() })),
})
/** What has to be known before something is done to this payment. */
export type OperationReasons = z.infer<typeof reasonsSchema>
