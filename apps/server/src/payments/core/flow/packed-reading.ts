import type { Money } from '@signalbox/model/money/money'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { SecretBox } from '../../../kit/secret-box.ts'
import type { CallbackReading } from '../../connectors/connector.ts'
import type { LateReport } from './report.ts'
import type { Reported } from './report-reading.ts'

export type Read = Extract<CallbackReading, { kind: 'read' }> & {
  /** It says that something went back and does not name it, and its PSP names all that moves. */
  readonly isUnnamed?: true
}

export type PackedReading = Readonly<Record<string, unknown>>

export const payerPurpose = 'payer'

/** What a reading is stored as, and read back from when it is applied. Whom the money came from is sealed. */
export function packReading(box: SecretBox, read: Read): PackedReading {
  const { amount, payer, redactedBody: _body, reply: _reply, ...reading } = read
  return {
    ...reading,
    amount: amount && [String(amount.minor), amount.currency],
    ...(payer && { payer: box.seal(payerPurpose, reading.eventId, JSON.stringify(payer)) }),
  }
}

/** Whom the money came from. Readings of earlier releases have it in clear. */
export function payerOf(box: SecretBox, { payer, eventId }: PackedReading): LateReport['payer'] {
  if (typeof payer !== 'string' || typeof eventId !== 'string') return payer as LateReport['payer']
  return JSON.parse(box.open(payerPurpose, eventId, payer)) as LateReport['payer']
}

export function reportedAmount({ amount }: PackedReading): Money | null {
  const packed = amount as readonly [string, string] | null | undefined
  return packed ? { minor: BigInt(packed[0]), currency: packed[1] } : null
}

/** What it says of the payment itself, without whom the money came from. */
export function reportOf(reading: PackedReading): LateReport {
  const amount = reportedAmount(reading)
  const statusNo = Number(reading.statusNo)
  return {
    statusNo,
    pspRefId: (reading.pspRefId as string) || null,
    pspCode: (reading.pspCode as string) || null,
    pspMessage: (reading.pspMessage as string) || null,
    amount,
    captured: statusNo !== StatusNo.SUCCESS_WAITING_CAPTURE,
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A reading that says what went back of a payment. */
export const returnOf = (reading: PackedReading): Reported => ({
  subject: reading.subject as Reported['subject'],
  // Readings of earlier releases have none.
  returnId: text(reading.returnId) || null,
  isUnnamed: reading.isUnnamed === true,
  amount: reportedAmount(reading),
  pspRefId: text(reading.pspRefId),
  pspMessage: text(reading.pspMessage),
  statusNo: Number(reading.statusNo),
})
