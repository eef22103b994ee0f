import type { DeclineStage, TxEventType } from '@signalbox/model/payments/tx-event'
import { StatusNo } from '@signalbox/model/reference/status-no'

/** One step of a made-up payment: how long it took, what it was, where it led. */
interface Move {
  readonly to: number
  readonly type: TxEventType
  readonly summary: string
  readonly afterMs: number
}

/** The life of a payment, in the only order the state machine allows. */
export interface History {
  readonly name: string
  readonly weight: number
  readonly direction: 'DEPOSIT' | 'WITHDRAWAL'
  readonly moves: readonly Move[]
  readonly declineStage?: DeclineStage
  readonly attempts: number
  readonly child?: 'Refund' | 'Capture' | 'Void'
}

const move = (to: number, type: TxEventType, summary: string, afterMs: number): Move => ({
  to,
  type,
  summary,
  afterMs,
})

const registered = move(StatusNo.REGISTERED, 'INPUT', 'The request is valid', 0)
const verified = move(
  StatusNo.PROCESSING_USER_VERIFICATION,
  'VERIFY_USER',
  'The merchant verified the user',
  42,
)
const authorised = move(
  StatusNo.PROCESSING_USER_AUTHORISATION,
  'AUTHORIZE',
  'The merchant authorised the payment',
  65,
)
const sent = move(StatusNo.PROCESSING_PROVIDER, 'PSP_REQUEST', 'Sent to the PSP', 18)
const begun = [registered, verified]
const submitted = [...begun, authorised, sent]

const deposit = (
  name: string,
  weight: number,
  moves: readonly Move[],
  more: Partial<History> = {},
): History => ({ name, weight, direction: 'DEPOSIT', moves, attempts: 1, ...more })
const withdrawal = (
  name: string,
  weight: number,
  moves: readonly Move[],
  more: Partial<History> = {},
): History => ({ name, weight, direction: 'WITHDRAWAL', moves, attempts: 0, ...more })

const declined = (no: number, summary: string) => [...submitted, move(no, 'PSP_RESPONSE', summary, 640)]
const waits = (no: number) => [...begun, authorised, move(no, 'APPROVAL', 'Waits for approval', 30)]

