import type { MachineDeps } from '../core/flow/machine-deps.ts'
import type { CaptureMessage } from './queue-capture.ts'
import type { SendWebhook } from './webhook-sender.ts'

export interface DeliveryDeps {
  readonly machine: MachineDeps
  readonly sendWebhook: SendWebhook
  /** For merchants without a queue of their own; absent in production. */
  readonly captureMessage: CaptureMessage | undefined
}

/** How one try ended. */
export interface DeliveryResult {
  readonly ok: boolean
  /** Trying again makes no sense. */
  readonly final?: boolean
  /** Nobody has to hear it any more. */
  readonly moot?: boolean
  readonly httpStatus?: number | null
  readonly text?: string
}
