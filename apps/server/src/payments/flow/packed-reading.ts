import type { Money } from '@signalbox/model/money/money'
import type { CallbackReading } from '../connectors/connector.ts'
import type { LateReport } from './report.ts'
import type { Reported } from './reported-child.ts'

export type Read = Extract<CallbackReading, { kind: 'read' }>

/** What a reading is stored as, and read back from when it is applied. */
export const packReading = ({ amount, redactedBody: _body, reply: _reply, ...reading }: Read) => ({
  ...reading,
  amount: amount && [String(amount.minor), amount.currency],
})

export type PackedReading = Readonly<Record<string, unknown>>

export function reportedAmount({ amount }: PackedReading): Money | null {
  const packed = amount as readonly [string, string] | null | undefined
  return packed ? { minor: BigInt(packed[0]), currency: packed[1] } : null
}

export function reportOf(reading: PackedReading): LateReport {
  const amount = reportedAmount(reading)
  const statusNo = Number(reading.statusNo)
  return {
    statusNo,
    pspRefId: (reading.pspRefId as string) || null,
    pspCode: (reading.pspCode as string) || null,
    pspMessage: (reading.pspMessage as string) || null,
    amount,
    captured: statusNo !== 3,
    payer: reading.payer as LateReport['payer'],
  }
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** A reading that says what went back of a payment. */
export const returnOf = (reading: PackedReading): Reported => ({
  subject: reading.subject as Reported['subject'],
  amount: reportedAmount(reading),
  pspRefId: text(reading.pspRefId),
  pspMessage: text(reading.pspMessage),
  statusNo: Number(reading.statusNo),
})
