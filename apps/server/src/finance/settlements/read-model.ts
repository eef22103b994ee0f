import { sql } from 'kysely'
import type { People } from '@signalbox/model/access/people'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Database, Tx } from '../../kit/database.ts'
import { entityStore } from '../../kit/entity-store.ts'
import { keepVersion } from '../../kit/history-store.ts'
import type { Scope } from '../../kit/scope.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { payoutChange, type PayoutSeen } from './batches.ts'
import { commitFile, previewFile } from './import-file.ts'
import type { SettlementDeps } from './match-batch.ts'
import { generic } from './profiles.ts'

export { payoutsBetween, payoutsNamed } from './payout-store.ts'
export { settlementDeps } from './settlement-feature.ts'

export interface PspFigures {
  readonly merchantId: number
  readonly psp: string
  readonly pspAccount: string
  /** The newest payout that is accepted. */
  readonly lastPayoutDate: string | null
  /** The earliest payout that is imported and not accepted. */
  readonly nextPayoutDate: string | null
  readonly nextNetMinor: string | null
  readonly nextCurrency: string | null
}

/** When each account of a PSP was settled last, and what is expected of it next. */
export async function figuresOfPsps(
  db: Database | Tx,
  scope: Pick<Scope, 'effective'>,
): Promise<PspFigures[]> {
  const { rows } = await sql<PspFigures>`
    with open as (
      select distinct on (merchant_id, psp, psp_account) merchant_id, psp, psp_account, payout_date, settlement_currency,
        coalesce(declared_net_minor, net_minor) as net_minor
      from settlement_batch where merchant_id = any(${[...scope.effective]}::integer[])
        and state not in ('ACCEPTED', 'CLOSED', 'REJECTED')
      order by merchant_id, psp, psp_account, payout_date, id)
    select b.merchant_id, b.psp, b.psp_account,
      max(b.payout_date) filter (where b.state in ('ACCEPTED', 'CLOSED')) as last_payout_date,
      max(open.payout_date) as next_payout_date, max(open.net_minor)::text as next_net_minor,
      max(open.settlement_currency) as next_currency
    from settlement_batch b left join open using (merchant_id, psp, psp_account)
    where b.merchant_id = any(${[...scope.effective]}::integer[]) and b.state <> 'REJECTED'
    group by b.merchant_id, b.psp, b.psp_account order by 1, 2, 3`.execute(db)
  return rows
}

/** Batches paid out within these days, both included, that nobody has accepted. */
export async function countUnaccepted(
  db: Database | Tx,
  merchantId: number,
  from: string,
  to: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from settlement_batch
    where merchant_id = ${merchantId} and payout_date between ${from}::date and ${to}::date
      and state not in ('ACCEPTED', 'CLOSED', 'REJECTED')`.execute(db)
  return rows[0]?.count ?? 0
}

export interface ExpectedPayout {
  readonly merchantId: number
  readonly id: string
  readonly psp: string
  readonly pspAccount: string
  readonly batchRef: string
  readonly payoutDate: string
  readonly currency: string
  /** What the PSP says it pays, else what its lines come to. */
  readonly netMinor: string
}

/** Payouts no bank has confirmed yet, for whoever reads statements. */
export async function expectedPayouts(
  db: Database | Tx,
  merchantIds: readonly number[],
): Promise<ExpectedPayout[]> {
  const { rows } = await sql<ExpectedPayout>`select merchant_id, id, psp, psp_account, batch_ref, payout_date,
      settlement_currency as currency, coalesce(declared_net_minor, net_minor)::text as net_minor
    from settlement_batch where merchant_id = any(${[...merchantIds]}::integer[]) and bank_ref is null
      and state <> 'REJECTED' order by payout_date, id`.execute(db)
  return rows
}

/** Only this merchant, whoever looks. */
const scopeOf = (merchantId: number): Scope => ({
  selected: merchantId,
  chain: [merchantId],
  effective: [merchantId],
  group: merchantId,
})

/** The bank saw a payout: the batch is matched again with it, or closed where it is accepted. */
export async function confirmPayout(
  unit: UnitOfWork,
  deps: SettlementDeps,
  { merchantId, id, by }: { readonly merchantId: number; readonly id: string; readonly by: string },
  seen: PayoutSeen,
): Promise<{ readonly state: string }> {
  const store = entityStore(settlementBatch, unit.tx, scopeOf(merchantId))
  const before = await store.lock(id)
  if (before.bankRef !== null)
    throw new Refusal('INVALID_STATE', { message: 'The payout is confirmed already.' })
  const change = await payoutChange(unit, deps, before, seen, by)
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
      note: null,
      record: after,
    },
    unit.now,
  )
  unit.audit({
    merchantId,
    entityType: settlementBatch.slug,
    entityId: id,
    entityLabel: before.batchRef,
    action: 'CONFIRM_PAYOUT',
    before: { state: before.state },
    after: { state: after.state, ...seen },
  })
  unit.emit({ merchantId, topic: settlementBatch.slug, key: id, payload: { changeType: 'UPDATE' } })
  return { state: after.state }
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
