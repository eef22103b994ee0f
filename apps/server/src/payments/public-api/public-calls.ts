import type { Payments } from '../core/payments.ts'
import { accountCalls } from './account-calls.ts'
import { clientActor, clientSight } from './client-work.ts'
import { kycCheckCall } from './kyc-checks.ts'
import { messagesCall } from './messages.ts'
import { operationCalls } from './operation-calls.ts'
import { beginPaymentCalls, paymentCalls } from './payment-calls.ts'
import { methodsCall } from './payment-methods.ts'
import type { PublicCall } from './public-call.ts'
import { vaultCalls } from './vault-calls.ts'
import { voucherCheckCall } from './voucher-check.ts'

/** Every call of the public API, in the order of its description. */
export function publicCalls(payments: Payments): PublicCall[] {
  const { machine } = payments
  const { kit, reads } = machine.deps
  const sight = clientSight(reads)
  const { requireMerchant, find } = sight
  return [
    ...beginPaymentCalls(payments, requireMerchant),
    ...paymentCalls(payments, sight),
    ...operationCalls({ payments, actorOf: clientActor, find }),
    ...accountCalls({ kit, actorOf: clientActor, requireMerchant }),
    ...vaultCalls(payments, requireMerchant),
    methodsCall(payments, requireMerchant),
    messagesCall(payments, requireMerchant),
    kycCheckCall({ machine: machine.deps, actorOf: clientActor, requireMerchant }),
    voucherCheckCall(machine.deps, requireMerchant),
  ]
}
