import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seedProviders } from '@signalbox/sandbox/demo/setup/seed-setup'
import { secretBox } from '../../kit/secret-box.ts'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../kit/testing/test-master-key.ts'
import { CompiledVersions } from '../ruleset/compiled-versions.ts'
import * as ruleset from '../ruleset/routes.ts'
import { content, row, steps } from '../ruleset/testing/ruleset-app.ts'
import { noTestCases, noTraffic, quietCircumstances } from '../ruleset/testing/quiet-circumstances.ts'
import { inlineRulesetWorker } from '../ruleset/ruleset-worker/ruleset-worker.ts'
import { sql } from 'kysely'
import { readersAt } from '../../people/user/staff-mail-store.ts'
import type { StaffMail } from '../../people/user/read-model.ts'
import { announceWindows } from './announce-windows.ts'
import { takeProbe, windowsInForce } from './read-model.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001

let kit: KitApp
let admin: Client
beforeAll(async () => {
  kit = await kitApp(() => [
    ...handlers(),
    ...ruleset.handlers({
      worker: inlineRulesetWorker,
      versions: new CompiledVersions(inlineRulesetWorker),
      find: quietCircumstances,
      runTests: noTestCases,
      findTraffic: noTraffic,
    }),
  ])
  await seedProviders({ tx: kit.db, newId: kit.deps.newId, now: kit.deps.now() }, secretBox(testMasterKey))
  kit.clock.now = new Date('2026-03-02T10:00:00.000Z')
  admin = kit.as()
})
afterAll(() => kit.close())

const at = (minutes: number): string =>
  new Date(Date.parse('2026-03-02T10:00:00.000Z') + minutes * 60_000).toISOString()
const goTo = (minutes: number) => {
  kit.clock.now = new Date(at(minutes))
}
const now = () => kit.clock.now as Date

const plan = (body: object = {}, merchantId = group) =>
  admin.post(`/maintenance?merchantId=${merchantId}`, {
    title: 'Acme Cards moves',
    psp: 'acmecards',
    startAt: at(60),
    endAt: at(120),
    note: 'announced by Acme',
    ...body,
  })
