import { isFinal, mayMove, stateOfNumber } from '@signalbox/model/payments/transitions'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'

/** A request the API answered with 201: from then on nobody may lose it. */
export interface Acknowledged {
  readonly key: string
  readonly txId: number
  readonly state: string
}

export interface SeenPayment {
  readonly merchantId: number
  readonly id: number
  readonly originTxId: number | null
  /** What the harness called the request; a second payment with the same one was made twice. */
  readonly key: string | null
  readonly statusNo: number
  readonly nextStep: string | null
  /** Until when somebody has the next step, or when it is due. */
  readonly leaseUntil: string | null
  /** When somebody looks again at what waits for a user or a PSP. */
  readonly looksAt: string | null
}

interface SeenEvent {
  readonly txId: number
  readonly seq: number
  readonly fromNo: number | null
  readonly toNo: number
}

/** One operation at a provider, by the provider's own book, in minor units. */
export interface PspOperation {
  readonly reference: string
  readonly key: string
  readonly kind: string
  readonly currency: string
  readonly captured: bigint
  readonly paidOut: bigint
  readonly refunded: bigint
  readonly returned: bigint
  readonly disputed: bigint
}

export interface PspMovement {
  readonly key: string
  readonly movement: string
}

/** A message that was stored: left behind, or not to be booked, which somebody has to know. */
export interface SeenCallback {
  readonly txId: number
  readonly outcome: string
  readonly hasCase: boolean
}

/** What our books say a PSP owes because of one transaction. */
interface LedgerLine {
  readonly txId: number
  readonly currency: string
  readonly receivable: bigint
}

/** Events that are part of the audit log, from the first to the last. */
interface SeenSeal {
  readonly txId: number
  readonly firstSeq: number
  readonly lastSeq: number
}

/** What a check of one chain of the audit log came to. */
export interface SeenChain {
  readonly chainId: number
  readonly ok: boolean
  readonly reason: string | null
}

/** All that can be seen of a round from outside and in the database. */
export interface Observation {
  readonly acknowledged: readonly Acknowledged[]
  readonly payments: readonly SeenPayment[]
  readonly events: readonly SeenEvent[]
  readonly seals: readonly SeenSeal[]
  /** The last event of each payment when everything was to be sealed. */
  readonly written: ReadonlyMap<number, number>
  readonly chains: readonly SeenChain[]
  readonly operations: readonly PspOperation[]
  readonly movements: readonly PspMovement[]
  readonly ledger: readonly LedgerLine[]
  /** Transactions somebody was asked to look at. */
  readonly cases: ReadonlySet<number>
  /** Signed messages of PSPs that have not done what they say. */
  readonly unsettled: readonly SeenCallback[]
  /** Transactions other nodes and browsers were told of. */
  readonly announced: ReadonlySet<number>
  /** What the platform's own check of its books found. */
  readonly findings: readonly {
    readonly invariant: string
    readonly subject: string
    readonly detail: string
  }[]
}

export interface Violation {
  readonly rule: string
  readonly subject: string
  readonly detail: string
}

type Rule = (seen: Observation) => Omit<Violation, 'rule'>[]

