import { sql } from 'kysely'
import type { Database, Tx } from './kit/database.ts'
import { keptNames } from './kit/key-ring.ts'
import { fingerprintSetting, keptSetting, rotationSetting, type Rotation } from './kit/open-key-ring.ts'

async function settingOf(tx: Tx, name: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`
    select value from platform_setting where name = ${name}`.execute(tx)
  return rows[0]?.value
}

/** How the database stands; whoever else wants to change it waits. */
export async function lockKeySettings(tx: Tx): Promise<{ print: unknown; rotation: Rotation | undefined }> {
  await sql`select 1 from platform_setting where name = ${fingerprintSetting} for update`.execute(tx)
  const rotation = (await settingOf(tx, rotationSetting)) as Rotation | undefined
  return { print: await settingOf(tx, fingerprintSetting), rotation }
}

export async function beginRotation(tx: Tx, rotation: Rotation): Promise<void> {
  await sql`insert into platform_setting (name, value) values
      (${fingerprintSetting}, ${JSON.stringify(rotation.to)}::jsonb),
      (${rotationSetting}, ${JSON.stringify(rotation)}::jsonb),
      (${keptSetting}, ${JSON.stringify(keptNames)}::jsonb)
    on conflict (name) do update set value = excluded.value`.execute(tx)
}

export async function endRotation(tx: Tx): Promise<void> {
  await sql`delete from platform_setting where name = ${rotationSetting}`.execute(tx)
}

/** A mark that every transaction which has written something by now stands before. */
export async function currentTransaction(db: Database): Promise<string> {
  const { rows } = await sql<{ now: string }>`select pg_current_xact_id()::text as now`.execute(db)
  return rows[0]?.now ?? '0'
}

export async function isOver(db: Database, mark: string): Promise<boolean> {
  const { rows } = await sql<{ isOver: boolean }>`
    select pg_snapshot_xmin(pg_current_snapshot()) > ${mark}::xid8 as is_over`.execute(db)
  return rows[0]?.isOver === true
}

export interface RecoveryOwner {
  readonly merchantId: number
  readonly userId: string
  readonly salt: string
}

/** Sets of recovery codes whose key is not stored. */
export async function setsWithoutKey(db: Database): Promise<readonly RecoveryOwner[]> {
  const { rows } = await sql<RecoveryOwner>`
    select distinct merchant_id, user_id, salt from recovery_code where sealed_key is null`.execute(db)
  return rows
}

export async function storeRecoveryKey(db: Database, set: RecoveryOwner, sealed: string): Promise<void> {
  await sql`update recovery_code set sealed_key = ${sealed}
    where merchant_id = ${set.merchantId} and user_id = ${set.userId} and salt = ${set.salt}`.execute(db)
}
