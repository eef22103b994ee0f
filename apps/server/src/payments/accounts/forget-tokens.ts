import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { dropTokensOfAccount } from '../vault/network-token-store.ts'
import { removeTokenJob } from '../vault/remove-token-job.ts'

/** The network token of a card goes with the last account that holds the card; the network is told after the commit. */
export async function forgetTokens(
  unit: Pick<UnitOfWork, 'tx' | 'now' | 'enqueue'>,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
): Promise<void> {
  for (const token of await dropTokensOfAccount(unit.tx, merchantId, id, unit.now))
    unit.enqueue(removeTokenJob({ merchantId, ...token }))
}
