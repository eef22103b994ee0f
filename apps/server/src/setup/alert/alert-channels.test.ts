import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { AlertSeverity } from '@signalbox/model/inbox/alert-channels'
import type { Role } from '@signalbox/model/access/roles'
import { systemActor } from '../../kit/audit.ts'
import { kitApp, testUser, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { readersAt } from '../../people/user/read-model.ts'
import { handlers as settingsHandlers } from '../../people/userdata/routes.ts'
import { openAlerts, raiseAlert } from './read-model.ts'
import { handlers as alertHandlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [...alertHandlers(), ...settingsHandlers()])
})
afterAll(() => kit.close())
beforeEach(async () => {
  for (const table of ['alert', 'user_setting', 'backoffice_user'])
    await sql`delete from ${sql.table(table)}`.execute(kit.db)
})

let people = 0
/** Somebody with a row of their own, signed in. */
async function person(roles: readonly Role[], merchants: number[] = []) {
  const id = kit.deps.newId()
  const username = `person${++people}`
  const email = `${username}@mail.example`
  await sql`insert into backoffice_user (merchant_id, id, username, first_name, last_name, email, roles, merchants, state,
      created_at, updated_at, updated_by)
    values (${group}, ${id}, ${username}, 'A', 'B', ${email}, ${[...roles]}, ${merchants}, 'ACTIVE', now(), now(), 'test')`.execute(
    kit.db,
  )
  const user = testUser({ id, username, homeMerchantId: group, roles: [...roles], merchants })
  return { user, username, client: kit.as(user) }
}
type Person = Awaited<ReturnType<typeof person>>

const raise = (severity: AlertSeverity, merchantId = brand) =>
  perform(kit.deps, systemActor, (unit) =>
    raiseAlert(unit, { merchantId, source: 'RULE', key: severity, severity, title: severity, body: 'Look' }),
  )
const choose = ({ client }: Person, inApp: string, email: string) =>
  client.put('/userdata', { settings: { alertChannels: { inApp, email } } })

const bell = async ({ client }: Person): Promise<string[]> =>
  (await client.get(`/alert?merchantId=${brand}`)).body.items.map(({ title }: { title: string }) => title)
const inbox = async ({ user }: Person, channel?: 'inApp' | 'email'): Promise<string[]> => {
  const reader = { tx: kit.db, user, now: new Date(), deps: kit.deps, merchants: [brand] }
  return (await openAlerts({ ...reader, ...(channel && { channel }) })).map(({ title }) => title)
}
const mailed = async (alertSeverity: AlertSeverity, merchantId = brand) => {
  const to = { roles: ['ALERT_RECEIVER', 'MERCHANT_ADMIN'], alertSeverity }
  return (await readersAt(kit.db, merchantId, to)).map(({ username }) => username)
}

it('whoever chose nothing is told of every alert by every channel', async () => {
  const anna = await person(['ALERT_RECEIVER'])
  await raise('INFO')
  expect(await bell(anna)).toEqual(['INFO'])
  expect(await inbox(anna)).toEqual(['INFO'])
  expect(await mailed('INFO')).toEqual([anna.username])
})

it('bell, inbox, digest and mails tell a person only what they chose for each channel', async () => {
  const anna = await person(['ALERT_RECEIVER'])
  const bo = await person(['ALERT_RECEIVER'])
  expect((await choose(anna, 'CRITICAL', 'NONE')).status).toBe(200)
  for (const severity of ['INFO', 'WARNING', 'CRITICAL'] as const) await raise(severity)
  expect(await bell(anna)).toEqual(['CRITICAL'])
  expect(await inbox(anna)).toEqual(['CRITICAL'])
  expect(await inbox(anna, 'email')).toEqual([])
  expect(await bell(bo)).toHaveLength(3)
  expect(await mailed('CRITICAL')).toEqual([bo.username])
  await choose(anna, 'NONE', 'WARNING')
  expect(await bell(anna)).toEqual([])
  expect((await inbox(anna, 'email')).toSorted()).toEqual(['CRITICAL', 'WARNING'])
  expect(await mailed('INFO')).toEqual([bo.username])
  expect((await mailed('WARNING')).toSorted()).toEqual([anna.username, bo.username].toSorted())
})

it('a choice leaves its audit entry, and a stale one changes nothing', async () => {
  const anna = await person(['ALERT_RECEIVER'])
  await choose(anna, 'WARNING', 'CRITICAL')
  const { rows } = await sql<{ after: unknown }>`select after from audit_entry where entity_type = 'userdata'
    and entity_id = ${anna.user.id} order by seq desc limit 1`.execute(kit.db)
  expect(rows[0]?.after).toEqual({ alertChannels: { inApp: 'WARNING', email: 'CRITICAL' } })
  const stale = { version: 0, settings: { alertChannels: { inApp: 'NONE', email: 'ALL' } } }
  expect((await anna.client.put('/userdata', stale)).status).toBe(409)
  expect((await anna.client.get('/userdata')).body.settings.alertChannels.inApp).toBe('WARNING')
})

it.each([
  ['no channel at all', { inApp: 'NONE', email: 'NONE' }, 'Choose at least one channel'],
  ['an unknown level', { inApp: 'SOME', email: 'ALL' }, ''],
  ['a channel alone', { inApp: 'ALL' }, ''],
  ['an unknown channel', { inApp: 'ALL', email: 'ALL', pigeon: 'ALL' }, ''],
])('%s is refused, and nothing is written', async (_what, alertChannels, said) => {
  const anna = await person(['ALERT_RECEIVER'])
  const answer = await anna.client.put('/userdata', { settings: { alertChannels } })
  expect(answer.status).toBe(422)
  expect(answer.text).toContain(said)
  expect((await anna.client.get('/userdata')).body.version).toBe(0)
})

it('only those who receive alerts choose channels, and a choice ends with the role', async () => {
  const carl = await person(['MERCHANT_ADMIN'])
  const refused = await choose(carl, 'ALL', 'NONE')
  expect(refused.status).toBe(422)
  expect(refused.text).toContain('Only alert receivers')
  const dora = await person(['ALERT_RECEIVER', 'MERCHANT_ADMIN'])
  await choose(dora, 'ALL', 'NONE')
  expect(await mailed('CRITICAL')).toEqual([carl.username])
  await sql`update backoffice_user set roles = '{MERCHANT_ADMIN}' where id = ${dora.user.id}`.execute(kit.db)
  expect(await mailed('CRITICAL')).toHaveLength(2)
})

it('whoever serves one brand is not mailed about another', async () => {
  const anna = await person(['ALERT_RECEIVER'], [sibling])
  expect(await mailed('CRITICAL')).toEqual([])
  expect(await mailed('CRITICAL', sibling)).toEqual([anna.username])
})
