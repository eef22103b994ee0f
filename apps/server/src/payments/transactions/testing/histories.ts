import type { DeclineStage, TxEventType } from '@signalbox/model/payments/tx-event'

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

const registered = move(100, 'INPUT', 'The request is valid', 0)
const verified = move(203, 'VERIFY_USER', 'The merchant knows the user', 42)
const authorised = move(204, 'AUTHORIZE', 'The merchant authorised the payment', 65)
const sent = move(200, 'PSP_REQUEST', 'Sent to the PSP', 18)
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
  deposit('success', 46, [...submitted, move(0, 'PSP_RESPONSE', 'Approved', 580)]),
  deposit('refunded', 3, [...submitted, move(0, 'PSP_RESPONSE', 'Approved', 580)], { child: 'Refund' }),
  deposit('no funds', 9, declined(504, 'Insufficient funds'), { declineStage: 'ISSUER' }),
  deposit('bank refusal', 5, declined(530, 'Do not honour'), { declineStage: 'ISSUER' }),
  deposit('lost card', 1, declined(539, 'Pick up card'), { declineStage: 'ISSUER' }),
  deposit('blocked address', 2, [...begun, move(561, 'RULES', 'An IP block was hit', 9)], {
    declineStage: 'RULES',
    attempts: 0,
  }),
  deposit('no provider', 2, [...begun, move(523, 'ROUTE', 'No routing rule matches', 7)], {
    declineStage: 'RULES',
    attempts: 0,
  }),
  deposit('fraud', 2, [...begun, move(571, 'FRAUD', 'The score is above the threshold', 310)], {
    declineStage: 'FRAUD',
    attempts: 0,
  }),
  deposit(
    'fallback',
    4,
    [
      ...submitted,
      move(250, 'FALLBACK', 'The first PSP is out of service; another one tries', 900),
      move(0, 'PSP_RESPONSE', 'Approved', 700),
    ],
    { attempts: 2 },
  ),
  deposit('challenge', 2, [...submitted, move(301, 'THREE_DS_INIT', 'The issuer wants a challenge', 120)]),
  deposit('redirect', 3, [...submitted, move(303, 'PSP_RESPONSE', 'Waits for the bank', 200)]),
  deposit('expired', 3, [
    ...submitted,
    move(303, 'PSP_RESPONSE', 'Waits for the bank', 200),
    move(568, 'EXPIRED', 'The user did not come back', 3_600_000),
  ]),
  deposit('abandoned', 2, [
    ...submitted,
    move(303, 'PSP_RESPONSE', 'Waits for the user', 200),
    move(600, 'CANCEL', 'Cancelled by the user', 45_000),
  ]),
  deposit('lost', 1, [...submitted, move(400, 'PSP_RESPONSE', 'No answer in time', 30_000)]),
  deposit('reserved', 2, [...submitted, move(3, 'PSP_RESPONSE', 'Reserved', 510)]),
  deposit(
    'captured',
    2,
    [...submitted, move(3, 'PSP_RESPONSE', 'Reserved', 510), move(6, 'CAPTURE', 'Captured', 7_200_000)],
    { child: 'Capture' },
  ),
  withdrawal('waits', 4, waits(351)),
  withdrawal('waits for the second', 1, [
    ...waits(351),
    move(356, 'APPROVAL', 'First approval by approver1', 600_000),
  ]),
  withdrawal('on hold', 1, [...waits(351), move(355, 'HOLD', 'Put on hold by approver1', 400_000)]),
  withdrawal(
    'paid out',
    7,
    [
      ...waits(351),
      move(200, 'APPROVAL', 'Approved by approver1', 900_000),
      move(1, 'PSP_RESPONSE', 'Paid out', 1_200),
    ],
    { attempts: 1 },
  ),
  withdrawal('denied', 1, [...waits(351), move(601, 'APPROVAL', 'Denied by approver1', 500_000)]),
  withdrawal(
    'bounced',
    1,
    [
      ...waits(353),
      move(200, 'APPROVAL', 'Approved by itself', 3_600_000),
      move(519, 'PSP_RESPONSE', 'Unknown account', 900),
    ],
    { attempts: 1, declineStage: 'PSP' },
  ),
]
