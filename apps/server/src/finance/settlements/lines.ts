import { peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { settlementLine } from '@signalbox/model/entities/settlement-line'
import type { RecordOf } from '@signalbox/model/field/entity'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import { allocate } from '@signalbox/model/money/allocate'
import { notAnAmount, parseSignedMoney } from '@signalbox/model/money/money-text'
import { exponentOf } from '@signalbox/model/reference/currencies'
import { openMatchStatuses } from '@signalbox/model/settlements/settlement-words'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { openCase } from '../../payments/core/cases/cases.ts'
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
import { tolerancesOf, type SettlementDeps } from './match-batch.ts'
import {
  compareLines,
  countLines,
  lockBatch,
  markChanged,
  merchantsBelow,
  setBatchState,
} from './match-store.ts'
import type { MatchedBatch } from './match-terms-store.ts'
import { aboveWriteOffLimit } from './write-off-limit.ts'

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

const decided = (work: Work, reason: unknown) => ({
  resolvedBy: work.user.username,
  resolvedAt: work.now,
  ...(typeof reason === 'string' && reason.trim() !== '' && { note: reason.trim() }),
  writeOffBy: null,
  writeOffPeople: [],
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
    return { matchedBy: 'HAND', ...(typeof reason === 'string' && reason !== '' && { note: reason }) }
  })

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
  const share = (minor: string) => allocate({ minor: BigInt(minor), currency: facts.netCurrency }, weights)
  const [nets, fees] = [share(facts.netMinor), share(facts.feeMinor)]
  // Shares are rounded on their own: where it is one currency, each part adds up as the line did.
  const off = share(String(BigInt(facts.netMinor) + BigInt(facts.feeMinor) - gross))
  const isOne = facts.grossCurrency === facts.netCurrency
  const minorAt = (shares: typeof fees, index: number) => shares[index]?.minor ?? 0n
  await splitLine(
    work.tx,
    line,
    known.map((part, index) => ({
      id: work.newId(),
      gross: part,
      net: isOne ? part - minorAt(fees, index) + minorAt(off, index) : minorAt(nets, index),
      fee: minorAt(fees, index),
    })),
    { now: work.now, by: work.user.username },
  )
  return typeof reason === 'string' && reason !== '' ? { note: reason } : {}
})

/** How much a decision about the line is about, in the currency of the payment. */
function amountAtStake({ origin, ...facts }: LineFacts): { minor: bigint; currency: string } {
  const [gross, expected] = [BigInt(facts.grossMinor), BigInt(facts.expectedMinor ?? '0')]
  const off = origin === 'MISSING' ? expected : gross - expected
  const fee = facts.expectedFeeMinor === null ? 0n : BigInt(facts.feeMinor) - BigInt(facts.expectedFeeMinor)
  const size = (minor: bigint) => (minor < 0n ? -minor : minor)
  const currency = facts.expectedCurrency ?? facts.grossCurrency
  // What reaches the bank may be less than the line itself says it is.
  const unexplained =
    facts.grossCurrency === facts.netCurrency && origin !== 'MISSING'
      ? gross - BigInt(facts.feeMinor) - BigInt(facts.netMinor)
      : 0n
  const sizes = [off, fee, unexplained].map(size)
  return { minor: sizes.reduce((most, each) => (each > most ? each : most), 0n), currency }
}

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
  if (cause === 'ROUNDING') {
    const { minor, currency } = amountAtStake(await factsOf(work, line))
    const cent = 10n ** BigInt(exponentOf(currency)) / 100n
    if (minor > (cent > 1n ? cent : 1n))
      throw invalid({ field: 'cause', code: 'TOO_LARGE', message: 'Rounding explains 0.01 at most' })
  }
  return { matchStatus: 'ACCEPTED', cause, ...decided(work, reason) }
})

/** What is worth more than the limit, or cannot be valued, takes two. */
export async function takesTwo(
  { tx }: Pick<Work, 'tx'>,
  deps: SettlementDeps,
  batch: Pick<MatchedBatch, 'merchantId' | 'payoutDate'>,
): Promise<(facts: LineFacts) => boolean> {
  const exceeds = await aboveWriteOffLimit(tx, deps, batch.merchantId, batch.payoutDate)
  return (facts) => exceeds(amountAtStake(facts))
}

const writeOff = (deps: SettlementDeps) =>
  operation(async (work, line, { reason }, batch) => {
    if (!isOpen(line)) refuse('The line is decided already.')
    const facts = await factsOf(work, line)
    const done = { matchStatus: 'WRITTEN_OFF', ...decided(work, reason), writeOffBy: line.writeOffBy }
    const needsTwo = await takesTwo(work, deps, batch)
    if (!needsTwo(facts)) return done
    if (line.writeOffBy !== null) {
      requireOtherPerson(peopleOf(work.user), facts.writeOffPeople)
      return done
    }
    return { writeOffBy: work.user.username, writeOffPeople: [...peopleOf(work.user)], note: reason }
  })

const investigate = operation(async (work, line, { reason }) => {
  if (!isOpen(line)) refuse('The line is decided already.')
  const { minor } = amountAtStake(await factsOf(work, line))
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
