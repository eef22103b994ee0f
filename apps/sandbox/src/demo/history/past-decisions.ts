import type { EffectiveTable } from '@signalbox/engine/effective-table'
import type { RateSheet } from '@signalbox/model/money/rates'
import type { TxEventType } from '@signalbox/model/payments/tx-event'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import { decisionOf } from '@signalbox/server/payments/core/flow/ask-rules'
import { askTable } from '@signalbox/server/payments/core/flow/rule-answer'
import { packFacts } from '@signalbox/server/payments/core/state/facts-json'
import type { Decision } from '@signalbox/server/payments/core/state/payment'
import { kycProviders } from './market.ts'
import type { PastPayment } from './past-payment.ts'

/** The tables in force for each merchant, by their slugs. */
export type TablesInForce = ReadonlyMap<number, ReadonlyMap<string, EffectiveTable>>

interface Asking {
  readonly tables: readonly (readonly [slug: string, step: Step])[]
  /** Of which payments; of all, where nothing is said. */
  readonly when?: (payment: PastPayment) => boolean
  /** What is known by then beside what the payment came with. */
  readonly known?: (payment: PastPayment) => Readonly<Record<string, unknown>>
}

const pspOf = ({ tx }: PastPayment) => ({ psp: tx.psp, pspAccount: tx.pspAccount })
const fraudOf = ({ tx }: PastPayment) => ({
  fraudProvider: tx.fraudProvider,
  fraudScore: tx.fraudScore,
  fraudDecision: tx.fraudDecision,
})
const checks = ({ events }: PastPayment) => events.filter(({ type }) => type === 'KYC')
/** A check of the user that did not verify them, as it was when another provider could be asked. */
const checkOf = (payment: PastPayment) => {
  const failed = checks(payment).length > 1
  return {
    kycProvider: kycProviders.first,
    internalKycStatus: failed ? 'VERIFICATION_EXTERNAL_FAILURE' : 'NOT_VERIFIED',
    ...(!failed && { kycIdStatus: 'NOT_VERIFIED', kycAgeStatus: 'VERIFIED' }),
    attemptNo: 1,
  }
}
const isFailedAuthentication = ({ tx }: PastPayment) => tx.threeDsStatus === 'N'
/** What is captured or voided later; both are transactions of their own. */
const isReserved = ({ tx }: PastPayment) => tx.statusNo === StatusNo.SUCCESS_WAITING_CAPTURE
const resultOf = (payment: PastPayment) => ({
  ...pspOf(payment),
  txState: statusCodeOf(payment.tx.statusNo)?.status,
  txStatusCode: statusCodeOf(payment.tx.statusNo)?.code,
  pspStatusCode: payment.tx.pspStatusCode,
})

/** Which tables are asked when this happens to a payment for the first time, as live payments do. */
const asked: Partial<Record<TxEventType, Asking | readonly Asking[]>> = {
  ENRICH: {
    tables: [
      ['payment-methods', 'D3'],
      ['general-block', 'D4'],
      ['ip-block', 'D4'],
      ['bin-block', 'D4'],
      ['bic-block', 'D4'],
      ['user-psp-account', 'D4'],
      ['kyc-routing', 'D5'],
      ['kyc-block', 'D5'],
      ['period-limit', 'D6'],
    ],
    known: (payment) => (checks(payment).length > 0 ? { firstDeposit: true } : {}),
  },
  KYC: { tables: [['kyc-fallback', 'D5']], known: checkOf },
  FRAUD: {
    tables: [
      ['fraud-provider', 'D8'],
      ['fraud-provider-block', 'D8'],
      ['fraud-score', 'D8'],
    ],
    known: fraudOf,
  },
  ROUTE: {
    tables: [
      ['limit', 'D7'],
      ['velocity', 'D7'],
      ['maintenance', 'D7'],
      ['fee', 'D9'],
      ['vat', 'D9'],
      ['forex', 'D10'],
      ['provider-fee', 'D10'],
    ],
    known: pspOf,
  },
  THREE_DS_INIT: { tables: [['3ds2-routing', 'D13']], known: pspOf },
  THREE_DS_RESULT: {
    tables: [['3ds2-fallback', 'D13']],
    when: isFailedAuthentication,
    known: (payment) => ({ ...pspOf(payment), threeDsResult: 'FAILED', mpi: '3ds-sim' }),
  },
  PSP_RESPONSE: { tables: [['status-code', 'D15']], known: resultOf },
  FALLBACK: { tables: [['psp-fallback', 'D16']], known: resultOf },
  NOTIFY: [
    { tables: [['void-capture', 'D18']], when: isReserved, known: resultOf },
    { tables: [['notification', 'D19']], known: resultOf },
  ],
  CANCEL: { tables: [['notification', 'D19']], known: resultOf },
}

const present = (facts: Readonly<Record<string, unknown>>): Facts =>
  Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== null && value !== undefined),
  ) as Facts

interface Rules {
  readonly tables: TablesInForce
  readonly rates: ReadonlyMap<number, RateSheet>
}

function ask(
  { tables, rates }: Rules,
  payment: PastPayment,
  [slug, step]: readonly [string, Step],
  known: Facts,
): Decision | undefined {
  const { tx } = payment
  const [effective, sheet] = [tables.get(tx.merchantId)?.get(slug), rates.get(tx.merchantId)]
  if (!effective || !sheet) return undefined
  const isOverdrawn = slug === 'period-limit' && tx.statusNo === StatusNo.ERR_DECLINED_LIMIT_OVERDRAWN
  const facts = { ...tx.stepState.facts, ...known }
  const answer = askTable(effective.table, effective, facts, {
    step,
    transactionId: String(tx.id),
    rates: sheet,
    exceeded: () => isOverdrawn,
  })
  // The payment went on, so the row that would have stopped it was not there yet.
  const stops = answer.hits.some(({ outputs }) => (outputs as { action?: string }).action === 'DECLINE')
  if (stops && tx.declineStage !== 'RULES') return undefined
  const decision = decisionOf(effective, step, answer)
  return Object.keys(known).length === 0 ? decision : { ...decision, also: packFacts(known) }
}

function decisionsAt(rules: Rules, payment: PastPayment, type: TxEventType): Decision[] {
  const askings = [asked[type] ?? []].flat().filter(({ when }) => when?.(payment) ?? true)
  return askings.flatMap(({ tables, known }) => {
    const facts = present(known?.(payment) ?? {})
    return tables.flatMap((table) => ask(rules, payment, table, facts) ?? [])
  })
}

/** Writes with each event of a payment what the tables in force say to it, so that rules have a past as payments do. */
export function recordDecisions(payment: PastPayment, rules: Rules): void {
  const seen = new Set<TxEventType>()
  for (const [index, event] of payment.events.entries()) {
    if (seen.has(event.type)) continue
    seen.add(event.type)
    const decisions = decisionsAt(rules, payment, event.type)
    if (decisions.length === 0) continue
    payment.events[index] = { ...event, decisions: [...(event.decisions ?? []), ...decisions] }
    const hits = decisions.flatMap((decision) => decision.hits)
    payment.tx.rulesTrace = [...new Set([...payment.tx.rulesTrace, ...hits])]
  }
}
