import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { ringOf, type NamedKey } from '../../../kit/key-ring.ts'
import type { Config } from '../../../config.ts'
import { logoPath } from '../../../setup/payment-method-logo/read-model.ts'
import { parseTxRefId, txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { TxKey } from '../record/transaction-store.ts'
import type { Links } from './step-context.ts'

export interface PayLinks extends Links {
  /** The payment a token of a page stands for; `undefined` for one nobody gave out. */
  readonly readToken: (token: string) => TxKey | undefined
  /** Where a logo is served, by the hash of its picture. */
  readonly logo: (hash: string) => string
}

/** Addresses of our own pages. Tokens are signed references: nothing has to be stored, and nobody can guess one. */
export function payLinks({
  publicUrl,
  product,
  masterKey,
}: Pick<Config, 'publicUrl' | 'product' | 'masterKey'>): PayLinks {
  const ring = ringOf(masterKey)
  const pageKey = ({ key }: NamedKey) => Buffer.from(hkdfSync('sha256', key, 'signalbox', 'pay-page', 32))
  const keys = new Map(ring.keys.map((key) => [key.id, pageKey(key)]))
  const signedBy = (key: Buffer, reference: string): string =>
    createHmac('sha256', key).update(reference).digest('base64url').slice(0, 32)
  const sign = (reference: string): string =>
    signedBy(keys.get(ring.sealing.id) ?? pageKey(ring.sealing), reference)
  const tokenOf = ({ merchantId, id }: TxKey): string => {
    const reference = txRefId(merchantId, id)
    return `tk_${reference}_${sign(reference)}`
  }
  const base = `${publicUrl}/${product}`
  return {
    payPage: (transaction) => `${base}/pay/${tokenOf(transaction)}`,
    returnPage: (transaction) => `${base}/pay/${tokenOf(transaction)}?back=1`,
    callback: (psp, account) => `${base}/psp/${psp}/callback/${encodeURIComponent(account)}`,
    tokenNotification: (service) => `${base}/scheme/${service}/notifications`,
    logo: (hash) => `${publicUrl}${logoPath(product, hash)}`,
    readToken: (token) => {
      const [, reference = '', signature = ''] = /^tk_(\d+A\d+)_([\w-]{32})$/.exec(token) ?? []
      const read = parseTxRefId(reference)
      if (!read) return undefined
      const given = Buffer.from(signature)
      return [...keys.values()].some((key) => timingSafeEqual(Buffer.from(signedBy(key, reference)), given))
        ? { merchantId: read.merchantId, id: read.txId }
        : undefined
    },
  }
}