const groupBy = <K, V>(items: readonly V[], keyOf: (item: V) => K): Map<K, V[]> => {
  const groups = new Map<K, V[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** An answer was given; its payment is there and still ends as the answer said. */
const nothingLost: Rule = ({ acknowledged, payments }) => {
  const byId = new Map(payments.map((payment) => [payment.id, payment]))
  return acknowledged.flatMap(({ key, txId, state }) => {
    const payment = byId.get(txId)
    if (!payment) return [{ subject: key, detail: `was answered with ${txId}, which is gone` }]
    const now = stateOfNumber(payment.statusNo)
    const turned =
      state === 'SUCCESSFUL' ? now === 'FAILED' || now === 'CANCELLED' : isEnd(state) && now === 'SUCCESSFUL'
    return turned ? [{ subject: key, detail: `was answered with ${state} and is ${now}` }] : []
  })
}

const isEnd = (state: string): boolean => state === 'FAILED' || state === 'CANCELLED'

const madeOnce: Rule = ({ acknowledged, payments }) => {
  const made = groupBy(
    payments.filter(({ key, originTxId }) => key !== null && originTxId === null),
    ({ key }) => key,
  )
  const answered = groupBy(acknowledged, ({ key }) => key)
  return [
    ...[...made].flatMap(([key, same]) =>
      same.length > 1 ? [{ subject: String(key), detail: `is ${same.length} payments` }] : [],
    ),
    ...[...answered].flatMap(([key, answers]) => {
      const ids = new Set(answers.map(({ txId }) => txId))
      return ids.size > 1 ? [{ subject: key, detail: `was answered with ${[...ids].join(' and ')}` }] : []
    }),
  ]
}

/** Neither the same request twice, nor two attempts of one payment. */
const capturedOnce: Rule = ({ operations, movements }) => {
  const taking = movements.filter(({ movement }) => movement === 'captured' || movement === 'paidOut')
  const perKey = [...groupBy(taking, ({ key }) => key)].flatMap(([key, times]) =>
    times.length > 1 ? [{ subject: key, detail: `moved money ${times.length} times` }] : [],
  )
  const moved = operations.filter(({ captured, paidOut }) => captured > 0n || paidOut > 0n)
  const perPayment = [...groupBy(moved, ({ reference }) => reference)].flatMap(([reference, attempts]) =>
    attempts.length > 1
      ? [{ subject: reference, detail: `was paid by ${attempts.map(({ key }) => key).join(' and ')}` }]
      : [],
  )
  return [...perKey, ...perPayment]
}

const comesToAnEnd: Rule = ({ payments }) =>
  payments.flatMap(({ id, statusNo }) => {
    const state = stateOfNumber(statusNo)
    const open = ['REGISTERED', 'PROCESSING', 'REPROCESSING'].includes(state)
    return open ? [{ subject: String(id), detail: `is still ${state} ${statusNo}` }] : []
  })

const isUnclear = ({ statusNo }: SeenPayment): boolean => stateOfNumber(statusNo) === 'INCONSISTENT'

const unclearHasCase: Rule = ({ payments, cases }) =>
  payments
    .filter((payment) => isUnclear(payment) && !cases.has(payment.id))
    .map(({ id, statusNo }) => ({
      subject: String(id),
      detail: `is ${statusNo} and nobody was asked to look`,
    }))

/** Whatever is not over is taken up again by somebody: a runner, a clock, a person. */
const somebodyGoesOn: Rule = ({ payments, cases }) =>
  payments.flatMap(({ id, statusNo, nextStep, leaseUntil, looksAt }) => {
    const wrong = (detail: string) => [{ subject: String(id), detail: `is ${statusNo} and ${detail}` }]
    if (nextStep !== null)
      return leaseUntil === null ? wrong(`nobody will ever take the step ${nextStep}`) : []
    const waits = stateOfNumber(statusNo) === 'WAITING_INPUT' && looksAt === null && !cases.has(id)
    return waits ? wrong('nobody will ever look at it') : []
  })

/** What a provider keeps for us because of an operation: money in is positive. */
const owedBy = (operation: PspOperation): bigint =>
  operation.captured -
  operation.refunded -
  operation.paidOut -
  operation.disputed +
  (operation.kind === 'withdrawal' ? operation.returned : -operation.returned)

/** Sums per payment and currency; payments and what was made of them later count together. */
function sums<T>(
  items: readonly T[],
  placeOf: (item: T) => string,
  minorOf: (item: T) => bigint,
): Map<string, bigint> {
  const totals = new Map<string, bigint>()
  for (const item of items) {
    const place = placeOf(item)
    totals.set(place, (totals.get(place) ?? 0n) + minorOf(item))
  }
  return totals
}

/** Nobody has told us yet how it went: the PSP will, or somebody finds out. */
const isUndecided = (payment: SeenPayment): boolean =>
  isUnclear(payment) || stateOfNumber(payment.statusNo) === 'WAITING_INPUT'

/** By transaction, the reference of the payment it belongs to: what followed from a payment counts with it. */
export const rootsOf = (payments: readonly SeenPayment[]): Map<number, string> =>
  new Map(payments.map(({ merchantId, id, originTxId }) => [id, txRefId(merchantId, originTxId ?? id)]))

/** References of payments of which we do not know what happened, or whether what was told can be. */
export function undecidedRoots({
  payments,
  unsettled,
}: Pick<Observation, 'payments' | 'unsettled'>): Set<string | undefined> {
  const root = rootsOf(payments)
  return new Set([
    ...payments.filter(isUndecided).map(({ id }) => root.get(id)),
    ...unsettled.filter(({ hasCase }) => hasCase).map(({ txId }) => root.get(txId)),
  ])
}

/** To the minor unit, per payment. Only while we do not know what happened, or whether it can be, may our book wait. */
const booksAgree: Rule = ({ payments, operations, ledger, unsettled }) => {
  const root = rootsOf(payments)
  const undecided = undecidedRoots({ payments, unsettled })
  const known = new Set(root.values())
  const theirs = sums(operations, ({ reference, currency }) => `${reference} ${currency}`, owedBy)
  const ours = sums(
    ledger,
    ({ txId, currency }) => `${root.get(txId) ?? `transaction ${txId}`} ${currency}`,
    ({ receivable }) => receivable,
  )
  const differences = [...new Set([...theirs.keys(), ...ours.keys()])].flatMap((place) => {
    const [reference = ''] = place.split(' ')
    const [their, our] = [theirs.get(place) ?? 0n, ours.get(place) ?? 0n]
    return their === our || undecided.has(reference)
      ? []
      : [{ subject: place, detail: `the PSP says ${their}, our books say ${our}` }]
  })
  const strangers = operations
    .filter(({ reference }) => !known.has(reference))
    .map(({ reference }) => ({ subject: reference, detail: 'is known to the PSP and not to us' }))
  return [...differences, ...strangers]
}

/** Every change of a status is an event, every event follows the one before, and no step is one that cannot be. */
const historyIsLegal: Rule = ({ payments, events }) => {
  const byPayment = groupBy(events, ({ txId }) => txId)
  return payments.flatMap(({ id, statusNo }) => {
    const history = [...(byPayment.get(id) ?? [])].sort((a, b) => a.seq - b.seq)
    const wrong = wrongStep(history, statusNo)
    return wrong ? [{ subject: String(id), detail: wrong }] : []
  })
}

function wrongStep(history: readonly SeenEvent[], statusNo: number): string | undefined {
  let at: number | null = null
  for (const [index, { seq, fromNo, toNo }] of history.entries()) {
    if (seq !== index + 1) return `event ${index + 1} is missing`
    if (index > 0 && fromNo !== at)
      return `event ${seq} begins at ${fromNo}, but the one before ended at ${at}`
    if (fromNo !== toNo && !mayMove(fromNo, toNo)) return `event ${seq} goes from ${fromNo} to ${toNo}`
    at = toNo
  }
  return at === statusNo ? undefined : `is ${statusNo}, but its events end at ${at}`
}

const everythingSealed: Rule = ({ events, seals, written }) => {
  const byPayment = groupBy(seals, ({ txId }) => txId)
  return events
    .filter(
      ({ txId, seq }) =>
        seq <= (written.get(txId) ?? 0) &&
        !byPayment.get(txId)?.some(({ firstSeq, lastSeq }) => firstSeq <= seq && seq <= lastSeq),
    )
    .map(({ txId, seq }) => ({ subject: String(txId), detail: `event ${seq} is not in the audit log` }))
}

const chainsHold: Rule = ({ chains }) =>
  chains.length === 0
    ? [{ subject: 'the audit log', detail: 'has no chain' }]
    : chains
        .filter(({ ok }) => !ok)
        .map(({ chainId, reason }) => ({ subject: `chain ${chainId}`, detail: reason ?? 'does not hold' }))

/** Deferred ones wait for their payment, which comes to an end; the others are somebody's to look at. */
const callbacksSettled: Rule = ({ unsettled }) =>
  unsettled
    .filter(({ outcome, hasCase }) => outcome === 'RECEIVED' || (outcome !== 'PARKED' && !hasCase))
    .map(({ txId, outcome }) => ({ subject: String(txId), detail: `has a callback that is ${outcome}` }))

const everybodyTold: Rule = ({ acknowledged, announced }) =>
  acknowledged
    .filter(({ txId }) => !announced.has(txId))
    .map(({ key, txId }) => ({ subject: key, detail: `${txId} was never announced` }))

const ownCheckFindsNothing: Rule = ({ findings }) =>
  findings.map(({ invariant, subject, detail }) => ({ subject, detail: `${invariant}: ${detail}` }))

const rules: Readonly<Record<string, Rule>> = {
  'nothing acknowledged is lost': nothingLost,
  'one payment per key': madeOnce,
  'at most one capture': capturedOnce,
  'everything comes to an end': comesToAnEnd,
  'what is unclear has a case': unclearHasCase,
  'somebody goes on with everything': somebodyGoesOn,
  'both books agree': booksAgree,
  'the history is legal': historyIsLegal,
  'every event is in the audit log': everythingSealed,
  'the audit log holds': chainsHold,
  'callbacks are dealt with': callbacksSettled,
  'changes are announced': everybodyTold,
  'the ledger holds': ownCheckFindsNothing,
}

/** Everything that must hold after a round and does not. */
export const judge = (seen: Observation): Violation[] =>
  Object.entries(rules).flatMap(([rule, check]) => check(seen).map((found) => ({ rule, ...found })))

/** Payments that are over, wait for somebody, or are with somebody who looks. */
export const isAtRest = (statusNo: number): boolean =>
  isFinal(statusNo) || ['INCONSISTENT', 'WAITING_INPUT', 'WAITING_APPROVAL'].includes(stateOfNumber(statusNo))
