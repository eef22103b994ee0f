import { isTxId } from './tx-id.ts'

/** What PSPs know a payment by: `100010001A27023107`. */
export const txRefId = (merchantId: number, txId: number): string => `${merchantId}A${txId}`

const form = /^(\d{1,9})A(\d{1,16})$/

export function parseTxRefId(text: string): { merchantId: number; txId: number } | undefined {
  const [, merchant = '', tx = ''] = form.exec(text) ?? []
  const [merchantId, txId] = [Number(merchant), Number(tx)]
  return merchantId > 0 && isTxId(txId) ? { merchantId, txId } : undefined
}
