import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import {
  at,
  atNetwork,
  business,
  networkBook,
  onboardingTeam,
  tellPlatform,
  tokenMerchant,
  type Onboarding,
} from './testing/onboarded.ts'

let platform: PaymentPlatform
let admin: Client
let team: ReturnType<typeof onboardingTeam>
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  team = onboardingTeam(platform, admin)
}, 60_000)
afterAll(() => platform.close())

const put = (id: string, values: object) =>
  sql`update scheme_token set ${sql.join(
    Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`),
  )} where id = ${id}`.execute(platform.db)

const clear = () => sql`delete from scheme_token`.execute(platform.db)

const becomes = (id: string, state: string): Promise<Onboarding> =>
  eventually(
    () => team.get(id),
    (found) => found.state === state,
  )

/** The states of an onboarding, oldest first. */
async function statesOf(id: string): Promise<string[]> {
  const { body } = await admin.get(`/scheme-token/${id}/history?${at}`)
  return (body.items as { record: { state: string } }[])
    .map(({ record }) => record.state)
    .toReversed()
    .filter((state, index, all) => state !== all[index - 1])
}

describe('the state machine', () => {
  /** Written down from the specification, not from the code. */
  const states =
    `NOT_STARTED DATA_COLLECTED VALIDATED SUBMITTED PENDING_NETWORK ACTION_REQUIRED APPROVED TEST_TOKEN_OK ENABLED
    SUSPENDED REJECTED`.split(/\s+/)
  const ways: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    validate: { DATA_COLLECTED: 'VALIDATED' },
    submit: { VALIDATED: 'SUBMITTED' },
    refresh: { SUBMITTED: 'SUBMITTED', PENDING_NETWORK: 'PENDING_NETWORK' },
    resubmit: { ACTION_REQUIRED: 'SUBMITTED' },
    test: { APPROVED: 'APPROVED' },
    enable: { TEST_TOKEN_OK: 'ENABLED', SUSPENDED: 'ENABLED' },
    rollout: { ENABLED: 'ENABLED' },
    suspend: { ENABLED: 'SUSPENDED' },
  }
  const inputs: Readonly<Record<string, object>> = {
    enable: { psps: ['acmecards'], percent: '10' },
    rollout: { psps: ['acmecards'], percent: '50' },
    suspend: { reason: 'Too many declines' },
  }

  it('has exactly these transitions; every other is refused and changes nothing', async () => {
    await clear()
    const { id } = await team.create('VISA_VTS')
    const seen: Record<string, Record<string, string>> = {}
    for (const name of Object.keys(ways)) {
      for (const state of states) {
        await put(id, { state, test_result: null })
        const answer = await team.operate(id, name, inputs[name])
        const after = (await team.get(id)).state
        if (answer.status === 200) (seen[name] ??= {})[state] = after
        else
          expect([name, state, answer.status, answer.body.code, after]).toEqual([
            name,
            state,
            409,
            'INVALID_STATE',
            state,
          ])
      }
    }
    expect(seen).toEqual(ways)
  })

  it('lets data be changed before the submission and after a refusal only, and deleted while no network has it', async () => {
    await clear()
    const { id } = await team.create('VISA_VTS')
    const editable: string[] = []
    for (const state of states) {
      await put(id, { state })
      const { version } = await team.get(id)
      const { status } = await admin.put(`/scheme-token/${id}?${at}`, { version, city: `City of ${state}` })
      if (status === 200) editable.push(state)
      else expect(status).toBe(409)
    }
    expect(editable).toEqual(['NOT_STARTED', 'DATA_COLLECTED', 'VALIDATED', 'ACTION_REQUIRED'])
    const deletable: string[] = []
    for (const state of states) {
      await clear()
      const made = await team.create('VISA_VTS')
      await put(made.id, { state })
      const { status } = await admin.delete(`/scheme-token/${made.id}?${at}&version=${made.version}`)
      if (status === 200) deletable.push(state)
      else expect(status).toBe(409)
    }
    expect(deletable).toEqual(['NOT_STARTED', 'DATA_COLLECTED', 'VALIDATED', 'REJECTED'])
  })

  it('keeps data that was collected complete, and data that was validated valid', async () => {
    await clear()
    const { id, version } = await team.create('VISA_VTS')
    const change = (values: object, of: number) =>
      admin.put(`/scheme-token/${id}?${at}`, { version: of, ...values })
    const emptied = await change({ city: null }, version)
    expect([emptied.status, emptied.body.fields[0]]).toEqual([
      422,
      expect.objectContaining({ field: 'city' }),
    ])
    const validated = team.good(await team.operate(id, 'validate'))
    const broken = await change({ acquirerIds: ['nonsense'] }, validated.version)
    expect([broken.status, broken.body.fields[0].field]).toEqual([422, 'acquirerIds'])
    expect((await team.get(id)).state).toBe('VALIDATED')
  })
})

describe('starting', () => {
  it('begins each merchant at each network once, with what the platform knows of it', async () => {
    await clear()
    const asked = { merchants: [100010001, 100010003], networks: ['VISA_VTS', 'AMEX'] }
    const first = await admin.post('/scheme-token/start?merchantId=1000', asked)
    expect(first.status, first.text).toBe(200)
    expect(first.body.started).toHaveLength(4)
    const [begun] = first.body.started as { id: string; title: string }[]
    const record = await team.get(begun?.id ?? '')
    expect(record).toMatchObject({ state: 'NOT_STARTED', tradingName: 'Northlight Sweden', country: 'SWE' })
    expect(record.entityId.length).toBeLessThanOrEqual(40)
    const more = await admin.post('/scheme-token/start?merchantId=1000', {
      ...asked,
      networks: ['AMEX', 'MASTERCARD_MDES'],
    })
    expect([more.body.started.length, more.body.known.length]).toEqual([2, 2])
    const again = await admin.post('/scheme-token/start?merchantId=1000', asked)
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE'])
    const twice = await admin.post(`/scheme-token?${at}`, { merchant: tokenMerchant, network: 'VISA_VTS' })
    expect(twice.status).toBe(409)
  })

  it('is complete once everything the network asks for is there', async () => {
    await clear()
    const { id, version, state } = await team.create('AMEX', { phone: null })
    expect(state).toBe('NOT_STARTED')
    const refused = await team.operate(id, 'validate')
    expect(refused.status).toBe(409)
    const saved = team.good(await admin.put(`/scheme-token/${id}?${at}`, { version, phone: business.phone }))
    expect(saved.state).toBe('DATA_COLLECTED')
    const insecure = await admin.put(`/scheme-token/${id}?${at}`, {
      version: saved.version,
      websiteUrl: 'http://northlight.example',
    })
    expect([insecure.status, insecure.body.fields[0].field]).toEqual([422, 'websiteUrl'])
  })
})

describe('a submission', () => {
  it('is approved by Visa at once, and passes every state on its way', async () => {
    await clear()
    const done = await team.submitted('VISA_VTS')
    expect(done).toMatchObject({ state: 'APPROVED', problemField: null })
    expect(done.trid).toMatch(/^\d{11}$/)
    expect(await statesOf(done.id)).toEqual([
      'DATA_COLLECTED',
      'VALIDATED',
      'SUBMITTED',
      'PENDING_NETWORK',
      'APPROVED',
    ])
  })

  it('made twice at once is one entity at the network', async () => {
    await clear()
    const { id } = await team.create('VISA_VTS', { legalName: 'Submitted Twice AB' })
    const { version, entityId } = team.good(await team.operate(id, 'validate'))
    const submit = () => admin.post(`/scheme-token/${id}/submit?${at}`, { version })
    const both = await Promise.all([submit(), submit()])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    await Promise.all([runPaymentJobs(platform), runPaymentJobs(platform)])
    const { entities } = await networkBook(platform)
    expect(entities.filter((each) => each.entityId === entityId)).toMatchObject([{ looked: 1 }])
    expect((await team.get(id)).state).toBe('APPROVED')
  })

  it.each([
    ['a name that is taken', { legalName: 'Duplicate Name AB' }, 'DUPLICATE_NAME', 'legalName'],
    ['a category it does not support', { legalName: 'Odd Category AB', mcc: '9999' }, 'INVALID_FIELD', 'mcc'],
    ['too many requests', { legalName: 'Fast AB', tradingName: 'Busy shop' }, 'RATE_LIMIT', null],
  ])(
    'that is refused for %s asks for action, and can be corrected',
    async (_what, changes, reasonCode, field) => {
      await clear()
      const refused = await team.submitted('VISA_VTS', changes)
      expect(refused).toMatchObject({
        state: 'ACTION_REQUIRED',
        problemField: field,
        networkResult: { result: 'ACTION_REQUIRED', reasonCode },
      })
      const { id, version } = refused
      team.good(
        await admin.put(`/scheme-token/${id}?${at}`, {
          version,
          legalName: `Corrected ${reasonCode} AB`,
          tradingName: 'Calm shop',
          mcc: '7995',
        }),
      )
      team.good(await team.operate(id, 'resubmit'))
      await runPaymentJobs(platform)
      expect(await team.get(id)).toMatchObject({ state: 'APPROVED', problemField: null })
    },
  )

  it('that is rejected ends there, and may begin anew once it is deleted', async () => {
    await clear()
    const rejected = await team.submitted('VISA_VTS', { legalName: 'Rejected Gaming AB' })
    expect(rejected).toMatchObject({ state: 'REJECTED', networkResult: { reasonCode: 'NOT_ELIGIBLE' } })
    expect(
      (await admin.delete(`/scheme-token/${rejected.id}?${at}&version=${rejected.version}`)).status,
    ).toBe(200)
    const anew = await team.submitted('VISA_VTS', { legalName: 'Second Try AB' })
    expect([anew.state, anew.entityId === rejected.entityId]).toEqual(['APPROVED', false])
  })

  it('is decided later by Mastercard, which tells us', async () => {
    await clear()
    const { id } = await team.submitted('MASTERCARD_MDES')
    await becomes(id, 'APPROVED')
    expect(await statesOf(id)).toEqual([
      'DATA_COLLECTED',
      'VALIDATED',
      'SUBMITTED',
      'PENDING_NETWORK',
      'APPROVED',
    ])
  })

  it('is decided by somebody at American Express, and asked about meanwhile', async () => {
    await clear()
    const { id, entityId, state } = await team.submitted('AMEX')
    expect(state).toBe('PENDING_NETWORK')
    team.good(await team.operate(id, 'refresh'))
    await runPaymentJobs(platform)
    expect((await team.get(id)).state).toBe('PENDING_NETWORK')
    const asks = { decision: 'ACTION_REQUIRED', field: 'address', message: 'No such street' }
    expect(await atNetwork(platform, `entities/${entityId}/decide`, asks)).toBe(200)
    expect(await becomes(id, 'ACTION_REQUIRED')).toMatchObject({ problemField: 'address' })
    team.good(await team.operate(id, 'resubmit'))
    await runPaymentJobs(platform)
    // The sandbox's panel of the console decides too.
    const admin = await platform.as('admin')
    const waiting = async () =>
      (await admin.get('/sandbox')).body.applicants.map((each: { id: string }) => each.id)
    expect(await waiting()).toContain(entityId)
    const decided = await admin.post('/sandbox/act', { act: 'decide', id: entityId, decision: 'APPROVE' })
    expect(decided.status, decided.text).toBe(200)
    expect(await waiting()).not.toContain(entityId)
    await becomes(id, 'APPROVED')
  })
})

describe('what a network tells by itself', () => {
  const verdict = (entity: Onboarding, changes: object = {}) => ({
    eventId: `event-${entity.id}`,
    event: 'ENTITY',
    entityId: entity.entityId,
    requestId: entity.requestId,
    status: 'APPROVED',
    trid: '40000000001',
    ...changes,
  })
  const waiting = async (): Promise<Onboarding> => {
    await clear()
    return team.submitted('AMEX')
  }

  it('counts for nothing when it is forged, old or about nobody', async () => {
    const entity = await waiting()
    const message = verdict(entity)
    const told = async (...given: Parameters<typeof tellPlatform>) =>
      (await tellPlatform(...given)).statusCode
    expect(await told(platform, 'amex-tokens', message, { key: 'somebody else' })).toBe(401)
    expect(await told(platform, 'amex-tokens', message, { at: Date.now() - 600_000 })).toBe(401)
    expect(await told(platform, 'visa-vts', message)).toBe(401)
    expect(await told(platform, 'amex-tokens', { ...message, entityId: 'sb-nobody' })).toBe(401)
    expect(await told(platform, 'amex-tokens', { nonsense: true })).toBe(400)
    expect(await told(platform, 'no-such-network', message)).toBe(404)
    expect((await team.get(entity.id)).state).toBe('PENDING_NETWORK')
  })

  it('counts once, however often it comes', async () => {
    const entity = await waiting()
    const tell = () => tellPlatform(platform, 'amex-tokens', verdict(entity))
    const answers = await Promise.all([tell(), tell(), tell()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    const { version, state } = await team.get(entity.id)
    expect([state, version]).toEqual(['APPROVED', entity.version + 1])
    await tell()
    expect((await team.get(entity.id)).version).toBe(version)
  })

  it('may come before the answer to the submission, which then changes nothing', async () => {
    await clear()
    const { id } = await team.create('AMEX')
    team.good(await team.operate(id, 'validate'))
    const entity = team.good(await team.operate(id, 'submit'))
    expect((await tellPlatform(platform, 'amex-tokens', verdict(entity))).statusCode).toBe(200)
    const told = await team.get(id)
    expect(told.state).toBe('APPROVED')
    await runPaymentJobs(platform)
    expect(await team.get(id)).toEqual(told)
  })

  it('about an earlier submission counts for nothing', async () => {
    const entity = await waiting()
    await tellPlatform(platform, 'amex-tokens', verdict(entity, { requestId: 'an earlier one' }))
    expect((await team.get(entity.id)).state).toBe('PENDING_NETWORK')
  })
})

describe('who may', () => {
  it('see and change onboardings follows from role, merchant and version', async () => {
    await clear()
    const { id, version } = await team.create('VISA_VTS')
    const viewer = await platform.as('config')
    expect((await viewer.get(`/scheme-token/${id}?${at}`)).status).toBe(200)
    expect((await viewer.post(`/scheme-token/${id}/validate?${at}`, { version })).status).toBe(403)
    expect(
      (await viewer.post(`/scheme-token/start?${at}`, { merchants: [tokenMerchant], networks: ['AMEX'] }))
        .status,
    ).toBe(403)
    const agent = await platform.as('agent')
    expect((await agent.get(`/scheme-token?${at}`)).status).toBe(403)
    expect((await agent.get(`/scheme-token/metrics?${at}`)).status).toBe(403)
    const elsewhere = await admin.get(`/scheme-token/${id}?merchantId=100010002`)
    expect(elsewhere.status).toBe(404)
    const beyond = await admin.post('/scheme-token/start?merchantId=100010002', {
      merchants: [tokenMerchant],
      networks: ['AMEX'],
    })
    expect(beyond.status).toBe(404)
    const stale = await admin.post(`/scheme-token/${id}/validate?${at}`, { version: version - 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  })
})

describe('the test and the roll-out', () => {
  it('pass a token, a cryptogram, an authorisation and a void before anybody pays with tokens', async () => {
    await clear()
    const { id } = await team.submitted('VISA_VTS', { legalName: 'Tested AB' })
    team.good(await team.operate(id, 'test'))
    const running = await team.operate(id, 'test')
    expect([running.status, running.body.message]).toEqual([409, 'A test is already running.'])
    await runPaymentJobs(platform)
    const tested = await team.get(id)
    expect(tested.testResult, JSON.stringify(tested.testResult)).toMatchObject({
      ok: true,
      steps: [{ step: 'TOKEN' }, { step: 'CRYPTOGRAM' }, { step: 'AUTHORISATION' }, { step: 'VOID' }],
    })
    expect(tested.state).toBe('TEST_TOKEN_OK')
    const { tokens } = await networkBook(platform)
    expect(tokens.filter(({ entityId }) => entityId === tested.entityId)).toMatchObject([
      { state: 'DELETED' },
    ])
  })

  it.each([
    ['at once', 'VISA_VTS', '4111111111111111', '123'],
    ['later', 'MASTERCARD_MDES', '5555555555554444', '123'],
    ['by hand', 'AMEX', '378282246310005', '1234'],
  ] as const)(
    'lead to deposits by token where the network answers %s',
    async (answers, network, pan, cvv) => {
      await clear()
      const { id, entityId } = await team.submitted(network, { legalName: `Answered ${answers} AB` })
      if (answers === 'by hand')
        expect(await atNetwork(platform, `entities/${entityId}/decide`, { decision: 'APPROVE' })).toBe(200)
      await becomes(id, 'APPROVED')
      team.good(await team.operate(id, 'test'))
      await runPaymentJobs(platform)
      const on = await team.operate(id, 'enable', { psps: ['acmecards'], percent: '100' })
      expect(team.good(on).state).toBe('ENABLED')
      const card = { pan, expiry: '2030-12', cvv, holder: 'Ada Lindberg' }
      const paid = (await platform.deposit({ userId: `answered_${network}`, card })).body
      expect(paid.state, JSON.stringify(paid.errors)).toBe('SUCCESSFUL')
      expect(await platform.row(paid)).toMatchObject({ schemeTokenUsed: true })
      const { tokens } = await networkBook(platform)
      expect(tokens.filter((token) => token.entityId === entityId && token.state === 'ACTIVE')).toHaveLength(
        1,
      )
    },
  )

  it('are only for PSPs that support tokens', async () => {
    await clear()
    const { id } = await team.create('VISA_VTS')
    await put(id, { state: 'TEST_TOKEN_OK' })
    const able = await admin.get(`/scheme-token/psps?${at}`)
    expect(able.body.items).toEqual([{ psp: 'acmecards', name: 'Acme Cards' }])
    for (const psps of [['borealpay'], ['nobody'], []]) {
      const refused = await team.operate(id, 'enable', { psps, percent: '10' })
      expect([refused.status, refused.body.fields[0].field]).toEqual([422, 'psps'])
    }
    const odd = await team.operate(id, 'enable', { psps: ['acmecards'], percent: '33' })
    expect(odd.status).toBe(422)
    const on = team.good(await team.operate(id, 'enable', { psps: ['acmecards'], percent: '10' }))
    expect(on.rollout).toEqual([{ psp: 'acmecards', percent: 10 }])
    const off = team.good(await team.operate(id, 'rollout', { psps: ['acmecards'], percent: '0' }))
    expect(off).toMatchObject({ state: 'ENABLED', rollout: [] })
  })
})

describe('files', () => {
  const header = 'merchant;network;legalName;country;mcc'
  const send = (lines: readonly string[], commit = false) =>
    admin.post(`/scheme-token/import/${commit ? 'commit' : 'preview'}?merchantId=1000`, {
      format: 'csv',
      content: [header, ...lines].join('\n'),
    })

  it('are previewed line by line and taken as a whole or not at all', async () => {
    await clear()
    const bad = [
      '100010001;VISA_VTS;First AB;SWE;7995',
      '100010001;DISCOVER;Second AB;SWE;7995',
      '999999999;VISA_VTS;Nobody AB;SWE;7995',
      '100010001;VISA_VTS;Twice AB;SWE;7995',
      '100010003;AMEX;Odd AB;SWE;79',
    ]
    const preview = await send(bad)
    expect(preview.status, preview.text).toBe(200)
    expect((preview.body.rows as { action: string }[]).map(({ action }) => action)).toEqual([
      'create',
      'refuse',
      'refuse',
      'refuse',
      'refuse',
    ])
    const refused = await send(bad, true)
    expect(refused.status).toBe(422)
    expect((await admin.get('/scheme-token?merchantId=1000')).body.total).toBe(0)
    const good = ['100010001;VISA_VTS;First AB;SWE;7995', '100010003;AMEX;Second AB;SWE;7995']
    expect((await send(good, true)).body.counts).toMatchObject({ create: 2 })
    const changed = await send(['100010001;VISA_VTS;Renamed AB;SWE;7995'], true)
    expect(changed.body.counts).toMatchObject({ update: 1 })
    const file = await admin.get('/scheme-token/export?merchantId=1000&format=csv')
    expect(file.text).toContain('Renamed AB')
  })

  it('have at most 500 rows', async () => {
    const lines = Array.from({ length: 501 }, (_, index) => `${index};VISA_VTS;Row ${index} AB;SWE;7995`)
    const preview = await send(lines)
    const last = (preview.body.rows as { reasons: string[] }[]).at(-1)
    expect(last?.reasons.join()).toContain('more than 500 rows')
    expect((await send(lines, true)).status).toBe(422)
  })
})
