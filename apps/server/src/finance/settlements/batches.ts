import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import type { RecordOf } from '@signalbox/model/field/entity'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { credit, debit, type JournalLine } from '@signalbox/model/ledger/journal'
import { isTooLarge } from '@signalbox/model/money/money'
import { notAnAmount, parseSignedMoney } from '@signalbox/model/money/money-text'
import {
  acceptedStates,
  payoutSources,
  type PayoutSource,
} from '@signalbox/model/settlements/settlement-words'
import { counted } from '@signalbox/model/text/counted'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { journalOf, post, reverse } from '../../payments/ledger/ledger.ts'
import {
  acceptFacts,
  broughtSince,
  isClosedDay,
  merchantsOfEntries,
  noteBooks,
  pendingWriteOffs,
  settledElsewhere,
  settlePayments,
  sumsOfLines,
  unsettlePayments,
  type AccountSum,
} from './accept-store.ts'
import { matchBatch, type SettlementDeps } from './match-batch.ts'
import { countLines, hasDifferences, lockBatch } from './match-store.ts'
import { isTooMuchForOne } from './one-person.ts'
import { haveBothRoles } from './second-roles.ts'
import { closeVirtualCases } from './void-lines.ts'

export type Batch = RecordOf<typeof settlementBatch>

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

const isAccepted = ({ state }: Pick<Batch, 'state'>): boolean => acceptedStates.includes(state)

function requireUnaccepted(batch: Batch): void {
  if (isAccepted(batch)) refuse('The batch is accepted.')
  if (batch.state === 'REJECTED') refuse('The batch is rejected.')
}

const cannotAccept = 'Settlement batch could not be accepted.'

/** One entry per merchant whose payments are in the batch, made of what its lines come to. */
async function postBatch(unit: UnitOfWork, batch: Batch, acceptNo: number, by: string): Promise<void> {
  const byMerchant = new Map<number, JournalLine[]>()
  const lineOf = ({ type, dimension, currency, minor }: AccountSum) =>
    type === 'PSP_RECEIVABLE'
      ? credit(type, dimension, { minor: -BigInt(minor), currency })
      : debit(type, dimension, { minor: BigInt(minor), currency })
  for (const sum of await sumsOfLines(unit.tx, batch))
    byMerchant.set(sum.merchantId, [...(byMerchant.get(sum.merchantId) ?? []), ...lineOf(sum)])
  for (const [merchantId, lines] of byMerchant)
    await post(
      unit.tx,
      {
        merchantId,
        sourceType: 'SETTLEMENT',
        sourceId: batch.id,
        eventType: 'SETTLEMENT',
        seq: acceptNo,
        valueDate: batch.payoutDate,
        description: `Settlement ${batch.batchRef} of ${batch.psp}/${batch.pspAccount}`,
        lines,
        createdBy: by,
      },
      unit,
    )
}

/** Whoever accepts the batch is the second look at differences that together are worth more than the limit. */
async function requireSecondLook(work: Work, deps: SettlementDeps, batch: Batch): Promise<void> {
  const person = peopleOf(work.user)
  const firstLook = (await isTooMuchForOne(work, deps, batch)) ? person : []
  requireOtherPerson(
    person,
    firstLook,
    `${cannotAccept} You decided about differences above the limit yourself; someone else must accept the batch.`,
  )
}

const accept = (deps: SettlementDeps): OperationHook<Batch> => ({
  run: async (work, batch) => {
    if (isAccepted(batch)) refuse(`${cannotAccept} It is accepted already.`)
    if (batch.state === 'REJECTED') refuse(`${cannotAccept} It is rejected.`)
    const { importer, acceptNo } = await acceptFacts(work.tx, batch)
    requireOtherPerson(
      peopleOf(work.user),
      importer,
      `${cannotAccept} You imported it yourself; someone else must accept it.`,
    )
    const { openCount } = await countLines(work.tx, batch)
    if (openCount > 0)
      refuse(`${cannotAccept} ${counted(openCount, 'line is', 'lines are')} still to be decided.`)
    await requireSecondLook(work, deps, batch)
    if ((await pendingWriteOffs(work.tx, batch)) > 0)
      refuse(`${cannotAccept} A write-off waits for a second person.`)
    const settled = await settledElsewhere(work.tx, batch)
    if (settled > 0)
      refuse(
        `${cannotAccept} ${counted(settled, 'payment was', 'payments were')} settled by another batch. Run matching again.`,
      )
    const by = { now: work.now, by: work.user.username }
    await settlePayments(work.tx, batch, by)
    await noteBooks(work.tx, batch)
    await postBatch(work, batch, acceptNo + 1, work.user.username)
    return {
      state: batch.bankRef === null ? 'ACCEPTED' : 'CLOSED',
      acceptedBy: work.user.username,
      acceptedAt: work.now,
      acceptNo: acceptNo + 1,
    }
  },
})

