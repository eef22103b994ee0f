import type { TransactionDecision } from '@signalbox/model/calls/transaction-detail'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'

type Subject = Pick<
  TransactionRow,
  'state' | 'statusCodeNo' | 'declineStage' | 'psp' | 'pspStatusCode' | 'pspStatusMessage'
>

/** Whose word ended it, where no table did. */
const outsiders: Readonly<Record<string, string>> = {
  PSP: 'the PSP',
  ISSUER: 'the issuer',
  MERCHANT: 'the merchant',
  USER: 'the user',
  THREE_DS: '3-D Secure',
}

/** Asked once a payment has come to its end: it tells others, and decides nothing. */
const afterwards = 'notification'

/** Where tables decide: what they asked last, and got a row for, ended it. */
const byTables: readonly string[] = ['RULES', 'KYC', 'FRAUD']

/** The row by the name people gave it. */
function rowOf({ title, hits, trace }: TransactionDecision): string {
  const [ref = ''] = hits
  const name = trace?.rows.find((row) => row.ref === ref)?.name
  return name ? `${title}, ${name} (${ref})` : `${title}, ${ref}`
}

const lastHit = (decisions: readonly TransactionDecision[], table?: string) =>
  decisions.findLast(
    (decision) =>
      decision.hits.length > 0 &&
      (table === undefined ? decision.table !== afterwards : decision.table === table),
  )

const answerOf = ({ pspStatusCode, pspStatusMessage }: Subject): string =>
  [pspStatusCode, pspStatusMessage].filter(Boolean).join(' – ')

/** Why the payment is where it is, in one sentence: the table and row, or the answer, that decided, and what came of it. */
export function whySentence(
  payment: Subject,
  decisions: readonly TransactionDecision[],
  pspName: (id: string) => string,
): string {
  const { state, statusCodeNo, declineStage, psp } = payment
  const outcome = statusCodeOf(statusCodeNo)?.text ?? state
  if (state === 'FAILED') {
    const outsider = declineStage === null ? undefined : outsiders[declineStage]
    if (outsider !== undefined) {
      const answer = answerOf(payment)
      const who = declineStage === 'PSP' && psp !== null ? pspName(psp) : outsider
      return `Declined by ${who}${answer === '' ? '' : ` (${answer})`}: ${outcome}`
    }
    const decisive = byTables.includes(declineStage ?? '') ? lastHit(decisions) : undefined
    return decisive ? `Declined by ${rowOf(decisive)}: ${outcome}` : outcome
  }
  const routed = lastHit(decisions, state === 'WAITING_APPROVAL' ? 'approval' : 'psp-routing')
  return routed ? `${outcome} Decided by ${rowOf(routed)}.` : outcome
}
