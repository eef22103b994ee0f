import type { Entity } from '@signalbox/model/field/entity'
import { tableOf } from '@signalbox/model/field/entity'
import { systemActor } from './audit.ts'
import { snake } from './column.ts'
import { insertSeeded, lockSeededNames, saveSeededNames, seededNames, type SeededRow } from './seed-store.ts'
import { perform, type KitDeps, type UnitOfWork } from './unit-of-work.ts'

/** The template merchant, from which everybody inherits. */
const templateMerchantId = 1000

interface SeededRecord {
  /** By which it is known that it came before. */
  readonly name: string
  readonly values: Readonly<Record<string, unknown>>
}

interface Seed {
  readonly entity: Entity
  /** Under which the platform notes what came. */
  readonly setting: string
  readonly action: string
  readonly records: readonly SeededRecord[]
}

function rowOf({ now, newId }: UnitOfWork, values: SeededRecord['values']): SeededRow {
  const [id, at] = [newId(), now.toISOString()]
  const stamps = {
    id,
    merchantId: templateMerchantId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    updatedBy: 'system',
  }
  const record = { ...stamps, ...values }
  const columns = Object.fromEntries(Object.entries(record).map(([name, value]) => [snake(name), value]))
  return { id, record, columns }
}

/**
 * Gives the platform the records that come with it, each once: those a new release brings along arrive at its first start,
 * and those somebody deleted stay deleted. Tells how many came.
 */
export async function seedOnce(deps: KitDeps, { entity, setting, action, records }: Seed): Promise<number> {
  const missing = (seeded: readonly string[]) => {
    const known = new Set(seeded)
    return records.filter(({ name }) => !known.has(name))
  }
  if (missing(await seededNames(deps.db, setting)).length === 0) return 0
  const { value } = await perform(deps, systemActor, async (unit) => {
    const before = await lockSeededNames(unit.tx, setting)
    const given = missing(before)
    if (given.length === 0) return 0
    const rows = given.map(({ values }) => rowOf(unit, values))
    const place = { table: tableOf(entity), entity: entity.slug, merchantId: templateMerchantId }
    await insertSeeded(unit.tx, { ...place, rows }, unit.now)
    await saveSeededNames(unit.tx, setting, [...before, ...given.map(({ name }) => name)])
    unit.audit({
      merchantId: templateMerchantId,
      entityType: entity.slug,
      entityId: 'defaults',
      entityLabel: `${entity.plural} of the platform`,
      changeType: 'CREATE',
      action,
      after: { records: given.length },
    })
    return given.length
  })
  return value
}
