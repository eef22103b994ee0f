import { exponentOf } from '@signalbox/model/reference/currencies'
import { isCaptureWaiting } from '@signalbox/model/reference/status-groups'
import type { PaymentRequest } from '../api-client.ts'
import { pick, shuffled } from '../draw.ts'
import type { GoingBack } from '../sandbox-client.ts'
import { patiently } from './patiently.ts'
import type { SeenByClient, Walk } from './walker.ts'

type Happening = (walk: Walk, payment: SeenByClient) => Promise<unknown>

/** A share of an amount in the smallest unit of its currency, at least one of them. */
function shareOf({ amount, currency }: SeenByClient['amount'], share: number): string {
  const exponent = exponentOf(currency)
  const minor = Math.max(1, Math.floor(Number(amount) * 10 ** exponent * share))
  const digits = String(minor).padStart(exponent + 1, '0')
  return exponent === 0 ? digits : `${digits.slice(0, -exponent)}.${digits.slice(-exponent)}`
}

const ask =
  (op: string): Happening =>
  (walk, payment) =>
    walk.ask(payment, op)

const parts =
  (op: string, shares: readonly number[], atOnce: boolean): Happening =>
  async (walk, payment) => {
    const one = (share: number) => walk.ask(payment, op, shareOf(payment.amount, share))
    if (atOnce) return Promise.all(shares.map(one))
    for (const share of shares) await one(share)
    return undefined
  }

const all = (...happenings: readonly Happening[]): Happening => {
  return (walk, payment) => Promise.all(happenings.map((each) => each(walk, payment)))
}

/** The whole, or shares of what the provider was asked to move. */
const goBack =
  (...acts: readonly (readonly [GoingBack, share?: number])[]): Happening =>
  async (walk, payment) => {
    const operation = await walk.atPsp(payment)
    if (!operation) return
    for (const [act, share] of acts) {
      const part = share === undefined ? undefined : shareOf(operation, share)
      // A PSP that wins back what was never disputed is wrong for sure; one that returns more than is left may seem right.
      await patiently(() => walk.sandbox.goBack(operation.id, act, part, act !== 'disputeWon'))
    }
  }

const callbacks: Happening = async (walk, payment) => {
  const operation = await walk.atPsp(payment)
  if (operation) await walk.callbacks(operation)
}

const nothing: Happening = () => Promise.resolve()

const approve: Happening = async (walk, payment) => {
  const [first, second] = walk.approvers
  await walk.decide(first, payment, 'approve')
  await walk.decide(second, payment, 'approve')
}

const confirm =
  (accepted: boolean): Happening =>
  async (walk, payment) => {
    const operation = await walk.atPsp(payment)
    if (operation) await patiently(() => walk.sandbox.confirm(operation.id, accepted))
  }

type Choices = Readonly<Record<string, Happening>>

/** What can happen to money that was only reserved. */
const reserved: Choices = {
  nothing,
  'capture of everything': ask('capture'),
  void: ask('void'),
  'capture of a part': parts('capture', [0.4], false),
  'captures of three parts': parts('capture', [0.3, 0.3, 0.2], false),
  'captures at once': parts('capture', [0.6, 0.6], true),
  'capture and void at once': all(ask('capture'), ask('void')),
}

/** What can happen to money that was paid in. */
const paidIn: Choices = {
  nothing,
  callbacks,
  'refund of everything': ask('refund'),
  'refund of a part': parts('refund', [0.37], false),
  'refunds of three parts': parts('refund', [0.3, 0.3, 0.4], false),
  'refunds at once': parts('refund', [0.5, 0.5, 0.5], true),
  reversal: goBack(['reversal']),
  'reversal told twice': goBack(['reversal'], ['reversal']),
  'reversal of parts': goBack(['reversal', 0.4], ['reversal', 0.3]),
  dispute: goBack(['dispute']),
  'dispute told twice': goBack(['dispute'], ['dispute']),
  'dispute won': goBack(['dispute'], ['disputeWon']),
  'disputes of parts, one won': goBack(['dispute', 0.3], ['dispute', 0.2], ['disputeWon', 0.2]),
  'dispute won that was never filed': goBack(['disputeWon', 0.5]),
  'dispute and refunds at once': all(goBack(['dispute', 0.3]), parts('refund', [0.2, 0.2], true)),
  'dispute and reversal at once': all(goBack(['dispute']), goBack(['reversal'])),
  'callbacks and a refund': all(callbacks, parts('refund', [0.2], false)),
}