async function reverseEntries(work: Work, batch: Batch, reason: string): Promise<void> {
  for (const merchantId of await merchantsOfEntries(work.tx, batch.id)) {
    const entries = await journalOf(work.tx, merchantId, 'SETTLEMENT', batch.id)
    const undone = new Set(entries.map(({ reversalOf }) => reversalOf))
    for (const entry of entries.filter(({ id, reversalOf }) => reversalOf === null && !undone.has(id))) {
      if (await isClosedDay(work.tx, merchantId, entry.valueDate))
        refuse(`The period of ${entry.valueDate} is closed.`)
      const options = { valueDate: entry.valueDate, description: reason, createdBy: work.user.username }
      await reverse(work.tx, entry, options, work)
    }
  }
}

const unaccept: OperationHook<Batch> = {
  run: async (work, batch, { reason = '' }) => {
    if (!isAccepted(batch)) refuse('The batch is not accepted.')
    if (await isClosedDay(work.tx, batch.merchantId, batch.payoutDate))
      refuse(`The period of ${batch.payoutDate} is closed.`)
    const { unacceptPeople, unacceptRoles } = await acceptFacts(work.tx, batch)
    if (batch.unacceptBy === null)
      return {
        unacceptBy: work.user.username,
        unacceptPeople: [...peopleOf(work.user)],
        unacceptRoles: [...work.user.roles],
      }
    requireOtherPerson(peopleOf(work.user), unacceptPeople)
    if (!haveBothRoles(unacceptRoles, work.user.roles))
      throw new Refusal('FORBIDDEN', {
        message: 'One of the two people needs the role Minibank admin, the other the role Settlements.',
      })
    const brought = await broughtSince(work.tx, batch)
    if (brought !== null)
      refuse(
        `A payment that was written off here came with batch ${brought}. Undo the acceptance of that batch first.`,
      )
    await reverseEntries(work, batch, reason)
    await unsettlePayments(work.tx, batch, { now: work.now, by: work.user.username })
    const { state } = await countLines(work.tx, batch)
    return { state, acceptedBy: null, acceptedAt: null, ...noRequest }
  },
}

const noRequest = { unacceptBy: null, unacceptPeople: [], unacceptRoles: [] }

const rematch = (deps: SettlementDeps): OperationHook<Batch> => ({
  run: async (work, batch) => {
    requireUnaccepted(batch)
    const locked = await lockBatch(work.tx, batch)
    if (!locked) throw new Refusal('NOT_FOUND')
    const { state } = await matchBatch(work, deps, locked, work.user.username)
    return { state }
  },
})

const reject: OperationHook<Batch> = {
  run: async (work, batch) => {
    requireUnaccepted(batch)
    await closeVirtualCases(work, batch, work.user.username)
    return { state: 'REJECTED' }
  },
}

export interface PayoutSeen {
  readonly source: PayoutSource
  readonly bankRef: string
  readonly amount: string
  readonly bookedOn: string
}

/** A payout is confirmed once; whoever comes second is told what the first one said. */
function confirmedText({ bankSource, bankAmount, bankBookedOn }: Batch): string {
  const how = bankSource === null ? '' : ` ${payoutSources[bankSource].toLowerCase()}`
  const what = bankAmount === null ? '' : `: ${bankAmount.amount} ${bankAmount.currency}`
  const when = bankBookedOn === null ? '' : `, booked on ${bankBookedOn}`
  return `The payout is already confirmed${how}${what}${when}.`
}

/** What the bank saw of a payout, and what follows for the state of its batch. */
export async function payoutChange(
  unit: UnitOfWork,
  deps: SettlementDeps,
  batch: Batch,
  seen: PayoutSeen,
  by: string,
): Promise<Record<string, unknown>> {
  if (batch.state === 'REJECTED') refuse('The batch is rejected.')
  if (batch.bankRef !== null) refuse(confirmedText(batch))
  const money = parseSignedMoney(seen.amount, batch.settlementCurrency)
  if (!money || isTooLarge(money.minor))
    throw invalid({
      field: 'amount',
      code: 'INVALID',
      message: notAnAmount(seen.amount, batch.settlementCurrency),
    })
  const change = {
    bankRef: seen.bankRef,
    bankAmountMinor: String(money.minor),
    bankBookedOn: seen.bookedOn,
    bankSource: seen.source,
  }
  const locked = await lockBatch(unit.tx, batch)
  if (!locked) throw new Refusal('NOT_FOUND')
  if (isAccepted(batch)) {
    if (String(money.minor) !== (locked.declaredNetMinor ?? locked.netMinor))
      refuse('The batch was accepted with another amount. Undo the acceptance first.')
    return { ...change, state: 'CLOSED' }
  }
  const { state } = await matchBatch(unit, deps, { ...locked, bankAmountMinor: String(money.minor) }, by)
  return { ...change, state }
}

