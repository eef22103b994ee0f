import { withdrawalReserved } from '@signalbox/model/ledger/postings'
import type { Answer, Client } from '../kit/testing/kit-app.ts'
import { transaction } from '../kit/transaction.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import { checkMerchant } from '../payments/ledger/check-books.ts'
import { post } from '../payments/ledger/ledger.ts'

interface BalanceExampleDeps {
  readonly deps: () => KitDeps
  /** Two who may change the books. */
  readonly who: () => Promise<Client>
  readonly other: () => Promise<Client>
}

/** A merchant whose books nobody else writes in. */
const merchantId = 100010002
const at = `merchantId=${merchantId}`
const month = '2025-03'

/** The version of the month, as its list says. */
async function versionOfMonth(client: Client): Promise<number | undefined> {
  const { items } = (await client.get(`/balance/periods?${at}`)).body as {
    items: { month: string; version: number }[]
  }
  return items.find((each) => each.month === month)?.version
}

/** One successful use of every call on the books that changes something. */
export function balanceExamples({
  deps,
  who,
  other,
}: BalanceExampleDeps): Record<string, () => Promise<Answer>> {
  const adjust = async () => {
    const line = (type: string, side: string) => ({
      type,
      dimension: '',
      side,
      amount: { amount: '1.00', currency: 'EUR' },
    })
    return (await who()).post(`/ledger-request/adjustment?${at}`, {
      valueDate: new Date().toISOString().slice(0, 10),
      reason: 'coverage',
      lines: [line('USER_FUNDS', 'DEBIT'), line('USER_FEE_INCOME', 'CREDIT')],
    })
  }
  const decide = async (verb: string, by: () => Promise<Client>) => {
    const { id, version } = (await adjust()).body as { id: string; version: number }
    return (await by()).post(`/ledger-request/${id}/${verb}?${at}`, { version, reason: 'coverage' })
  }
  const seen = async () => versionOfMonth(await who())
  const close = async () => {
    await transaction(deps().db, (tx) =>
      post(
        tx,
        {
          merchantId,
          sourceType: 'ADJUSTMENT',
          sourceId: 'coverage',
          eventType: 'ADJUSTMENT',
          valueDate: `${month}-10`,
          description: 'coverage',
          lines: withdrawalReserved({ minor: 100n, currency: 'EUR' }),
          createdBy: 'coverage',
        },
        { now: deps().now(), newId: deps().newId },
      ),
    )
    await checkMerchant(deps(), merchantId)
    return (await who()).post(`/balance/period/${month}/close?${at}`, { version: await seen() })
  }
  return {
    'POST /balance/check': async () => (await who()).post(`/balance/check?${at}`),
    'POST /ledger-request/adjustment': adjust,
    'POST /ledger-request/{id}/approve': () => decide('approve', other),
    'POST /ledger-request/{id}/reject': () => decide('reject', other),
    'POST /ledger-request/{id}/withdraw': () => decide('withdraw', who),
    'POST /ledger-request/reversal': async () => {
      const { postedEntryId } = (await decide('approve', other)).body as { postedEntryId: string }
      return (await who()).post(`/ledger-request/reversal?${at}`, {
        entryId: postedEntryId,
        reason: 'coverage',
      })
    },
    'POST /balance/period/{month}/close': close,
    'POST /ledger-request/reopening': async () => {
      await close()
      return (await who()).post(`/ledger-request/reopening?${at}`, {
        month,
        version: await seen(),
        reason: 'coverage',
      })
    },
  }
}