const planned = async (body: object = {}, merchantId = group) => {
  const answer = await plan(body, merchantId)
  expect(answer.status, answer.text).toBe(200)
  return answer.body as { id: string; version: number }
}
const closes = async (psp: string, more: object = {}, merchantId = brand): Promise<string[]> => {
  const answer = await admin.post(`/ruleset/simulate?merchantId=${merchantId}`, {
    table: 'maintenance',
    facts: {
      psp,
      method: 'DEPOSIT',
      providerType: 'CREDITCARD',
      userId: 'u1',
      now: now().toISOString(),
      ...more,
    },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.hits.map((hit: { ruleId?: string; rule?: { id: string } }) => hit.ruleId ?? hit.rule?.id)
}

describe('a maintenance window', () => {
  it('is a row of the decision table from the moment it is saved, and holds for its time below its merchant', async () => {
    const window = await planned()
    expect(await closes('acmecards')).toEqual([])
    goTo(61)
    expect(await closes('acmecards')).toHaveLength(1)
    expect(await closes('borealpay')).toEqual([])
    expect(await closes('acmecards', {}, 100020000)).toEqual([])
    expect((await windowsInForce(kit.db, brand, now())).map(({ id }) => id)).toEqual([window.id])
    const current = await admin.get(`/maintenance/current?merchantId=${brand}`)
    expect(current.body.items).toMatchObject([{ id: window.id, merchantId: group }])
    goTo(121)
    expect(await closes('acmecards')).toEqual([])
    expect(await windowsInForce(kit.db, brand, now())).toEqual([])
    goTo(0)
  })

  it('is started and ended by hand, at once', async () => {
    const { id } = await planned({ psp: 'walletx', startAt: at(600), endAt: null })
    const path = (operation: string) => `/maintenance/${id}/${operation}?merchantId=${group}`
    expect((await admin.post(path('end-now'), {})).body.code).toBe('INVALID_STATE')
    expect((await admin.post(path('start-now'), {})).body).toMatchObject({ startAt: at(0) })
    expect(await closes('walletx')).toHaveLength(1)
    expect((await admin.post(path('start-now'), {})).body.code).toBe('INVALID_STATE')
    goTo(5)
    expect((await admin.post(path('end-now'), { reason: 'Works again' })).body).toMatchObject({
      endAt: at(5),
    })
    goTo(6)
    expect(await closes('walletx')).toEqual([])
    const trail = await kit.db
      .selectFrom('auditEntry')
      .select(['entityType', 'action'])
      .where('entityId', '=', id)
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['CREATE', 'START_NOW', 'END_NOW']),
    )
    goTo(0)
  })

  it('closes only what it names, and lets testers through', async () => {
    const { id } = await planned({
      title: 'Finnish banks',
      psp: null,
      providerType: 'BANK',
      service: 'FINPAY',
      method: 'DEPOSIT',
      startAt: at(0),
      endAt: null,
      excludedUserIds: ['qa-user-1'],
    })
    const bank = { providerType: 'BANK', service: 'FINPAY' }
    expect(await closes('nordbank', bank)).toHaveLength(1)
    expect(await closes('nordbank', { ...bank, service: 'IDEAL' })).toEqual([])
    expect(await closes('nordbank', { ...bank, method: 'WITHDRAWAL' })).toEqual([])
    expect(await closes('nordbank', { ...bank, userId: 'qa-user-1' })).toEqual([])
    await admin.post(`/maintenance/${id}/end-now?merchantId=${group}`, {})
  })

  it('lets one payment through per interval when it is probed, on whichever node', async () => {
    const { id } = await planned({
      psp: 'kestrelcard',
      kind: 'HALF_OPEN',
      probeEvery: 2,
      probeUnit: 'MINUTE',
      startAt: at(0),
      endAt: null,
    })
    const find = async () => (await windowsInForce(kit.db, brand, now())).find((each) => each.id === id)
    const attempts = async () => {
      const window = await find()
      if (!window) throw new Error('not in force')
      const taken = await Promise.all(Array.from({ length: 8 }, () => takeProbe(kit.db, window, now())))
      return taken.filter(Boolean).length
    }
    goTo(1)
    expect(await attempts()).toBe(1)
    goTo(1.5)
    expect(await attempts()).toBe(0)
    goTo(2)
    expect(await attempts()).toBe(1)
    goTo(0)
  })

  it('changes only in what is still to come, and is kept when it is over', async () => {
    const { id, version } = await planned({ psp: 'coinsim', startAt: at(10), endAt: at(20) })
    const path = `/maintenance/${id}?merchantId=${group}`
    goTo(11)
    const settled = await admin.put(path, { version, psp: 'nordbank', note: 'another one' })
    expect(settled.body.fields[0]).toMatchObject({ field: 'psp' })
    expect((await admin.delete(`${path}&version=${version}&note=gone`)).body.message).toContain(
      'End it instead',
    )
    const longer = await admin.put(path, { version, endAt: at(30), note: 'takes longer' })
    expect(longer.body).toMatchObject({ endAt: at(30), version: version + 1 })
    goTo(25)
    expect(await closes('coinsim')).toHaveLength(1)
    goTo(31)
    expect((await admin.put(path, { version: version + 1, title: 'Later', note: 'late' })).body.code).toBe(
      'INVALID_STATE',
    )
    expect((await admin.delete(`${path}&version=${version + 1}&note=gone`)).body.message).toContain(
      'cannot be deleted',
    )
    const open = await admin.get(`/maintenance?merchantId=${group}&keyword=coinsim`)
    expect(open.body.items).toEqual([])
    const history = await admin.get(`/maintenance?merchantId=${group}&keyword=coinsim&history=true`)
    expect(history.body.items).toHaveLength(1)
    const done = await admin.get(`/maintenance?merchantId=${group}&keyword=coinsim&modes=DONE`)
    expect(done.body.items).toHaveLength(1)
    goTo(0)
  })

  it('that is planned can be deleted, and its row goes with it', async () => {
    const other = 100020000
    const { id } = await planned({ psp: 'manualbank' }, other)
    goTo(61)
    expect(await closes('manualbank', {}, other)).toHaveLength(1)
    goTo(0)
    const gone = await admin.delete(`/maintenance/${id}?merchantId=${other}&version=1&note=called%20off`)
    expect(gone.status, gone.text).toBe(200)
    goTo(61)
    expect(await closes('manualbank', {}, other)).toEqual([])
    goTo(0)
    await planned({ psp: 'manualbank' }, other)
    goTo(61)
    expect(await closes('manualbank', {}, other)).toHaveLength(1)
    goTo(0)
  })

  it.each([
    ['nothing to close', { psp: null }, 'psp', 'Choose a method or a PSP'],
    ['a PSP nobody knows', { psp: 'nobody' }, 'psp', 'There is no such PSP'],
    ['a service nobody has', { service: 'NOWHERE' }, 'service', 'There is no such service'],
    ['an end before its start', { endAt: at(30) }, 'endAt', 'Must be after the start'],
    ['a start long ago', { startAt: at(-60) }, 'startAt', 'Must not be in the past'],
    ['probes without an interval', { kind: 'HALF_OPEN' }, 'probeEvery', 'This field is required'],
    ['no note', { note: '' }, 'note', 'This field is required'],
  ])('is refused with %s', async (_what, body, field, message) => {
    const answer = await plan(body)
    expect(answer.status).toBe(422)
    expect(answer.body.fields).toContainEqual(expect.objectContaining({ field, message }))
  })

  it('warns before it leaves payments without a way', async () => {
    const check = async (body: object) =>
      (await admin.post(`/maintenance/check?merchantId=${group}`, body)).body.warnings as string[]
    expect(await check({ providerType: 'VOUCHER' })).toEqual([
      'Nobody can pay with Voucher during the window.',
    ])
    expect(await check({ psp: 'borealpay' })).toEqual(['No routing rule sends payments to Boreal Pay.'])
    const [anna, bert] = [
      kit.as(),
      kit.as({ id: '01900000-0000-7000-8000-000000000002', username: 'bert' }),
    ].map((client) => steps(client, group))
    const rules = [row('a', 1, { outputs: { psp: 'borealpay', pspAccount: 'default' } })]
    const open = await anna?.submit(await anna.create(content({ rules })))
    if (open) await bert?.approve(open)
    expect(await check({ psp: 'borealpay' })).toEqual([
      '1 routing rule sends payments to Boreal Pay, and no fallback rule names another PSP.',
    ])
  })

  it('is seen by support, changed by maintenance administrators, and nobody else’s', async () => {
    const { id } = await planned({ psp: 'voucherstore', startAt: at(600), endAt: at(660) })
    const support = kit.as({ roles: ['MAINTENANCE_SUPPORT'] })
    expect((await support.get(`/maintenance/${id}?merchantId=${group}`)).status).toBe(200)
    expect((await support.post(`/maintenance/${id}/start-now?merchantId=${group}`, {})).status).toBe(403)
    const foreign = kit.as({ roles: ['MAINTENANCE_ADMIN'], homeMerchantId: 100020000 })
    expect((await foreign.get(`/maintenance/${id}?merchantId=100020000`)).status).toBe(404)
    const { items } = (await support.get(`/maintenance/overview?merchantId=${brand}`)).body
    const modeOf = (psp: string) => items.find((item: { psp: string }) => item.psp === psp).mode
    expect(modeOf('voucherstore')).toBe('PLANNED_MAINTENANCE')
    expect(modeOf('kestrelcard')).toBe('MAINTENANCE')
    expect(modeOf('nordbank')).toBe('NO_PLANNED_MAINTENANCE')
  })

  it('stands beside every PSP it concerns, also where a brand below has it or a kind of payment is closed', async () => {
    goTo(15_000)
    const below = await planned({ psp: 'nordbank', startAt: at(15_010), endAt: at(15_020) }, brand)
    const kind = await planned({
      psp: null,
      providerType: 'VOUCHER',
      startAt: at(15_010),
      endAt: at(15_020),
    })
    const { items } = (await admin.get(`/maintenance/overview?merchantId=${group}`)).body
    const windowOf = (psp: string) => items.find((item: { psp: string }) => item.psp === psp).window?.id
    expect(windowOf('nordbank')).toBe(below.id)
    expect(windowOf('voucherstore')).toBe(kind.id)
  })
})

