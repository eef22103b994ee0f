import { isTxId } from '@signalbox/model/payments/tx-id'
import { invalid } from '@signalbox/model/text/refusal'

/** Opaque on purpose: nobody is promised that a place in the list is an id. */
export const writeCursor = (lastId: number): string =>
  Buffer.from(JSON.stringify([lastId])).toString('base64url')

/** The last payment of the page before. */
export function readCursor(text: string): number {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    const [id, ...more] = Array.isArray(parts) ? (parts as unknown[]) : []
    if (typeof id === 'number' && isTxId(id) && more.length === 0) return id
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
}