const paidOut: Choices = {
  nothing,
  callbacks,
  'payout returned': goBack(['reversal']),
  'payout returned, told twice': goBack(['reversal'], ['reversal']),
  'payout returned in parts': goBack(['reversal', 0.5], ['reversal', 0.25]),
}

const toApprove: Choices = {
  nothing,
  approve,
  'approve again': approve,
  'approve at once': (walk, payment) =>
    Promise.all(walk.approvers.map((approver) => walk.decide(approver, payment, 'approve'))),
  deny: (walk, payment) => walk.decide(walk.approvers[0], payment, 'deny'),
  'hold and approve': async (walk, payment) => {
    await walk.decide(walk.approvers[0], payment, 'hold')
    await walk.decide(walk.approvers[0], payment, 'unhold')
    await approve(walk, payment)
  },
  'cancel by the user': (walk, payment) => walk.cancel(payment),
  'cancel and approve at once': all((walk, payment) => walk.cancel(payment), approve),
}

/** While the provider has not decided. */
const pending: Choices = {
  nothing,
  callbacks,
  'PSP accepts': confirm(true),
  'PSP refuses': confirm(false),
  'PSP accepts amid callbacks': all(callbacks, confirm(true), callbacks),
}

/** Nothing was ever paid, and somebody says that it came back. */
const neverPaid: Choices = { nothing, callbacks, 'dispute of nothing': goBack(['dispute']) }

/** Everything that a long walk has to let happen. */
export const eventKinds: readonly string[] = [reserved, paidIn, paidOut, toApprove, pending, neverPaid]
  .flatMap((choices) => Object.keys(choices))
  .filter((kind) => kind !== 'nothing')

/** What may happen next to a payment as it is. */
function choicesFor({ state, statusCodeNo, method }: SeenByClient): Choices {
  switch (state) {
    case 'WAITING_APPROVAL':
      return toApprove
    case 'SUCCESSFUL':
      if (isCaptureWaiting(statusCodeNo)) return reserved
      return method === 'WITHDRAWAL' ? paidOut : paidIn
    case 'FAILED':
    case 'CANCELLED':
      return neverPaid
    default:
      return pending
  }
}

/** A PSP tells of money that goes back once: told again of something else, it would tell of what never moved. */
const goesBack = (kind: string): boolean => /dispute|reversal|returned/.test(kind)

/** Payments the sandbox takes back by itself after a while. */
const takenBackAnyway = ['4000000000000259', '777.10', 'MT84MALT011000012345MTLCAST001S']

const mostEvents = 3
/** Payouts are fewer, and approvals come before anything that can happen to what was paid out. */
const mostEventsOfPayouts = 6
/** Where nothing happens is over sooner, and most payments are like that. */
const shareOfQuiet = 0.35

/** Makes a payment and lets things happen to it, one after another and several at once. */
export async function live(walk: Walk, request: PaymentRequest): Promise<void> {
  const answer = await walk.begin(request)
  if (!answer) return
  await walk.sitAtPages(answer)
  const isPayout = request.path === '/withdrawals'
  let isOver = !isPayout && walk.draw() < shareOfQuiet
  const done = new Set<string>()
  const body = JSON.stringify(request.body)
  let isGone = takenBackAnyway.some((trigger) => body.includes(`"${trigger}`))
  const most = isPayout ? mostEventsOfPayouts : mostEvents
  for (let events = 0; events < most && !isOver; events++) {
    await walk.breathe()
    const payment = await walk.look(answer.txId)
    const choices = Object.entries(choicesFor(payment)).filter(
      ([kind]) => !done.has(kind) && !(isGone && goesBack(kind)),
    )
    const [kind, happen] = pick(walk.draw, shuffled(walk.draw, choices)) ?? ['nothing', nothing]
    done.add(kind)
    isGone ||= goesBack(kind)
    isOver = kind === 'nothing'
    if (!isOver) walk.happened(kind)
    await happen(walk, payment)
  }
}