describe('people who want maintenance notes', () => {
  const signal = new AbortController().signal

  it('are told once when a window begins and once when it is over, also when it was ended by hand', async () => {
    goTo(20_000)
    const letters: string[] = []
    const mail: StaffMail = (_unit, { template, facts, merchantId }) => {
      const { title } = facts.window as { title: string }
      if (title.startsWith('Told')) letters.push(`${merchantId} ${template} ${title}`)
      return Promise.resolve(2)
    }
    const job = announceWindows(kit.deps, mail)
    const look = () => job.run({ now: now(), signal })
    await planned({ title: 'Told by the clock', startAt: at(20_010), endAt: at(20_020) })
    const { id } = await planned({ title: 'Told by hand', psp: 'walletx', startAt: at(20_500), endAt: null })
    await look()
    expect(letters).toEqual([])
    goTo(20_011)
    await look()
    await look()
    expect(letters.splice(0)).toEqual([`${group} MaintenanceStarted Told by the clock`])
    goTo(20_021)
    await admin.post(`/maintenance/${id}/start-now?merchantId=${group}`, { reason: 'outage' })
    await look()
    expect(letters.splice(0).toSorted()).toEqual([
      `${group} MaintenanceEnded Told by the clock`,
      `${group} MaintenanceStarted Told by hand`,
    ])
    goTo(20_022)
    await admin.post(`/maintenance/${id}/end-now?merchantId=${group}`, { reason: 'over' })
    await look()
    expect(letters).toEqual([`${group} MaintenanceEnded Told by hand`])
  })

  it('are those who asked for them and may see the merchant', async () => {
    const person = (name: string, home: number, preference: string, merchants: number[] = []) =>
      sql`insert into backoffice_user (merchant_id, id, username, first_name, last_name, email, roles, merchants,
          communication_preferences, state, created_at, updated_at, updated_by)
        values (${home}, ${kit.deps.newId()}, ${name}, 'A', 'B', ${`${name}@mail.example`}, '{AGENT}', ${merchants},
          ${[preference]}, 'ACTIVE', now(), now(), 'test')`.execute(kit.db)
    await person('note-above', 1000, 'MAINTENANCE_INCIDENT')
    await person('note-group', group, 'MAINTENANCE_INCIDENT')
    await person('note-other', group, 'MAINTENANCE_INCIDENT', [100010002])
    await person('note-none', group, 'MARKETING')
    await person('note-away', 100020000, 'MAINTENANCE_INCIDENT')
    const readers = await readersAt(kit.db, brand, { preference: 'MAINTENANCE_INCIDENT' })
    expect(readers.map(({ username }) => username)).toEqual(['note-above', 'note-group'])
  })
})