/** Enough of everything that happens to payments, in about the numbers in which it does. */
export const histories: readonly History[] = [
  deposit('success', 46, [
    ...submitted,
    move(
      StatusNo.SUCCESS,
      'PSP_RESPONSE',
      'Approved',
      StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR,
    ),
  ]),
  deposit(
    'refunded',
    3,
    [
      ...submitted,
      move(
        StatusNo.SUCCESS,
        'PSP_RESPONSE',
        'Approved',
        StatusNo.ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR,
      ),
    ],
    { child: 'Refund' },
  ),
  deposit('no funds', 9, declined(StatusNo.ERR_DECLINED_NO_FUNDS, 'Insufficient funds'), {
    declineStage: 'ISSUER',
  }),
  deposit('bank refusal', 5, declined(StatusNo.ERR_DECLINED_BANK_REFUSAL, 'Do not honour'), {
    declineStage: 'ISSUER',
  }),
  deposit('lost card', 1, declined(StatusNo.ERR_DECLINED_LOST_OR_STOLEN, 'Pick up card'), {
    declineStage: 'ISSUER',
  }),
  deposit(
    'blocked address',
    2,
    [...begun, move(StatusNo.ERR_DECLINED_IP_BLOCKED, 'RULES', 'An IP block was hit', 9)],
    {
      declineStage: 'RULES',
      attempts: 0,
    },
  ),
  deposit(
    'no provider',
    2,
    [...begun, move(StatusNo.ERR_DECLINED_NO_PROVIDER_FOUND, 'ROUTE', 'No routing rule matches', 7)],
    {
      declineStage: 'RULES',
      attempts: 0,
    },
  ),
  deposit(
    'fraud',
    2,
    [
      ...begun,
      move(
        StatusNo.ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED,
        'FRAUD',
        'The score is above the threshold',
        310,
      ),
    ],
    {
      declineStage: 'FRAUD',
      attempts: 0,
    },
  ),
  deposit(
    'fallback',
    4,
    [
      ...submitted,
      move(
        StatusNo.REPROCESSING_PROVIDER,
        'FALLBACK',
        'The first PSP is out of service; another one tries',
        900,
      ),
      move(StatusNo.SUCCESS, 'PSP_RESPONSE', 'Approved', 700),
    ],
    { attempts: 2 },
  ),
  deposit('challenge', 2, [
    ...submitted,
    move(StatusNo.WAITING_3D_SECURE, 'THREE_DS_INIT', 'The issuer wants a challenge', 120),
  ]),
  deposit('redirect', 3, [
    ...submitted,
    move(StatusNo.WAITING_NOTIFICATION, 'PSP_RESPONSE', 'Waits for the bank', StatusNo.PROCESSING_PROVIDER),
  ]),
  deposit('expired', 3, [
    ...submitted,
    move(StatusNo.WAITING_NOTIFICATION, 'PSP_RESPONSE', 'Waits for the bank', StatusNo.PROCESSING_PROVIDER),
    move(StatusNo.ERR_DECLINED_EXPIRED, 'EXPIRED', 'The user did not come back', 3_600_000),
  ]),
  deposit('abandoned', 2, [
    ...submitted,
    move(StatusNo.WAITING_NOTIFICATION, 'PSP_RESPONSE', 'Waits for the user', StatusNo.PROCESSING_PROVIDER),
    move(StatusNo.ERR_CANCELLED_BY_USER, 'CANCEL', 'Cancelled by the user', 45_000),
  ]),
  deposit('lost', 1, [
    ...submitted,
    move(StatusNo.ERR_READ_TIMEOUT, 'PSP_RESPONSE', 'No answer in time', 30_000),
  ]),
  deposit('reserved', 2, [
    ...submitted,
    move(StatusNo.SUCCESS_WAITING_CAPTURE, 'PSP_RESPONSE', 'Reserved', StatusNo.ERR_INVALID_RESPONSE),
  ]),
  deposit(
    'captured',
    2,
    [
      ...submitted,
      move(StatusNo.SUCCESS_WAITING_CAPTURE, 'PSP_RESPONSE', 'Reserved', StatusNo.ERR_INVALID_RESPONSE),
      move(StatusNo.SUCCESS_CAPTURED, 'CAPTURE', 'Captured', 7_200_000),
    ],
    { child: 'Capture' },
  ),
  withdrawal('waits', 4, waits(StatusNo.WAITING_WITHDRAWAL_APPROVAL)),
  withdrawal('waits for the second', 1, [
    ...waits(StatusNo.WAITING_WITHDRAWAL_APPROVAL),
    move(StatusNo.WAITING_WITHDRAWAL_SECOND_APPROVAL, 'APPROVAL', 'First approval by approver1', 600_000),
  ]),
  withdrawal('on hold', 1, [
    ...waits(StatusNo.WAITING_WITHDRAWAL_APPROVAL),
    move(StatusNo.WAITING_WITHDRAWAL_ON_HOLD_APPROVAL, 'HOLD', 'Put on hold by approver1', 400_000),
  ]),
  withdrawal(
    'paid out',
    7,
    [
      ...waits(StatusNo.WAITING_WITHDRAWAL_APPROVAL),
      move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', 'Approved by approver1', 900_000),
      move(StatusNo.SUCCESS_WITHDRAWAL_APPROVAL, 'PSP_RESPONSE', 'Paid out', 1_200),
    ],
    { attempts: 1 },
  ),
  withdrawal('denied', 1, [
    ...waits(StatusNo.WAITING_WITHDRAWAL_APPROVAL),
    move(StatusNo.ERR_CANCELLED_BY_MERCHANT, 'APPROVAL', 'Denied by approver1', 500_000),
  ]),
  withdrawal(
    'bounced',
    1,
    [
      ...waits(StatusNo.WAITING_WITHDRAWAL_AUTO_APPROVAL),
      move(StatusNo.PROCESSING_PROVIDER, 'APPROVAL', 'Approved by itself', 3_600_000),
      move(StatusNo.ERR_DECLINED_INVALID_ACCOUNT_NUMBER, 'PSP_RESPONSE', 'Unknown account', 900),
    ],
    { attempts: 1, declineStage: 'PSP' },
  ),
]
