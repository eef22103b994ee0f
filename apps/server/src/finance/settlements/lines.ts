import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { settlementLine } from '@signalbox/model/entities/settlement-line'
import type { RecordOf } from '@signalbox/model/field/entity'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import { notAnAmount, parseSignedMoney } from '@signalbox/model/money/money-text'
import { exponentOf } from '@signalbox/model/reference/currencies'
import { openMatchStatuses } from '@signalbox/model/settlements/settlement-words'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { openCase } from '../../payments/core/cases/cases.ts'
import { amountsAtStake } from './at-stake.ts'
import {
  isOfBatch,
  isOffSum,
  isToDecide,
  lineFacts,
  linkLine,
  namedPayment,
  reopenLine,
  splitLine,
  type LineFacts,
} from './line-store.ts'
import { foundByHand, tolerancesOf, type SettlementDeps } from './match-batch.ts'
import {
  compareLines,
  countLines,
  lockBatch,
  markChanged,
  merchantsBelow,
  setBatchState,
} from './match-store.ts'
import type { MatchedBatch } from './match-terms-store.ts'
import { isTooMuchForOne } from './one-person.ts'
import { closeCaseOfLine } from './void-lines.ts'

export type Line = RecordOf<typeof settlementLine>

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

const isOpen = ({ matchStatus }: Line): boolean => openMatchStatuses.includes(matchStatus)

/** The batch of a line, held; nothing is changed in one that is accepted or rejected. */
async function openBatch(work: Work, line: Line): Promise<MatchedBatch> {
  const batch = await lockBatch(work.tx, { merchantId: line.merchantId, id: line.batch })
  if (!batch) throw new Refusal('NOT_FOUND')
  if (['ACCEPTED', 'CLOSED', 'REJECTED'].includes(batch.state)) refuse('The batch is not open any more.')
  return batch
}

async function factsOf(work: Work, line: Line): Promise<LineFacts> {
  const facts = await lineFacts(work.tx, line)
  if (!facts) throw new Refusal('NOT_FOUND')
  return facts
}

type Run = (
  work: Work,
  line: Line,
  params: Readonly<Record<string, unknown>>,
  batch: MatchedBatch,
) => Promise<object>

/** Everybody locks the batch before its lines, so a decision and an acceptance are one after the other. */
const operation = (run: Run): OperationHook<Line> => ({
  lockBefore: async (work, line) => void (await openBatch(work, line)),
  run: async (work, line, params) => ({ ...(await run(work, line, params, await openBatch(work, line))) }),
})

/** What somebody wanted to write off is not what the line is about any more. */
const noRequest = { writeOffBy: null, writeOffPeople: [] }

const decided = (work: Work, reason: unknown) => ({
  resolvedBy: work.user.username,
  resolvedAt: work.now,
  ...(typeof reason === 'string' && reason.trim() !== '' && { note: reason.trim() }),
  ...noRequest,
})

const link = (deps: SettlementDeps) =>
  operation(async (work, line, { txRefId, reason }, batch) => {
    if (!isOpen(line) && line.matchStatus !== 'MATCHED')
      refuse('The line is decided. Undo the decision first.')
    if (line.origin !== 'FILE' && line.origin !== 'SPLIT') refuse('Only lines of the file can be linked.')
    const [merchantText = '', txId = ''] = String(txRefId).split('A')
    const merchantId = Number(merchantText)
    const isBelow = (await merchantsBelow(work.tx, batch.merchantId)).includes(merchantId)
    if (!isBelow || !(await namedPayment(work.tx, { merchantId, txId, psp: batch.psp })))
      throw invalid({
        field: 'txRefId',
        code: 'UNKNOWN',
        message: 'No payment at this PSP has this reference',
      })
    await linkLine(work.tx, line, { merchantId, txId })
    await compareLines(work.tx, batch, await tolerancesOf(work, deps, batch), line.id)
    await foundByHand(work, batch, { merchantId, txId }, work.user.username)
    return {
      ...{ matchedBy: 'HAND', ...noRequest },
      ...(typeof reason === 'string' && reason !== '' && { note: reason }),
    }
  })

/** In proportion, each less than one smallest unit from its exact share: what is left over is not put on one of them. */
function sharesOf(minor: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n)
  let [upTo, given] = [0n, 0n]
  return weights.map((weight) => {
    upTo += weight
    const share = (minor * upTo) / total - given
    given += share
    return share
  })
}

const split = operation(async (work, line, { amounts, reason }) => {
  if (!isOpen(line) || (line.origin !== 'FILE' && line.origin !== 'SPLIT'))
    refuse('Only open lines of the file can be split.')
  const facts = await factsOf(work, line)
  const gross = BigInt(facts.grossMinor)
  const parts = (amounts as readonly string[]).map(
    (text) => parseSignedMoney(text, facts.grossCurrency)?.minor,
  )
  const problem = (message: string): Refusal => invalid({ field: 'amounts', code: 'INVALID', message })
  const known = parts.filter((part) => part !== undefined)
  const wrong = (amounts as readonly string[]).find((_text, index) => parts[index] === undefined)
  if (wrong !== undefined) throw problem(notAnAmount(wrong, facts.grossCurrency))
  if (known.some((part) => part === 0n || part > 0n !== gross > 0n))
    throw problem('Each amount must have the sign of the line')
  if (known.reduce((sum, part) => sum + part, 0n) !== gross)
    throw problem('The amounts must add up to the gross amount of the line')
  const weights = known.map((part) => (part < 0n ? -part : part))
  const total = BigInt(facts.netMinor) + BigInt(facts.feeMinor)
  // Shares are rounded on their own: with net and fee out of one of them, each part adds up as the line did.
  const [fees, totals, off] = [BigInt(facts.feeMinor), total, total - gross].map((minor) =>
    sharesOf(minor, weights),
  )
  const isOne = facts.grossCurrency === facts.netCurrency
  const minorAt = (shares: typeof fees, index: number) => shares?.[index] ?? 0n
  await splitLine(
    work.tx,
    line,
    known.map((part, index) => ({
      id: work.newId(),
      gross: part,
      net: (isOne ? part + minorAt(off, index) : minorAt(totals, index)) - minorAt(fees, index),
      fee: minorAt(fees, index),
    })),
    { now: work.now, by: work.user.username },
  )
  return { ...noRequest, ...(typeof reason === 'string' && reason !== '' && { note: reason }) }
})

