import { midRate } from '@signalbox/model/money/forex'
import { severityOfAmount } from '@signalbox/model/investigation/case'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import type { MerchantConfig } from '../../setup/config/read-model.ts'
import { pspSettings } from '../../setup/psp/read-model.ts'
import { openCase } from '../../payments/core/cases/cases.ts'
import type { Tx } from '../../kit/database.ts'
import {
  descendToChildren,
  forgetMatches,
  matchByAmount,
  matchByPspReference,
  matchByReference,
} from './find-payments-store.ts'
import { askedWriteOffs, dropChangedWriteOffs, markCase } from './line-store.ts'
import {
  addTotalDifference,
  compareLines,
  countLines,
  markChanged,
  merchantsBelow,
  offTotal,
  otherCurrencies,
  setBatchState,
  stateDifferences,
} from './match-store.ts'
import type { MatchedBatch } from './match-terms-store.ts'
import { dropFound, missAgain, missedElsewhere, type NamedPayment } from './missing-store.ts'
import { rateText, ratesOn } from './our-rates.ts'
import { tellCancelled, voidLines } from './void-lines.ts'
import { dropOtherTotals } from './void-store.ts'

/** What settlements need of the rest of the product. */
export interface SettlementDeps {
  readonly merchantConfig: (tx: Tx, merchantId: number) => Promise<MerchantConfig>
}

const noSettleDays = 2
/** More than anybody looks into; the lines say the rest. */
const mostCases = 200

export async function tolerancesOf(unit: UnitOfWork, deps: SettlementDeps, batch: MatchedBatch) {
  const { fxTolerancePct } = (await deps.merchantConfig(unit.tx, batch.merchantId)).recon
  const currencies = await otherCurrencies(unit.tx, batch)
  // By a rate somebody has just entered, any exchange would be near enough to ours, and nobody asked.
  const sheet = (await ratesOn(unit.tx, batch.merchantId, batch.payoutDate)).standing(unit.now)
  const rates = currencies.flatMap((currency) => {
    const cross = midRate(sheet, currency, batch.settlementCurrency)
    return cross ? [{ currency, rate: rateText(cross.rate) }] : []
  })
  return { fxPct: fxTolerancePct, rates }
}

/** Money was settled for what we say failed: somebody has to find out. */
async function openCases(unit: UnitOfWork, batch: MatchedBatch): Promise<void> {
  for (const line of await stateDifferences(unit.tx, batch, mostCases)) {
    const { id } = await openCase(unit, {
      merchantId: line.txMerchantId,
      txId: line.txId,
      type: 'RECON_DIFFERENCE',
      severity: severityOfAmount(BigInt(line.grossMinor)),
      cause: 'Settled by the PSP, but not successful here',
    })
    await markCase(unit.tx, { merchantId: batch.merchantId, id: line.id }, id)
  }
}

const found = 'The payment is in a settlement file now.'

/** Batches that miss what this one brought are others than were seen, whosever they are. */
async function relieveOthers(
  unit: UnitOfWork,
  batch: MatchedBatch,
  by: string,
  payment?: NamedPayment,
): Promise<void> {
  const { tx, now } = unit
  for (const other of await missedElsewhere(tx, batch, payment)) {
    const { merchantId, id } = other
    await voidLines(unit, other, await dropFound(tx, other, batch, payment), { why: found, by })
    const { state, missing } = await countLines(tx, other)
    await setBatchState(tx, other, state)
    await markChanged(tx, other, { now, by })
    unit.audit({
      merchantId,
      entityType: 'settlement-batch',
      entityId: id,
      entityLabel: other.batchRef,
      action: 'FOUND_ELSEWHERE',
      before: { missing: other.missing },
      after: { missing, broughtBy: batch.id },
    })
    unit.emit({ merchantId, topic: 'settlement-batch', key: id })
  }
}

/** Somebody said which payment a line is about: no batch misses that one any more. */
export async function foundByHand(
  unit: UnitOfWork,
  batch: MatchedBatch,
  payment: NamedPayment,
  by: string,
): Promise<void> {
  await voidLines(unit, batch, await dropFound(unit.tx, batch, batch, payment), { why: found, by })
  await relieveOthers(unit, batch, by, payment)
}

/** What is missing, and what the total is off: as the lines of the file leave it. */
async function matchVirtual(
  unit: UnitOfWork,
  batch: MatchedBatch,
  options: Pick<Parameters<typeof missAgain>[2], 'merchants' | 'settleDays' | 'by'>,
): Promise<void> {
  const { tx, now, newId } = unit
  const { by } = options
  const gone = await missAgain(tx, batch, { ...options, now, newId })
  const notMissing = gone.filter(({ isAnother }) => !isAnother)
  await voidLines(unit, batch, notMissing, { why: 'The payment is no longer missing.', by })
  const another = gone.filter(({ isAnother }) => isAnother)
  await voidLines(unit, batch, another, { why: 'Another amount of the payment is missing now.', by })
  const off = offTotal(batch)
  const explained = await dropOtherTotals(tx, batch, off)
  const why = off === 0n ? 'The total is no longer different.' : 'The total differs by another amount.'
  await voidLines(unit, batch, explained, { why, by })
  await addTotalDifference(tx, batch, { off, now, by, newId })
}

/**
 * Finds the payment of every line and what is different about it, all lines at once. Whoever calls it holds the batch.
 * What people decided stays, as long as there is what they decided about.
 */
export async function matchBatch(unit: UnitOfWork, deps: SettlementDeps, batch: MatchedBatch, by: string) {
  const { tx } = unit
  const merchants = await merchantsBelow(tx, batch.merchantId)
  const settleDays = (await pspSettings(tx, batch.psp))?.settleDays ?? noSettleDays
  const asked = await askedWriteOffs(tx, batch)
  await forgetMatches(tx, batch)
  await matchByReference(tx, batch, merchants)
  await matchByPspReference(tx, batch, merchants)
  await descendToChildren(tx, batch)
  await matchByAmount(tx, batch, merchants)
  await compareLines(tx, batch, await tolerancesOf(unit, deps, batch))
  tellCancelled(unit, await dropChangedWriteOffs(tx, batch, asked))
  await matchVirtual(unit, batch, { merchants, settleDays, by })
  await relieveOthers(unit, batch, by)
  await openCases(unit, batch)
  return countLines(tx, batch)
}
