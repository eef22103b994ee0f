import type { ExpectedFee, PspService, StatusMapEntry } from '@signalbox/model/reference/psp-settings'
import type { Selectable } from 'kysely'
import type { Database, Tx } from '../../kit/database.ts'
import type { PspSettings } from './psp-settings.ts'
import type { PspTable } from './psp-table.ts'

export type { PspSettings } from './psp-settings.ts'

const catalogue = (db: Database | Tx) => db.withTables<{ psp: PspTable }>().selectFrom('psp')

/** What the catalogue says about a PSP now; nothing about one it does not know. */
export async function pspSettings(db: Database | Tx, psp: string): Promise<PspSettings | undefined> {
  const row = await catalogue(db).selectAll().where('psp', '=', psp).executeTakeFirst()
  return row && settingsOf(row)
}

function settingsOf(row: Selectable<PspTable>): PspSettings {
  return {
    ...row,
    services: row.services as PspService[],
    kickbackPpm: row.kickbackPpm ?? 0,
    capabilities: new Set(row.capabilities),
    endpoints: { test: row.testUrl, production: row.productionUrl },
    statusMap: row.statusMap as StatusMapEntry[],
    expectedFee: row.expectedFee as ExpectedFee | null,
  }
}

/** PSPs that are switched on and do this kind of payment. */
export async function pspsFor(db: Database | Tx, txType: string): Promise<ReadonlySet<string>> {
  const rows = await catalogue(db).select(['psp', 'txTypes']).where('status', '=', 'ACTIVE').execute()
  return new Set(rows.filter(({ txTypes }) => txTypes.includes(txType)).map(({ psp }) => psp))
}

/** Where each PSP that is switched on listens, as far as the catalogue says. */
export async function addressesInUse(db: Database | Tx, production: boolean) {
  const rows = await catalogue(db)
    .select(['merchantId', 'psp', 'name', 'testUrl', 'productionUrl'])
    .where('status', '=', 'ACTIVE')
    .execute()
  return rows.map(({ testUrl, productionUrl, ...row }) => ({
    ...row,
    address: production ? productionUrl : testUrl,
  }))
}

export interface NamedPsp {
  readonly psp: string
  readonly name: string
  readonly status: string
  readonly services: readonly PspService[]
  readonly txTypes: readonly string[]
  /** Empty: all. */
  readonly currencies: readonly string[]
}

/** Everything in the catalogue by name, for those who pick from it. */
export async function pspNames(db: Database | Tx): Promise<NamedPsp[]> {
  const rows = await catalogue(db)
    .select(['psp', 'name', 'status', 'services', 'txTypes', 'currencies'])
    .orderBy('name')
    .execute()
  return rows.map((row) => ({ ...row, services: row.services as PspService[] }))
}

/** What people call a PSP. One that left the catalogue has only its id. */
export async function readPspName(db: Database | Tx): Promise<(psp: string) => string> {
  const names = new Map((await pspNames(db)).map(({ psp, name }) => [psp, name]))
  return (psp) => names.get(psp) ?? psp
}