/** The largest amount a decision about the line is about, whatever its currency. */
const mostAtStake = (facts: LineFacts): bigint =>
  amountsAtStake(facts).reduce((most, { minor }) => (minor > most ? minor : most), 0n)

/** Whether each amount is one cent at most, or one of a currency without. */
const isRounding = (facts: LineFacts): boolean =>
  amountsAtStake(facts).every(({ minor, currency }) => {
    const cent = 10n ** BigInt(exponentOf(currency)) / 100n
    return minor <= (cent > 1n ? cent : 1n)
  })

/** What has to be different for a cause to explain it. */
const explained: Readonly<Record<string, readonly [difference: string, message: string]>> = {
  FX: ['FX_DIFF', 'The exchange rate of this line is not different'],
  FEE_CHANGE: ['FEE_DIFF', 'The fee of this line is not different'],
}

function requireFitting(cause: unknown, differences: readonly string[]): void {
  const [difference, message] = explained[String(cause)] ?? []
  if (difference !== undefined && message !== undefined && !differences.includes(difference))
    throw invalid({ field: 'cause', code: 'INVALID', message })
}

const acceptDifference = operation(async (work, line, { cause, reason }) => {
  if (!isOpen(line)) refuse('The line is decided already.')
  requireFitting(cause, line.differences)
  if (cause === 'ROUNDING' && !isRounding(await factsOf(work, line)))
    throw invalid({ field: 'cause', code: 'TOO_LARGE', message: 'Rounding explains 0.01 at most' })
  return { matchStatus: 'ACCEPTED', cause, ...decided(work, reason) }
})

const writeOff = (deps: SettlementDeps) =>
  operation(async (work, line, { reason }, batch) => {
    if (!isOpen(line)) refuse('The line is decided already.')
    const facts = await factsOf(work, line)
    const done = { matchStatus: 'WRITTEN_OFF', ...decided(work, reason), writeOffBy: line.writeOffBy }
    if (!(await isTooMuchForOne(work, deps, batch, facts))) return done
    if (line.writeOffBy !== null) {
      requireOtherPerson(peopleOf(work.user), facts.writeOffPeople)
      return done
    }
    return { writeOffBy: work.user.username, writeOffPeople: [...peopleOf(work.user)], note: reason }
  })

const investigate = operation(async (work, line, { reason }) => {
  if (!isOpen(line)) refuse('The line is decided already.')
  const minor = mostAtStake(await factsOf(work, line))
  const { id } = await openCase(work, {
    merchantId: line.txMerchantId ?? line.merchantId,
    txId: line.txId,
    type: 'RECON_DIFFERENCE',
    severity: severityOfAmount(minor),
    cause: `Settlement ${line.title}: ${line.differences.join(', ')}`,
    by: work.user.username,
  })
  return { matchStatus: 'SENT_TO_INVESTIGATION', caseId: id, ...decided(work, reason) }
})

const reopen = (deps: SettlementDeps) =>
  operation(async (work, line, _params, batch) => {
    const isDecided = ['ACCEPTED', 'WRITTEN_OFF', 'SENT_TO_INVESTIGATION'].includes(line.matchStatus)
    if (!isDecided && line.writeOffBy === null) refuse('Nothing was decided about the line.')
    await reopenLine(work.tx, line)
    if (line.origin === 'FILE' || line.origin === 'SPLIT')
      await compareLines(work.tx, batch, await tolerancesOf(work, deps, batch), line.id)
    if (line.matchStatus === 'SENT_TO_INVESTIGATION') {
      const why = `${line.title} of settlement ${batch.batchRef}: ${line.resolvedBy ?? 'somebody'} sent it to investigation, and ${work.user.username} undid that.`
      await closeCaseOfLine(work, line, { why, by: work.user.username })
    }
    return {}
  })

/** A batch shows what its lines come to, so it is counted again after each change, and is another than was seen. */
async function recount(work: Work, line: Line): Promise<void> {
  const key = { merchantId: line.merchantId, id: line.batch }
  const { state } = await countLines(work.tx, key)
  await setBatchState(work.tx, key, state)
  await markChanged(work.tx, key, { now: work.now, by: work.user.username })
  work.emit({ merchantId: line.merchantId, topic: 'settlement-batch', key: line.batch })
}

/** What people decide about lines. */
export const lines = (deps: SettlementDeps) =>
  new Resource(settlementLine, {
    filters: () => ({
      batchId: isOfBatch,
      open: (value) => isToDecide(value === 'true'),
      notAddingUp: (value) => isOffSum(value === 'true'),
    }),
    afterChange: async (work, { after }) => {
      if (after) await recount(work, after)
    },
    operations: {
      link: link(deps),
      split,
      'accept-difference': acceptDifference,
      'write-off': writeOff(deps),
      investigate,
      reopen: reopen(deps),
    },
  })
