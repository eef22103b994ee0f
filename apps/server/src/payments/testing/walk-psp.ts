import type { Money } from '@signalbox/model/money/money'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Acknowledged, MerchantOutcome } from '../connectors/merchant-client.ts'
import type { PspOutcome } from '../connectors/psp-outcome.ts'
import type { PspAnswer } from './scripted-services.ts'
import { answeredCall } from './answered-call.ts'

const log = answeredCall()
const said = { pspRefId: 'walk', pspCode: '00', pspMessage: 'said', log }

const yes = (amount: Money): PspOutcome => ({
  kind: 'approved',
  statusNo: StatusNo.SUCCESS,
  amount,
  captured: true,
  ...said,
})
const no: PspOutcome = { kind: 'declined', statusNo: StatusNo.ERR_DECLINED_NO_FUNDS, ...said }
const open: PspOutcome = {
  kind: 'pending',
  statusNo: StatusNo.WAITING_NOTIFICATION,
  waitsFor: 'notification',
  instructions: {},
  ...said,
}
const silence: PspOutcome = {
  kind: 'unknown',
  reason: 'timeout',
  statusNo: StatusNo.ERR_READ_TIMEOUT,
  ...said,
}
const away: PspOutcome = {
  kind: 'notSent',
  reason: 'outOfService',
  statusNo: StatusNo.ERR_PSP_OUT_OF_SERVICE,
  log,
}

interface PspBehaviour {
  /** What a submission does at the PSP, and what comes back. */
  readonly submitted: (amount: Money) => PspAnswer
  /** What the PSP says in the end, where it did not at once. */
  readonly decides?: (amount: Money) => PspOutcome
}

/** Everything a PSP does to a payment that is told apart: carried out or not, said or not, at once or later. */
export const pspBehaviours = {
  approves: { submitted: (amount) => ({ did: yes(amount), heard: yes(amount) }) },
  declines: { submitted: () => ({ did: no, heard: no }) },
  approvesInSilence: { submitted: (amount) => ({ did: yes(amount), heard: silence }) },
  declinesInSilence: { submitted: () => ({ did: no, heard: silence }) },
  hearsNothing: { submitted: () => ({ did: undefined, heard: silence }) },
  isAway: { submitted: () => ({ did: undefined, heard: away }) },
  approvesLater: { submitted: () => ({ did: open, heard: open }), decides: yes },
  declinesLater: { submitted: () => ({ did: open, heard: open }), decides: () => no },
  approvesLaterInSilence: { submitted: () => ({ did: open, heard: silence }), decides: yes },
} as const satisfies Record<string, PspBehaviour>
export type PspBehaviourName = keyof typeof pspBehaviours

export const behaviourOf = (name: PspBehaviourName): PspBehaviour => pspBehaviours[name]

type Answer = MerchantOutcome<Acknowledged>

const accepted: Answer = { kind: 'accepted', answer: { merchantTxId: null }, log }
const refused: Answer = {
  kind: 'refused',
  statusNo: StatusNo.ERR_MERCHANT_RESPONSE_CODE_UNKNOWN,
  errCode: 'NO',
  errMsg: 'No',
  log,
}
const noAnswer: Answer = { kind: 'noAnswer', statusNo: StatusNo.ERR_MERCHANT_OUT_OF_SERVICE, log }

/** What the merchant says to each try of a transfer or a cancellation. */
export const merchantBehaviours = {
  accepts: () => accepted,
  answersLate: (tryNo) => (tryNo < 3 ? noAnswer : accepted),
  refuses: () => refused,
  neverAnswers: () => noAnswer,
} as const satisfies Record<string, (tryNo: number) => Answer>
export type MerchantBehaviourName = keyof typeof merchantBehaviours
