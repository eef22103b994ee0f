import { takeProbe } from '../../../setup/maintenance/read-model.ts'
import { databaseTime } from '../../../kit/database-time.ts'
import type { Tx } from '../../../kit/database.ts'
import { countedAmounts } from '../../counters/counted-amounts.ts'
import { counterKeys } from '../../counters/counter-keys.ts'
import { lockGates } from '../../counters/counter-store.ts'
import type { CounterSubject } from '../../counters/counter-types.ts'
import { read, reserve } from '../../counters/counters.ts'
import type { Payment } from '../state/payment.ts'
import { gateScopes } from './gate-scopes.ts'
import type { MachineDeps } from './machine-deps.ts'
import type { MerchantSettings } from './merchant-settings.ts'
import type { StepContext } from './step-context.ts'
import { travelledMs } from './travelled.ts'

type CounterContext = Pick<StepContext, 'takeProbe' | 'reserve' | 'counted'>

const allKeys = (print: MachineDeps['print'], { tx }: Payment): CounterSubject['keys'] =>
  counterKeys(print, {
    userId: tx.userId,
    accountHash: tx.accountHash ?? undefined,
    ip: tx.ipAddr ?? undefined,
    bin: tx.bin ?? undefined,
    email: tx.email ?? undefined,
    deviceId: tx.deviceId ?? undefined,
  })

async function subjectOf(
  { print, reference }: MachineDeps,
  payment: Payment,
  { currencies }: MerchantSettings,
  matchedRows: readonly string[],
): Promise<CounterSubject> {
  const { tx } = payment
  const rates = await reference.rates(tx.merchantId)
  return {
    merchantId: tx.merchantId,
    txId: tx.id,
    method: payment.direction,
    txType: tx.txType,
    providerType: tx.providerType,
    keys: allKeys(print, payment),
    amounts: countedAmounts(payment.requested, currencies, rates),
    matchedRows,
    ...(tx.psp && { psp: tx.psp }),
  }
}

interface CounterContextDeps {
  readonly tx: Tx
  readonly now: Date
  readonly merchant: (merchantId: number) => Promise<MerchantSettings>
}

/** What is counted at gates, where one payment waits for another. */
export function counterContext(deps: MachineDeps, { tx, now, merchant }: CounterContextDeps): CounterContext {
  const { kit } = deps
  return {
    takeProbe: async (payment, window) => {
      // Whoever has the probe must not wait for anybody who waits to report one.
      const { alsoAlone } = await gateScopes(deps.rules, payment)
      await lockGates(
        tx,
        { merchantId: payment.tx.merchantId, keys: allKeys(deps.print, payment) },
        { alone: alsoAlone },
      )
      return takeProbe(tx, window, now)
    },
    reserve: async (payment, { questions, matchedRows, hasRoom }) => {
      const subject = await subjectOf(deps, payment, await merchant(payment.tx.merchantId), matchedRows)
      const rates = await deps.reference.rates(payment.tx.merchantId)
      const scopes = await gateScopes(deps.rules, payment)
      return (
        await reserve(tx, subject, { questions, rates, hasRoom, travelledMs: travelledMs(kit), ...scopes })
      ).readings
    },
    counted: async (payment, questions) => {
      if (questions.length === 0) return []
      const settings = await merchant(payment.tx.merchantId)
      const subject = await subjectOf(deps, payment, settings, [])
      const at = new Date((await databaseTime(tx)).getTime() + travelledMs(kit))
      return read(tx, subject, questions, await deps.reference.rates(payment.tx.merchantId), at)
    },
  }
}
