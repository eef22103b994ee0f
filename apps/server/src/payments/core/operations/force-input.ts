import type { Money } from '@signalbox/model/money/money'
import type { OperationInput } from './actor.ts'

export interface ForceInput extends OperationInput {
  /** What the PSP calls it: the evidence that it happened. */
  readonly pspRefId?: string | undefined
  /** False: the merchant already knows, or is told in another way. */
  readonly sendToMerchant?: boolean | undefined
  readonly statusNo?: number | undefined
  /** What the PSP moved, where it is not what it was asked for. */
  readonly amount?: Money | undefined
}
