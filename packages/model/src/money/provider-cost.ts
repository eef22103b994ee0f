import { feeOn, type FeeTerms } from './fee.ts'
import { addMoney, subtractMoney, zeroMoney, type Money } from './money.ts'

type CostComponent = 'ACQUIRER' | 'SCHEME' | 'INTERCHANGE' | 'GATEWAY' | 'FX' | 'KICKBACK'

/** One part of what a provider charges us. */
export interface ProviderFee extends FeeTerms {
  readonly component: CostComponent
  readonly chargeOn: 'ATTEMPT' | 'SUCCESS'
}

/** Every part is rounded as the provider's invoice rounds it; a kickback is money that comes back. */
export function providerCost(amount: Money, fees: readonly ProviderFee[], succeeded: boolean): Money {
  let cost = zeroMoney(amount.currency)
  for (const fee of fees) {
    if (fee.chargeOn === 'SUCCESS' && !succeeded) continue
    const part = feeOn(amount, fee)
    cost = fee.component === 'KICKBACK' ? subtractMoney(cost, part) : addMoney(cost, part)
  }
  return cost
}
