import type { People } from '@signalbox/model/access/people'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { Refusal } from '@signalbox/model/text/refusal'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { payoutChange, payoutTakenBack, type Batch, type PayoutSeen, type SaidPayout } from './batches.ts'
import { commitFile, previewFile } from './import-file.ts'
import type { SettlementDeps } from './match-batch.ts'
import { ownScope } from './own-scope.ts'
import { generic } from './profiles.ts'

export { countUnaccepted, figuresOfPsps, settlementWork } from './figures-store.ts'
export { findLateFiles, findUndecided, lateFiles, undecidedSettlements } from './late.ts'
export { linesOfPayment } from './of-payment-store.ts'
export { payoutsBetween, payoutsNamed } from './payout-store.ts'
export { settlementDeps } from './settlement-feature.ts'
export { settlementsToDecide } from './to-decide.ts'
export { aboveWriteOffLimit } from './write-off-limit.ts'

interface BatchOfBank {
  readonly merchantId: number
  readonly id: string
  readonly by: string
}

const batchStore = (unit: UnitOfWork, { merchantId }: BatchOfBank) =>
  entityStore(settlementBatch, unit.tx, ownScope(merchantId))

/** Writes what the bank had to say down as any change of a batch. */
async function storeBatch(
  unit: UnitOfWork,
  { merchantId, id, by }: BatchOfBank,
  before: Batch,
  change: Record<string, unknown>,
  {
    action,
    note,
    after: told,
  }: { readonly action: string; readonly note: string | null; readonly after: object },
): Promise<{ readonly state: string }> {
  const store = batchStore(unit, { merchantId, id, by })
  const after = await store.update(id, before.version, { ...change, updatedAt: unit.now, updatedBy: by })
  await keepVersion(
    unit.tx,
    {
      merchantId,
      entity: settlementBatch.slug,
      recordId: id,
      version: after.version,
      changeType: 'UPDATE',
      by,
      note,
      record: after,
    },
    unit.now,
  )
  unit.audit({
    merchantId,
    entityType: settlementBatch.slug,
    entityId: id,
    entityLabel: before.batchRef,
    action,
    ...(note !== null && { note }),
    before: { state: before.state },
    after: { state: after.state, ...told },
  })
  unit.emit({ merchantId, topic: settlementBatch.slug, key: id, payload: { changeType: 'UPDATE' } })
  return { state: after.state }
}

/** The bank saw a payout: the batch is matched again with it, or closed where it is accepted. */
export async function confirmPayout(
  unit: UnitOfWork,
  deps: SettlementDeps,
  batch: BatchOfBank,
  seen: Omit<PayoutSeen, 'source'>,
): Promise<{ readonly state: string }> {
  const before = await batchStore(unit, batch).lock(batch.id)
  const change = await payoutChange(unit, deps, before, { ...seen, source: 'STATEMENT' }, batch.by)
  return storeBatch(unit, batch, before, change, { action: 'CONFIRM_PAYOUT', note: null, after: seen })
}

/** What the bank saw was the payout of another batch: this one waits for its own and is matched again. */
export async function takeBackPayout(
  unit: UnitOfWork,
  deps: SettlementDeps,
  batch: BatchOfBank,
  said: SaidPayout,
): Promise<void> {
  const before = await batchStore(unit, batch).lock(batch.id)
  const change = await payoutTakenBack(unit, deps, before, said, batch.by)
  if (!change) return
  // The reason stands with the entry, where it can be forgotten: people write names of who paid.
  const note = 'The bank entry that confirmed the payout was reopened'
  await storeBatch(unit, batch, before, change, { action: 'UNDO_PAYOUT', note, after: { bankRef: null } })
}

/** Checks and imports a file with the generic header, as a person does in two steps. */
export async function importFile(
  unit: UnitOfWork,
  deps: SettlementDeps,
  importer: { readonly merchantId: number; readonly username: string; readonly people: People },
  file: {
    readonly psp: string
    readonly pspAccount: string
    readonly name: string
    readonly content: string
    readonly declaredNet?: string
  },
) {
  const account = { psp: file.psp, pspAccount: file.pspAccount, profile: generic }
  const preview = await previewFile(unit, importer, account, file)
  const [problem] = preview.problems
  if (problem)
    throw new Refusal('INVALID_STATE', {
      message: `Line ${problem.line}, ${problem.column}: ${problem.message}`,
    })
  return commitFile(unit, deps, importer, account, { sha256: preview.sha256, declaredNet: file.declaredNet })
}
