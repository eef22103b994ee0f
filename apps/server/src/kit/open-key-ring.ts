import { createHash } from 'node:crypto'
import type pg from 'pg'
import { keptNames, KeyRing } from './key-ring.ts'
import { secretBox } from './secret-box.ts'

export const keptPurpose = 'kept key'
export const fingerprintSetting = 'master-key-fingerprint'
/** Present while rows may still be sealed with the former key. */
export const rotationSetting = 'master-key-rotation'

/** The kept keys there were when the master key last changed: they follow from no key in use. */
export const keptSetting = 'kept-keys'

/** The one of the settings first, then former ones. */
export type MasterKeys = readonly [Buffer, ...Buffer[]]

export interface Rotation {
  readonly from: string
  readonly to: string
}

export const fingerprintOf = (key: Buffer): string =>
  createHash('sha256').update('master key fingerprint').update(key).digest('hex')

/** The key of a ring that a fingerprint means. */
export const keyByPrint = (ring: KeyRing, print: unknown) =>
  ring.keys.find(({ key }) => fingerprintOf(key) === print)

interface KeySettings {
  readonly print: unknown
  readonly rotation: Rotation | undefined
  readonly kept: readonly string[]
}

async function readSettings(client: pg.Client): Promise<KeySettings> {
  const { rows } = await client.query<{ name: string; value: unknown }>(
    'select name, value from platform_setting where name = any($1)',
    [[fingerprintSetting, rotationSetting, keptSetting]],
  )
  const valueOf = (name: string) => rows.find((row) => row.name === name)?.value
  return {
    print: valueOf(fingerprintSetting),
    rotation: valueOf(rotationSetting) as Rotation | undefined,
    kept: (valueOf(keptSetting) ?? []) as readonly string[],
  }
}

/** This node could neither read the stored secrets nor continue the audit seals; it must not start. */
export class UnknownMasterKey extends Error {}

/** The keys of this node, as far as the database was set up with them. */
export async function openKeyRing(client: pg.Client, keys: MasterKeys): Promise<KeyRing> {
  const ring = new KeyRing(keys)
  await client.query('insert into platform_setting (name, value) values ($1, $2) on conflict do nothing', [
    fingerprintSetting,
    JSON.stringify(fingerprintOf(keys[0])),
  ])
  const { print, rotation, kept } = await readSettings(client)
  const sealing = keyByPrint(ring, print)
  if (!sealing) throw new UnknownMasterKey('MASTER_KEY is not the key this database was set up with.')
  if (rotation && !(keyByPrint(ring, rotation.from) && keyByPrint(ring, rotation.to)))
    throw new UnknownMasterKey(
      'The master key is being changed: until rotate-key has come to its end, the former one has to be in MASTER_KEYS_OLD.',
    )
  ring.sealWith(sealing.id)
  await refuseLost(client, kept)
  await keepKeys(client, ring)
  return ring
}

/** Made up anew from another master key they would be other keys, and seals, fingerprints and logins would not match. */
async function refuseLost(client: pg.Client, kept: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from kept_key')
  const lost = kept.filter((name) => !rows.some((row) => row.name === name))
  if (lost.length > 0)
    throw new UnknownMasterKey(`The table kept_key lacks ${lost.join(', ')}: restore it from a backup.`)
}

/** Written down once, from the first key; every other start reads them. */
async function keepKeys(client: pg.Client, ring: KeyRing): Promise<void> {
  const box = secretBox(ring)
  for (const name of keptNames)
    await client.query('insert into kept_key (name, sealed) values ($1, $2) on conflict do nothing', [
      name,
      box.seal(keptPurpose, name, ring.kept(name).toString('base64url')),
    ])
  const { rows } = await client.query<{ name: string; sealed: string }>('select name, sealed from kept_key')
  for (const name of keptNames) {
    const sealed = rows.find((row) => row.name === name)?.sealed ?? ''
    ring.keep(name, Buffer.from(box.open(keptPurpose, name, sealed), 'base64url'))
  }
}
