import type { WireMoney } from '../money/money-schema.ts'
import { isAboutItself } from '../payments/callback-subject.ts'
import { statusCodeOf } from '../reference/status-codes.ts'
import { StatusNo } from '../reference/status-no.ts'
import type { CaseOutcome, CaseType } from './case.ts'

/** One submission to a PSP, which is named as people name it, here and below. */
interface AttemptFact {
  readonly no: number
  readonly psp: string
  readonly statusNo: number | null
  readonly latencyMs: number | null
  readonly pspRefId: string | null
}

/** What a PSP told us by itself. */
interface CallbackFact {
  readonly psp: string
  /** What it is about; null where it could not be read. */
  readonly subject: string | null
  readonly signatureOk: boolean
  readonly statusNo: number | null
  readonly amount: WireMoney | null
  readonly reference: string | null
}

/** How the PSP answered when it was asked last. */
interface QueryFact {
  readonly at: string
  readonly kind: string
}

/** What is known about a case: calls, callbacks, amounts and what the PSP said. */
export interface CaseFacts {
  readonly type: CaseType
  /** Of the transaction the case is about. */
  readonly txType: string | null
  readonly cause: string | null
  readonly psp: string | null
  readonly statusNo: number | null
  /** What the PSP was asked to move. */
  readonly expected: WireMoney | null
  /** The PSP has said yes, and only the merchant is missing. */
  readonly pspApproved: boolean
  /** The money lies aside in the books. */
  readonly suspense: boolean
  /** The merchant was told that it happened, and has said that it knows. */
  readonly merchantHasIt: boolean
  readonly attempts: readonly AttemptFact[]
  readonly callbacks: readonly CallbackFact[]
  readonly asked: QueryFact | null
  /** Of a message that could not be applied: what it says and whether that can be booked now. */
  readonly stands?: string | undefined
}

export interface SuspectedCause {
  readonly code: string
  readonly text: string
  /** What it speaks for, where it speaks for anything. */
  readonly points: CaseOutcome | null
  readonly weight: 'LIKELY' | 'POSSIBLE'
}

const suspect = (
  code: string,
  text: string,
  points: CaseOutcome | null = null,
  weight: SuspectedCause['weight'] = 'POSSIBLE',
): SuspectedCause => ({ code, text, points, weight })

