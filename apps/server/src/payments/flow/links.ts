import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'
import { parseTxRefId, txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { TxKey } from '../transactions/transaction-store.ts'
import type { Links } from './world.ts'

export interface PayLinks extends Links {
  /** The payment a token of a page stands for; `undefined` for one nobody gave out. */
  readonly readToken: (token: string) => TxKey | undefined
}

/** Addresses of our own pages. Tokens are signed references: nothing has to be stored, and nobody can guess one. */
export function payLinks({
  publicUrl,
  product,
  masterKey,
}: Pick<Config, 'publicUrl' | 'product' | 'masterKey'>): PayLinks {
  const key = Buffer.from(hkdfSync('sha256', masterKey, 'signalbox', 'pay-page', 32))
  const sign = (reference: string): string =>
    createHmac('sha256', key).update(reference).digest('base64url').slice(0, 32)
  const tokenOf = ({ merchantId, id }: TxKey): string => {
    const reference = txRefId(merchantId, id)
    return `tk_${reference}_${sign(reference)}`
  }
  const base = `${publicUrl}/${product}`
  return {
    payPage: (transaction) => `${base}/pay/${tokenOf(transaction)}`,
    returnPage: (transaction) => `${base}/pay/${tokenOf(transaction)}?back=1`,
    callback: (psp, account) => `${base}/psp/${psp}/callback/${encodeURIComponent(account)}`,
    readToken: (token) => {
      const [, reference = '', signature = ''] = /^tk_(\d+A\d+)_([\w-]{32})$/.exec(token) ?? []
      const read = parseTxRefId(reference)
      if (!read) return undefined
      return timingSafeEqual(Buffer.from(sign(reference)), Buffer.from(signature))
        ? { merchantId: read.merchantId, id: read.txId }
        : undefined
    },
  }
}
