import type { Money } from '@signalbox/model/money/money'
import { decimalText } from '@signalbox/model/money/money-text'
import type { Delays } from '../delays.ts'
import type { Submission } from './operation.ts'
import { approved, callbackTask, declined, planned, settledLater, unavailable, type Plan } from './plan.ts'
import { reasons } from './reasons.ts'

/** What a trigger may look at besides the submission. */
interface TriggerContext {
  readonly delays: Delays
  readonly now: number
  /** The provider authenticates the payer on its own page. */
  readonly authenticatesItself: boolean
}

type Trigger = (submission: Submission, context: TriggerContext) => Plan | undefined

/** `666.51` → family 666, case 51. Currencies without decimals have no cases. */
export function amountTrigger(amount: Money): { family: string; case: string } {
  const [whole = '', decimals = ''] = decimalText(amount).split('.')
  return {
    family: whole,
    case: decimals.length >= 2 && /^0*$/.test(decimals.slice(2)) ? decimals.slice(0, 2) : '',
  }
}

const issuerAnswers: Trigger = ({ requested }) => {
  const { case: code } = amountTrigger(requested)
  return code === '' || code === '00' ? undefined : declined(code)
}

const badAnswer =
  (answer: Plan['answer']): Trigger =>
  (_, { delays }) =>
    planned({ answer, unclearForMs: delays.unclear })

const badCallback =
  (callback: Parameters<typeof callbackTask>[1]): Trigger =>
  (_, { delays }) =>
    planned({
      outcome: 'pending',
      tasks: settledLater(delays.callback, callback),
      unclearForMs: delays.unclear,
    })

const technicalCases: Readonly<Record<string, Trigger>> = {
  '01': badAnswer('silence'),
  '03': badAnswer('garbage'),
  '04': badAnswer('wrongReference'),
  '05': badCallback({ amountFactor: 0.9 }),
  '06': badCallback({ signature: 'BAD' }),
  '07': badCallback({ reference: 'WRONG' }),
  '08': (_, { delays }) =>
    planned({ outcome: 'pending', tasks: settledLater(delays.callback, { times: 3 }) }),
  '09': ({ expiresAt }, { delays, now }) => {
    const wait = expiresAt
      ? Math.max(0, Date.parse(expiresAt) - now) + delays.lateCallback
      : delays.lateWithoutExpiry
    return planned({ outcome: 'pending', tasks: settledLater(wait) })
  },
  '10': (_, { delays }) => planned({ tasks: [{ afterMs: delays.reversal, act: { do: 'reversal' } }] }),
  '11': ({ challenged }) => (challenged ? approved : declined(reasons.authenticationWanted)),
  '12': () => unavailable,
  '13': () => declined(reasons.doNotTryAgain),
  '14': (_, { delays }) =>
    planned({ answerDelayMs: delays.slowAnswer, tasks: [callbackTask(delays.earlyCallback)] }),
}

/** Only where the provider runs 3-D Secure itself; elsewhere the 3-D Secure server plays these. */
const authenticationCases: Readonly<Record<string, Plan>> = {
  '01': approved,
  '02': declined(reasons.notAuthenticated),
  '03': approved,
  '04': planned({ outcome: 'redirect', page: 'passes' }),
  '05': planned({ outcome: 'redirect', page: 'fails' }),
  '06': planned({ outcome: 'redirect', page: 'otp' }),
  '07': planned({ outcome: 'redirect', page: 'expires' }),
  '08': planned({ outcome: 'redirect', page: 'breaks' }),
}

const families: Readonly<Record<string, Trigger>> = {
  '666': issuerAnswers,
  '777': (submission, context) =>
    technicalCases[amountTrigger(submission.requested).case]?.(submission, context),
  '888': ({ requested }, { authenticatesItself }) =>
    authenticatesItself ? authenticationCases[amountTrigger(requested).case] : undefined,
}

const wantsChallenge =
  (always: boolean): Trigger =>
  ({ challenged, exempt, kind }, { authenticatesItself }) => {
    if (challenged || kind === 'withdrawal' || (exempt && !always)) return approved
    return authenticatesItself
      ? planned({ outcome: 'redirect', page: 'otp' })
      : declined(reasons.authenticationWanted)
  }

const cards: Readonly<Record<string, Trigger>> = {
  '4000000000003220': wantsChallenge(false),
  '4000002760003184': wantsChallenge(true),
  // Only their tokens are refused; the card numbers are good.
  '4000000000005910': ({ networkToken }) => (networkToken ? declined(reasons.tokenExpired) : undefined),
  '4000000000005928': ({ networkToken }) => (networkToken ? declined(reasons.tokenInvalid) : undefined),
  '4000000000000002': () => declined('05'),
  '4000000000009995': () => declined('51'),
  '4000000000009987': () => declined('41'),
  '4000000000009979': () => declined('43'),
  '4000000000000069': () => declined('54'),
  '4000000000000127': () => declined('N7'),
  '4000000000000119': () => declined('96'),
  '4000000000000259': (_, { delays }) =>
    planned({ tasks: [{ afterMs: delays.dispute, act: { do: 'dispute' } }] }),
  '4000000000000341': ({ stored }) => (stored ? declined('05') : undefined),
}

const ibans: Readonly<Record<string, Trigger>> = {
  FI2112345600000785: () => declined(reasons.nameMismatch),
  GB29NWBK60161331926819: () => declined(reasons.accountClosed),
  NO9386011117947: () => declined(reasons.bankAway),
  MT84MALT011000012345MTLCAST001S: (_, { delays }) =>
    planned({
      outcome: 'pending',
      tasks: [
        ...settledLater(delays.callback),
        { afterMs: delays.callback + delays.returnedPayout, act: { do: 'reversal' } },
      ],
    }),
}

/** The first of amount, card and bank account that has something to say. */
export const triggeredPlan: Trigger = (submission, context) =>
  families[amountTrigger(submission.requested).family]?.(submission, context) ??
  cards[submission.card?.pan ?? '']?.(submission, context) ??
  ibans[submission.iban?.replace(/\s/g, '').toUpperCase() ?? '']?.(submission, context)

/** Captures, voids and refunds know the faults of the line and the refusals of the issuer, nothing else. */
export function triggeredFollowUpPlan(requested: Money, delays: Delays): Plan {
  const { family, case: trigger } = amountTrigger(requested)
  if (family === '666' && trigger !== '' && trigger !== '00') return declined(trigger)
  if (family !== '777') return approved
  const answers: Readonly<Record<string, Plan['answer']>> = {
    '01': 'silence',
    '03': 'garbage',
    '04': 'wrongReference',
  }
  if (trigger === '12') return unavailable
  const answer = answers[trigger]
  return answer ? planned({ answer, unclearForMs: delays.unclear }) : approved
}
