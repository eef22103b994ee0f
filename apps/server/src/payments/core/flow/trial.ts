import type { Money } from '@signalbox/model/money/money'
import { notingSheet } from '@signalbox/model/money/noted-rates'
import type { KnownFacts } from '@signalbox/model/rules/facts-known'
import { velocity } from '@signalbox/model/rules/tables/velocity'
import type { Tx } from '../../../kit/database.ts'
import type { CircumstanceFinder, TriedPayment } from '../../../setup/ruleset/read-model.ts'
import { newTransaction } from '../record/new-transaction.ts'
import { findTransaction } from '../record/transaction-store.ts'
import type { Transaction } from '../record/transaction.ts'
import { Payment } from '../state/payment.ts'
import { databaseContext } from './database-context.ts'
import type { MachineDeps } from './machine-deps.ts'
import { closedPsps } from './maintenance.ts'
import { typedHit } from './rule-answer.ts'
import type { StepContext } from './step-context.ts'
import { velocityExceeded, velocityQuestion } from './steps/limits.ts'
import { unusablePsps } from './steps/route.ts'

type RowHit = Parameters<typeof typedHit>[1]

const storedId = /^\d{1,15}$/

/** What the facts tell of the row a payment would have. */
function rowFrom(
  facts: KnownFacts,
  { merchantId }: TriedPayment,
  baseCurrency: string,
  now: Date,
): Transaction {
  const amount: Money = facts.amount ?? { minor: 0n, currency: facts.currency ?? baseCurrency }
  const { txType = '', providerType = '', userId = '', service, psp, bic, bin, email, ipAddress } = facts
  return newTransaction(
    {
      merchantId,
      id: 0,
      txType,
      method: facts.method === 'WITHDRAWAL' ? 'WITHDRAWAL' : 'DEPOSIT',
      providerType,
      apiSource: 'FRONT_API',
      currency: amount.currency,
      requestedAmountMinor: amount.minor,
      userId,
      baseCurrency,
      pspService: service ?? null,
      psp: psp ?? null,
      bic: bic ?? null,
      bin: bin ?? null,
      email: email ?? null,
      ipAddr: ipAddress ?? null,
    },
    now,
  )
}

/** A payment nobody makes, or one that was made, as far as counters and maintenance go by it. */
async function paymentOf(tx: Tx, tried: TriedPayment, context: StepContext): Promise<Payment> {
  const facts = tried.facts as KnownFacts
  const { merchantId, transactionId } = tried
  const stored = storedId.test(transactionId)
    ? await findTransaction(tx, merchantId, Number(transactionId))
    : undefined
  const { baseCurrency } = await context.merchant(merchantId)
  const row = stored ?? rowFrom(facts, tried, baseCurrency, context.now)
  return new Payment({ ...row, stepState: { ...row.stepState, facts } }, { now: context.now })
}

async function exceededAmong(
  payment: Payment,
  context: StepContext,
  hits: readonly RowHit[],
): Promise<ReadonlySet<RowHit>> {
  const { merchantId } = payment.tx
  const rates = notingSheet(await context.rates(merchantId))
  const { timeZone } = await context.merchant(merchantId)
  const rows = hits.map((hit) => velocityQuestion(typedHit(velocity, hit), payment, rates, timeZone))
  const readings = await context.counted(
    payment,
    rows.map(({ question }) => question),
  )
  return new Set(
    hits.filter((_hit, i) => {
      const [row, reading] = [rows[i], readings[i]]
      return row && reading && velocityExceeded(payment, row, reading, rates)
    }),
  )
}

/**
 * What a live payment would be asked in: rates, closed PSPs and counters by the functions payments use. Nothing is counted
 * in and nobody's turn is taken.
 */
export const circumstanceFinder =
  (deps: MachineDeps): CircumstanceFinder =>
  async (tx, tried) => {
    const context = databaseContext(deps, tx, deps.kit.now())
    const payment = await paymentOf(tx, tried, context)
    // Without a type nobody can say who takes it; who is closed is closed all the same.
    const unusable = await (payment.tx.txType ? unusablePsps : closedPsps)(payment, context)
    return {
      rates: await context.rates(tried.merchantId),
      closed: (psp) => unusable(psp),
      exceeded: (hits) => exceededAmong(payment, context, hits),
    }
  }