const seenIn = ({ bankRef, amount, bookedOn }: Readonly<Record<string, unknown>>): PayoutSeen => ({
  source: 'HAND',
  bankRef: String(bankRef),
  amount: String(amount),
  bookedOn: String(bookedOn),
})

/** A bank books today or before; a day more is left for whoever is ahead of our clock. */
const aheadMs = 24 * 60 * 60 * 1000

/** People mistype years: what the bank saw lies between the first payment of the batch and today. */
function requireBookable({ bookedOn }: PayoutSeen, batch: Batch, now: Date): void {
  const problem = (message: string) => invalid({ field: 'bookedOn', code: 'DATE', message })
  if (bookedOn > new Date(now.getTime() + aheadMs).toISOString().slice(0, 10))
    throw problem('Must not be after today')
  const first = batch.periodFrom.slice(0, 10)
  if (bookedOn < first) throw problem(`Must not be before ${first}`)
}

const confirmPayout = (deps: SettlementDeps): OperationHook<Batch> => ({
  run: (work, batch, params) => {
    const seen = seenIn(params)
    requireBookable(seen, batch, work.now)
    return payoutChange(work, deps, batch, seen, work.user.username)
  },
})

const noPayout = { bankRef: null, bankAmountMinor: null, bankBookedOn: null, bankSource: null }

/** What a batch is as long as the bank saw nothing of its payout. */
async function withoutPayout(unit: UnitOfWork, deps: SettlementDeps, batch: Batch, by: string) {
  const locked = await lockBatch(unit.tx, batch)
  if (!locked) throw new Refusal('NOT_FOUND')
  const { state } = await matchBatch(unit, deps, { ...locked, bankAmountMinor: null }, by)
  return { ...noPayout, state }
}

/** People mistype amounts. What a bank statement said is not theirs to take back. */
const undoPayout = (deps: SettlementDeps): OperationHook<Batch> => ({
  run: async (work, batch) => {
    if (batch.bankRef === null) refuse('The payout is not confirmed.')
    if (batch.bankSource !== 'HAND')
      refuse('The payout was confirmed by bank statement. Reopen the bank entry if it is another batch’s.')
    if (isAccepted(batch)) refuse('The batch is accepted. Undo the acceptance first.')
    requireUnaccepted(batch)
    return withoutPayout(work, deps, batch, work.user.username)
  },
})

/** What an entry of a bank statement said of the payout. */
export interface SaidPayout {
  readonly amountMinor: bigint
  readonly bookedOn: string
}

/**
 * Somebody chose this batch for an entry of a statement, and it was another's: what it says of its payout goes. Nothing is
 * left to do for a batch that was rejected since, or whose payout was confirmed by something else.
 */
export async function payoutTakenBack(
  unit: UnitOfWork,
  deps: SettlementDeps,
  batch: Batch,
  { amountMinor, bookedOn }: SaidPayout,
  by: string,
): Promise<Record<string, unknown> | undefined> {
  if (batch.state === 'REJECTED' || batch.bankSource !== 'STATEMENT' || batch.bankAmount === null)
    return undefined
  const said = parseSignedMoney(batch.bankAmount.amount, batch.bankAmount.currency)
  if (said?.minor !== amountMinor || batch.bankBookedOn !== bookedOn) return undefined
  if (isAccepted(batch)) refuse(`Batch ${batch.batchRef} is accepted. Undo its acceptance first.`)
  return withoutPayout(unit, deps, batch, by)
}

/** What people do to batches. */
export const batches = (deps: SettlementDeps) =>
  new Resource(settlementBatch, {
    filters: () => ({ hasDifferences: (value) => hasDifferences(value === 'true') }),
    operations: {
      accept: accept(deps),
      unaccept,
      rematch: rematch(deps),
      reject,
      'confirm-payout': confirmPayout(deps),
      'undo-payout': undoPayout(deps),
    },
  })
