import { sql } from 'kysely'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { putInEffect } from '../ruleset/read-model.ts'
import type { MaintenanceTables } from './maintenance-table.ts'
import { ruleOf } from './rules-of-windows.ts'
import { openWindows } from './store.ts'

/** An alert that closes a PSP, and the row that says so. */
interface AlertWindow {
  readonly merchantId: number
  readonly psp: string
  /** Names the row, so that everybody who meets the window knows why it is there. */
  readonly title: string
}

const writer = { id: 'system', username: 'system' } as const

async function writeRules(
  unit: UnitOfWork,
  { merchantId, title }: Pick<AlertWindow, 'merchantId' | 'title'>,
): Promise<void> {
  const windows = await openWindows(unit.tx, merchantId, unit.now)
  await putInEffect(
    { ...unit, user: writer },
    {
      merchantId,
      table: 'maintenance',
      name: 'Maintenance windows',
      rules: windows.map(ruleOf),
      changeNote: title,
    },
  )
}

const source = 'ALERT'
const longestTitle = 80
/** What a machine closed opens again by itself once it works. */
const goodProbes = 3

/** Closes the PSP, unless the same alert has closed it already: for a while, or until probes go well again. */
export async function openWindowFor(
  unit: UnitOfWork,
  window: AlertWindow & {
    readonly kind: 'FIXED' | 'HALF_OPEN'
    readonly time: number
    readonly unit: string
    readonly forMs: number
  },
): Promise<void> {
  const { merchantId, psp, kind } = window
  const title = window.title.slice(0, longestTitle)
  const open = await openWindows(unit.tx, merchantId, unit.now)
  if (open.some((each) => each.psp === psp && each.source === source && each.title === title)) return
  const at = unit.now.toISOString()
  const halfOpen = kind === 'HALF_OPEN'
  const id = unit.newId()
  await unit.tx
    .withTables<MaintenanceTables>()
    .insertInto('maintenance')
    .values({
      merchantId,
      id,
      title,
      psp,
      method: 'BOTH',
      kind,
      probeEvery: halfOpen ? window.time : null,
      probeUnit: halfOpen ? window.unit : null,
      closeAfter: halfOpen ? goodProbes : null,
      startAt: at,
      endAt: halfOpen ? null : new Date(unit.now.getTime() + window.forMs).toISOString(),
      excludedUserIds: [],
      source,
      version: 1,
      createdAt: at,
      updatedAt: at,
      updatedBy: writer.username,
    })
    .execute()
  unit.audit({
    merchantId,
    entityType: 'maintenance',
    entityId: id,
    entityLabel: title,
    changeType: 'CREATE',
    action: 'CREATE',
    after: { psp, kind, source },
  })
  await writeRules(unit, window)
}

function noteEnd(unit: UnitOfWork, merchantId: number, id: string, title: string): void {
  unit.audit({
    merchantId,
    entityType: 'maintenance',
    entityId: id,
    entityLabel: title,
    changeType: 'UPDATE',
    action: 'END_NOW',
    after: { endAt: unit.now.toISOString() },
  })
}

/** Opens the PSP again, as far as alerts closed it. What people closed stays closed. */
export async function endWindowsOf(unit: UnitOfWork, window: AlertWindow): Promise<void> {
  const { merchantId, psp } = window
  const at = unit.now.toISOString()
  const ended = await unit.tx
    .withTables<MaintenanceTables>()
    .updateTable('maintenance')
    .set((row) => ({ endAt: at, updatedAt: at, updatedBy: writer.username, version: row('version', '+', 1) }))
    .where('merchantId', '=', merchantId)
    .where('psp', '=', psp)
    .where('source', '=', source)
    .where((where) => where.or([where('endAt', 'is', null), where('endAt', '>', at)]))
    .returning(['id', 'title'])
    .execute()
  for (const { id, title } of ended) noteEnd(unit, merchantId, id, title)
  if (ended.length > 0) await writeRules(unit, window)
}

/**
 * How the one payment a half-open window let through went. Enough good ones in a row end the window. The window is locked
 * first, as whoever takes a probe does.
 */
export async function reportProbe(
  unit: UnitOfWork,
  { merchantId, id }: { readonly merchantId: number; readonly id: string },
  good: boolean,
): Promise<void> {
  const { rows } = await sql<{ title: string }>`
    with locked as (
      select merchant_id, id from maintenance where merchant_id = ${merchantId} and id = ${id} for no key update
    ), probed as (
      update maintenance_probe p set good_probes = case when ${good} then good_probes + 1 else 0 end
      from locked where p.merchant_id = locked.merchant_id and p.maintenance_id = locked.id returning good_probes
    )
    update maintenance m set end_at = ${unit.now}, updated_at = ${unit.now}, updated_by = ${writer.username},
      version = version + 1
    from probed where m.merchant_id = ${merchantId} and m.id = ${id} and m.close_after <= probed.good_probes
      and (m.end_at is null or m.end_at > ${unit.now})
    returning m.title`.execute(unit.tx)
  const [ended] = rows
  if (!ended) return
  noteEnd(unit, merchantId, id, ended.title)
  await writeRules(unit, { merchantId, title: `${ended.title}: it works again` })
}
