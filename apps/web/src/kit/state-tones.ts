import type { TxStatus } from '@signalbox/model/reference/status-codes'
import type { Tone } from '../ui/status-badge.tsx'

/** The colour a state of a payment has in lists, on pages and in charts. */
export const stateTones: Readonly<Record<TxStatus, Tone>> = {
  SUCCESSFUL: 'positive',
  PROCESSING: 'active',
  REPROCESSING: 'active',
  REGISTERED: 'neutral',
  WAITING_INPUT: 'input',
  WAITING_APPROVAL: 'attention',
  FAILED: 'negative',
  INCONSISTENT: 'split',
  CANCELLED: 'off',
}

export const isState = (value: unknown): value is TxStatus => Object.hasOwn(stateTones, String(value))
