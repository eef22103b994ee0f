import type { CallbackBlocked } from '@signalbox/model/investigation/case-actions'
import type { Tx } from '../../kit/database.ts'
import { callbackBlocked } from './callback-blocked.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import { isUndecidedCallback, type BlockedCallbacks } from './case-view.ts'
import type { ListedCase } from './store.ts'

/** What can be done with the messages some cases are about, asked of whoever will do it. There are few of them at a time. */
export async function blockedCallbacks(tx: Tx, rows: readonly ListedCase[]): Promise<BlockedCallbacks> {
  const found = new Map<string, CallbackBlocked>()
  for (const row of rows.filter(isUndecidedCallback)) {
    const { id, merchantId, txId, callbackId, callbackPsp, reading } = row
    const payment = txId === null ? undefined : await findTransaction(tx, merchantId, txId)
    if (!payment || callbackId === null || !reading) continue
    const callback = { merchantId, id: callbackId, psp: callbackPsp ?? '', reading }
    found.set(id, await callbackBlocked(tx, payment, callback))
  }
  return found
}