const words = ({ amount, currency }: WireMoney): string => `${amount} ${currency}`
const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`
const statusOf = (no: number | null) => (no === null ? undefined : statusCodeOf(no)?.status)

/** What the PSP said when somebody asked: the strongest word there is. */
function fromAnswer({ asked, psp }: CaseFacts): SuspectedCause[] {
  const who = psp ?? 'The PSP'
  switch (asked?.kind) {
    case 'notFound':
      return [suspect('NOT_AT_PSP', `${who} does not know the payment.`, 'FAILED', 'LIKELY')]
    case 'approved':
      return [suspect('PAID_AT_PSP', `${who} says the payment was paid.`, 'SUCCESSFUL', 'LIKELY')]
    case 'declined':
      return [suspect('DECLINED_AT_PSP', `${who} says the payment was declined.`, 'FAILED', 'LIKELY')]
    case 'pending':
    case 'redirect':
      return [suspect('OPEN_AT_PSP', `${who} says the payment is still pending.`)]
    case 'notSent':
    case 'unknown':
      return [suspect('PSP_UNREACHABLE', `${who} could not be reached, or its answer was invalid.`)]
    default:
      return []
  }
}

function fromMerchant({ statusNo, pspApproved, suspense, merchantHasIt, psp }: CaseFacts): SuspectedCause[] {
  if (statusNo !== StatusNo.ERR_INCONSISTENT_TRANSACTION || !(pspApproved || suspense)) return []
  if (merchantHasIt) return [suspect('OPENED_AGAIN', 'Reopened after the merchant had booked the payment.')]
  return [
    suspect(
      'MERCHANT_MISSED',
      `${psp ?? 'The PSP'} was paid; the merchant was not credited.`,
      'SUCCESSFUL',
      'LIKELY',
    ),
  ]
}

function fromCallbacks({ callbacks, txType, expected, statusNo }: CaseFacts): SuspectedCause[] {
  const forged = callbacks.filter(({ signatureOk }) => !signatureOk).length
  const read = callbacks.filter(({ signatureOk, subject }) => signatureOk && isAboutItself(txType, subject))
  const other = read.find(({ amount }) => amount && expected && words(amount) !== words(expected))
  const paid = read.find((each) => statusOf(each.statusNo) === 'SUCCESSFUL')
  return [
    ...(other?.amount && expected
      ? [
          suspect(
            'AMOUNT_DIFFERS',
            `${other.psp} reports ${words(other.amount)}; the amount requested was ${words(expected)}.`,
            null,
            'LIKELY',
          ),
        ]
      : []),
    ...(paid && !other
      ? [
          suspect(
            statusNo === StatusNo.ERR_UNKNOWN_CALLBACK ? 'LATE_SUCCESS' : 'PAID_BY_CALLBACK',
            statusNo === StatusNo.ERR_UNKNOWN_CALLBACK
              ? `${paid.psp} reported a success after the payment had ended.`
              : `A callback from ${paid.psp} says the payment was paid.`,
            'SUCCESSFUL',
            'LIKELY',
          ),
        ]
      : []),
    ...(forged > 0
      ? [
          suspect(
            'BAD_SIGNATURE',
            `${forged === 1 ? 'A callback' : `${forged} callbacks`} with an invalid signature: forged, or the configured secret is wrong.`,
          ),
        ]
      : []),
  ]
}

const byStatus: Readonly<Record<number, { readonly code: string; readonly text: string }>> = {
  [StatusNo.ERR_REFERENCE_MISMATCH]: {
    code: 'OTHER_REFERENCE',
    text: 'The answer was for a different reference.',
  },
  [StatusNo.ERR_IO_EXCEPTION]: {
    code: 'CONNECTION_LOST',
    text: 'The connection was lost after the request was sent.',
  },
  [StatusNo.ERR_UNKNOWN_RESPONSE]: { code: 'UNREADABLE', text: 'The answer could not be read.' },
  [StatusNo.ERR_AMOUNT_MISMATCH]: {
    code: 'AMOUNT_DIFFERS',
    text: 'The amount moved differs from the amount requested.',
  },
  [StatusNo.ERR_INVALID_SIGNATURE]: {
    code: 'BAD_SIGNATURE',
    text: 'The signature of the answer is invalid.',
  },
  [StatusNo.ERR_NAME_MISMATCH]: {
    code: 'OTHER_NAME',
    text: 'The account does not belong to the user.',
  },
  [StatusNo.ERR_INCONSISTENT_TOO_MANY_PSP_ACCOUNTS]: {
    code: 'TOO_MANY_ACCOUNTS',
    text: 'The user has more accounts than allowed.',
  },
  [StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_USED_BY_OTHER_USER]: {
    code: 'OTHERS_ACCOUNT',
    text: 'The account belongs to another user.',
  },
  [StatusNo.ERR_INCONSISTENT_PSP_ACCOUNT_BLOCKED]: {
    code: 'BLOCKED_ACCOUNT',
    text: 'The account is blocked.',
  },
}

function fromAttempt({ attempts, statusNo }: CaseFacts): SuspectedCause[] {
  const last = attempts.at(-1)
  if (statusNo === StatusNo.ERR_READ_TIMEOUT) {
    const waited = last?.latencyMs ? ` within ${seconds(last.latencyMs)}` : ''
    return [suspect('NO_ANSWER', `${last?.psp ?? 'The PSP'} did not answer${waited}.`)]
  }
  const known = statusNo === null ? undefined : byStatus[statusNo]
  return known ? [suspect(known.code, known.text)] : []
}

function fromUnknownCallback({ callbacks }: CaseFacts): SuspectedCause[] {
  const [callback] = callbacks
  if (!callback) return []
  const reference = callback.reference ?? 'without a reference'
  return [
    suspect('UNKNOWN_REFERENCE', `${callback.psp} reports on ${reference}, which does not exist here.`),
    ...(callback.amount
      ? [suspect('OTHER_SYSTEM', `${words(callback.amount)} may belong to another system or environment.`)]
      : []),
  ]
}

/** Why it could not be booked when it came may be over. */
const fromFailedCallback = ({ stands }: CaseFacts): SuspectedCause[] =>
  stands === undefined ? [] : [suspect('NOT_APPLIED', stands)]

function suspectedFrom(facts: CaseFacts): SuspectedCause[] {
  if (facts.type === 'UNKNOWN_CALLBACK') return fromUnknownCallback(facts)
  if (facts.type === 'CALLBACK_FAILED') return fromFailedCallback(facts)
  if (statusOf(facts.statusNo) !== 'INCONSISTENT') return []
  return [...fromMerchant(facts), ...fromAnswer(facts), ...fromCallbacks(facts), ...fromAttempt(facts)]
}

/**
 * What probably happened, the likeliest first: what the PSP said when asked, what it told by itself, then what our own
 * calls look like. Each is said once.
 */
export function suspectedCauses(facts: CaseFacts): SuspectedCause[] {
  const all = suspectedFrom(facts)
  const seen = new Set<string>()
  const once = all.filter(({ code }) => !seen.has(code) && seen.add(code))
  const [likely, possible] = (['LIKELY', 'POSSIBLE'] as const).map((weight) =>
    once.filter((each) => each.weight === weight),
  )
  const found = [...(likely ?? []), ...(possible ?? [])]
  return found.length > 0 || facts.cause === null ? found : [suspect('AS_OPENED', facts.cause)]
}
