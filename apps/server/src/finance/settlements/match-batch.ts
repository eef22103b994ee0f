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
  addMissing,
  addTotalDifference,
  compareLines,
  countLines,
  dropFoundElsewhere,
  markChanged,
  merchantsBelow,
  otherCurrencies,
  setBatchState,
  stateDifferences,
} from './match-store.ts'
import type { MatchedBatch } from './match-terms-store.ts'
import { rateText, ratesOn } from './our-rates.ts'

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
  const { sheet } = await ratesOn(unit.tx, batch.merchantId, batch.payoutDate)
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

/** Batches that miss what this one brought are others than were seen, whosever they are. */
async function relieveOthers(unit: UnitOfWork, batch: MatchedBatch, by: string): Promise<void> {
  const { tx, now } = unit
  for (const other of await dropFoundElsewhere(tx, batch)) {
    const { merchantId, id } = other
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

/**
 * Finds the payment of every line and what is different about it, all lines at once. Whoever calls it holds the batch.
 * What people decided stays.
 */
export async function matchBatch(unit: UnitOfWork, deps: SettlementDeps, batch: MatchedBatch, by: string) {
  const { tx, now, newId } = unit
  const merchants = await merchantsBelow(tx, batch.merchantId)
  const settleDays = (await pspSettings(tx, batch.psp))?.settleDays ?? noSettleDays
  const asked = await askedWriteOffs(tx, batch)
  await forgetMatches(tx, batch)
  await matchByReference(tx, batch, merchants)
  await matchByPspReference(tx, batch, merchants)
  await descendToChildren(tx, batch)
  await matchByAmount(tx, batch, merchants)
  await compareLines(tx, batch, await tolerancesOf(unit, deps, batch))
  await dropChangedWriteOffs(tx, batch, asked)
  await addMissing(tx, batch, { merchants, settleDays, now, by })
  await addTotalDifference(tx, batch, { now, by, newId })
  await relieveOthers(unit, batch, by)
  await openCases(unit, batch)
  return countLines(tx, batch)
}
