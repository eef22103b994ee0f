import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Role } from '@signalbox/model/access/roles'
import { kitApp, type Client, type KitApp } from '../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../kit/testing/test-master-key.ts'
import { transaction } from '../../kit/transaction.ts'
import { accountStanding, recognise } from '../core/accounts/accounts.ts'
import type { AccountDetails } from '../core/accounts/account-types.ts'
import { fingerprinter } from '../vault/fingerprint.ts'
import { handlers } from './routes.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002
const now = new Date('2026-02-03T12:00:00.000Z')
const print = fingerprinter(testMasterKey)
const iban = 'SE4550000000058398257466'
const otherIban = 'DE89370400440532013000'

let kit: KitApp
const asked: string[] = []
beforeAll(async () => {
  const own = [{ id: 'house-rule', name: 'House rule' }]
  const reasons = [
    { id: 'confirmed-fraud', name: 'Confirmed fraud' },
    { id: 'other', name: 'Other' },
  ]
  const blockReasons = (_tx: unknown, merchantId: number) =>
    Promise.resolve(merchantId === sibling ? own : reasons)
  kit = await kitApp(() =>
    handlers({
      print,
      blockReasons,
      retentionYears: () => Promise.resolve(5),
      askUser: (_work, { merchantUserId }) => Promise.resolve(void asked.push(merchantUserId)),
    }),
  )
  kit.clock.now = now
})
afterAll(() => kit.close())
beforeEach(async () => {
  await sql`delete from user_psp_account`.execute(kit.db)
  await sql`delete from account_block`.execute(kit.db)
  await sql`update merchant set mask_sensitive_data = id = ${sibling}`.execute(kit.db)
})

const staff = (...roles: Role[]): Client => kit.as({ roles })
const clerk = () => staff('USER_PSP_ACCOUNT')
const editor = () => staff('USER_PSP_ACCOUNT_ADMIN')

const meet = (given: Partial<AccountDetails> = {}, at = now) => {
  const details: AccountDetails = {
    merchantId: brand,
    userId: 'user_1',
    accountHash: print('ACCOUNT', '4111111111111111'),
    txType: 'CreditcardDeposit',
    providerType: 'CREDITCARD',
    masked: '411111******1111',
    holder: 'John Jonsson',
    expiry: '2030-12',
    visible: true,
    ...given,
  }
  const made = { id: kit.deps.newId(), status: 'NEW', now: at } as const
  return transaction(kit.db, (tx) => recognise(tx, details, made))
}

const meetBank = (given: Partial<AccountDetails> = {}) =>
  meet({
    accountHash: print('ACCOUNT', iban),
    txType: 'BankIBANWithdrawal',
    providerType: 'BANKIBAN',
    masked: 'SE45**************7466',
    iban,
    bic: 'NDEASESS',
    ...given,
  })

const found = async (query: string, client = clerk()) => {
  const { body } = await client.get(`/user-account?merchantId=${group}&${query}`)
  return (body.items as { merchantUserId: string }[]).map(({ merchantUserId }) => merchantUserId).sort()
}

describe('the list', () => {
  it('shows accounts of the merchants in scope, the last used first', async () => {
    await meet({ userId: 'user_1' }, new Date('2026-02-01T00:00:00Z'))
    await meet({ userId: 'user_2' }, new Date('2026-02-02T00:00:00Z'))
    await meet({ userId: 'user_3', merchantId: 100020000 })
    const { status, body } = await clerk().get(`/user-account?merchantId=${group}`)
    expect(status).toBe(200)
    expect(body.items).toMatchObject([
      { merchantUserId: 'user_2', maskedAccount: '411111******1111', status: 'NEW' },
      { merchantUserId: 'user_1' },
    ])
    expect((await staff('RULES').get(`/user-account?merchantId=${group}`)).status).toBe(403)
  })

  it('finds by user, holder, account and id', async () => {
    const { id } = await meet({ userId: 'anna_7' })
    await meetBank({ userId: 'bert_8', holder: 'Bert Berg' })
    expect(await found('keyword=ANNA')).toEqual(['anna_7'])
    expect(await found('keyword=berg')).toEqual(['bert_8'])
    expect(await found('keyword=7466')).toEqual(['bert_8'])
    expect(await found(`keyword=${id}`)).toEqual(['anna_7'])
    expect(await found('keyword=%25')).toEqual([])
  })

  it('filters by what an account is, how it was used and with whom it is shared', async () => {
    await meet({ userId: 'expired', expiry: '2026-01' })
    await meet({ userId: 'valid', accountHash: 'x', expiry: '2026-02' })
    await meetBank({ userId: 'bank' })
    await sql`update user_psp_account set no_successful_tx = 5 where merchant_user_id = 'valid'`.execute(
      kit.db,
    )
    await meet({ userId: 'twin' })
    expect(await found('expired=true')).toEqual(['expired'])
    expect(await found('expired=false')).toEqual(['bank', 'twin', 'valid'])
    expect(await found('shared=true')).toEqual(['expired', 'twin'])
    expect(await found('shared=false')).toEqual(['bank', 'valid'])
    expect(await found('providerType=BANKIBAN')).toEqual(['bank'])
    expect(await found('successful=3..')).toEqual(['valid'])
    expect(await found('successful=..4&expiry=2026-01-01T00:00:00Z..2026-02-01T00:00:00Z')).toEqual([
      'expired',
    ])
    expect((await clerk().get(`/user-account?merchantId=${group}&failed=many`)).status).toBe(422)
    expect((await clerk().get(`/user-account?merchantId=${group}&expiry=x..`)).status).toBe(422)
  })

  it('marks the accounts of people who are about to be erased, for those who see them', async () => {
    const { id } = await meet({ userId: 'restricted' })
    await meet({ userId: 'user_2', accountHash: 'x' })
    const due = '2031-01-01T00:00:00.000Z'
    await sql`insert into gdpr_request (merchant_id, id, subject, user_id, type, state, due_at, reason, requested_by,
        created_at, updated_at, updated_by)
      values (${brand}, ${kit.deps.newId()}, 'gdpr-x', 'restricted', 'ERASE', 'RESTRICTED', ${due}, 'x', 'gdpr', ${now},
        ${now}, 'gdpr')`.execute(kit.db)
    const auditor = staff('USER_PSP_ACCOUNT', 'AUDIT_VIEWER')
    const { items } = (await auditor.get(`/user-account?merchantId=${group}`)).body as {
      items: { merchantUserId: string; erasureDueAt?: string }[]
    }
    expect(items.map(({ merchantUserId, erasureDueAt }) => [merchantUserId, erasureDueAt]).sort()).toEqual([
      ['restricted', due],
      ['user_2', undefined],
    ])
    const opened = await auditor.get(`/user-account/${id}?merchantId=${group}`)
    expect(opened.body.erasureDueAt).toBe(due)
    expect(await found('')).toEqual(['user_2'])
    await sql`delete from gdpr_request`.execute(kit.db)
  })

  it('tells who else has the account', async () => {
    const { id } = await meet()
    await meet({ userId: 'user_2', merchantId: sibling })
    await meet({ userId: 'user_3', merchantId: 100020000 })
    const seen = await kit
      .as({ roles: ['USER_PSP_ACCOUNT'], homeMerchantId: group })
      .get(`/user-account/${id}/shared?merchantId=${brand}`)
    expect(seen.body.items).toMatchObject([{ merchantUserId: 'user_2', merchantId: sibling }])
  })
})

describe('personal data', () => {
  const fields = { holder: 'J*** J***', iban: 'SE45**************7466' }
  const clear = { holder: 'John Jonsson', iban }
  const path = (id: string, rest = '') => `/user-account/${id}${rest}?merchantId=${group}`

  it('is masked in list, record, history and file where the merchant wants it, but for those named to see it', async () => {
    const { id } = await meetBank({ merchantId: sibling })
    await editor().put(path(id), { version: 1, description: 'Checked' })
    const views = async (client: Client) => [
      (await client.get(`/user-account?merchantId=${group}`)).body.items[0],
      (await client.get(path(id))).body,
      (await client.get(path(id, '/history'))).body.items[0].record,
    ]
    for (const view of await views(clerk())) expect(view).toMatchObject(fields)
    const viewer = staff('USER_PSP_ACCOUNT', 'DATA_VIEWER')
    for (const view of await views(viewer)) expect(view).toMatchObject(clear)
    const file = (client: Client, format: string) =>
      client.get(`/user-account/export?merchantId=${group}&format=${format}&columns=holder,iban`)
    for (const format of ['csv', 'json']) {
      expect((await file(clerk(), format)).text).not.toMatch(/Jonsson|5000000/)
      expect((await file(viewer, format)).text).toMatch(/Jonsson/)
    }
  })

  it('is clear where the merchant does not mind', async () => {
    const { id } = await meetBank()
    expect((await clerk().get(path(id))).body).toMatchObject(clear)
  })

  it('cannot be guessed by searching, nor read from a conflict', async () => {
    const { id } = await meetBank({ merchantId: sibling })
    expect(await found('keyword=jonsson')).toEqual([])
    expect(await found('keyword=jonsson', staff('USER_PSP_ACCOUNT', 'DATA_VIEWER'))).toEqual(['user_1'])
    const stale = await editor().put(path(id), { version: 7, description: 'x' })
    expect(stale.status).toBe(409)
    expect(stale.body.current).toMatchObject(fields)
  })

  it('never reaches the audit log', async () => {
    const { id } = await meetBank()
    const saved = await editor().put(path(id), { version: 1, holder: 'Anna Andersson', iban: otherIban })
    expect(saved.status).toBe(200)
    const { rows } = await sql<{ text: string }>`select to_jsonb(e)::text as text from audit_entry e
      where entity_id = ${id}`.execute(kit.db)
    expect(rows).toHaveLength(1)
    expect(rows[0]?.text).not.toContain('A*** A***')
    expect(rows[0]?.text).not.toMatch(/Andersson|Jonsson|37040044|50000000/)
  })

  it('survives a form that was shown masks', async () => {
    const { id } = await meetBank({ merchantId: sibling })
    const saved = await editor().put(path(id), { version: 1, ...fields, description: 'Checked' })
    expect(saved.status).toBe(200)
    const kept = await staff('USER_PSP_ACCOUNT', 'DATA_VIEWER').get(path(id))
    expect(kept.body).toMatchObject({ ...clear, description: 'Checked', holdUntil: null })
  })
})

describe('a change of the data', () => {
  const put = (id: string, body: object, client = editor()) =>
    client.put(`/user-account/${id}?merchantId=${brand}`, { version: 1, ...body })

  it('makes it another account, unverified, without withdrawals for a day', async () => {
    const { id } = await meetBank()
    await clerk().post(`/user-account/${id}/verify?merchantId=${brand}`)
    const saved = await put(id, { version: 2, iban: 'de89 3704 0044 0532 0130 00' })
    expect(saved.body).toMatchObject({
      iban: otherIban,
      maskedAccount: 'DE89**************3000',
      hashedAccount: print('ACCOUNT', otherIban),
      verificationStatus: 'UNVERIFIED',
      holdUntil: '2026-02-04T12:00:00.000Z',
    })
    const identity = { merchantId: brand, userId: 'user_1', accountHash: print('ACCOUNT', otherIban) }
    const { account } = await accountStanding(kit.db, identity, 'BANKIBAN')
    expect(account).toMatchObject({ id, holdUntil: '2026-02-04T12:00:00.000Z', iban: otherIban })
  })

  it('is refused when it is wrong, for a card, or by somebody who may not', async () => {
    const { id } = await meetBank()
    const card = await meet()
    for (const body of [{ iban: 'SE4550000000058398257467' }, { iban: null }, { bic: 'x' }, { unknown: 1 }])
      expect((await put(id, body)).status, JSON.stringify(body)).toBe(422)
    expect((await put(card.id, { iban })).status).toBe(422)
    expect((await put(card.id, { maskedAccount: '4' })).status).toBe(422)
    expect((await put(card.id, { holder: 'J. Jonsson' })).status).toBe(200)
    expect((await put(id, { holder: 'x' }, clerk())).status).toBe(403)
    expect((await put(id, { holder: 'x' }, staff('EDIT_USER_PSP_ACCOUNT'))).status).toBe(200)
  })

  it('cannot turn one account of a user into another', async () => {
    const { id } = await meetBank()
    await meetBank({ accountHash: print('ACCOUNT', otherIban), iban: otherIban })
    expect((await put(id, { iban: otherIban })).status).toBe(409)
  })

  it('has no call for making or really deleting one', async () => {
    const { id } = await meet()
    expect((await editor().post(`/user-account?merchantId=${brand}`, {})).status).toBe(404)
    expect((await clerk().delete(`/user-account/${id}?merchantId=${brand}&version=1`)).status).toBe(200)
    expect(await found('')).toEqual(['user_1'])
    expect(await found('status=DELETED')).toEqual(['user_1'])
  })
})

describe('operations', () => {
  const operate = (id: string, name: string, body: object = {}, client = clerk(), merchantId = group) =>
    client.post(`/user-account/${id}/${name}?merchantId=${merchantId}`, body)
  const standing = (merchantId: number, userId = 'user_9') =>
    accountStanding(
      kit.db,
      { merchantId, userId, accountHash: print('ACCOUNT', '4111111111111111') },
      'CREDITCARD',
    )

  it.each([
    ['inactivate', { status: 'INACTIVE' }],
    ['hide', { visible: false }],
    ['verify', { verificationStatus: 'VERIFIED' }],
    ['request-verification', { verificationStatus: 'REQUESTED' }],
    ['activate', { status: 'ACTIVE' }],
  ])('%s changes the account, once', async (name, expected) => {
    const { id } = await meet()
    expect((await operate(id, name)).body).toMatchObject(expected)
    expect((await operate(id, name)).status).toBe(409)
  })

  it('asks for a reason to block, and keeps payments from using the account', async () => {
    const { id } = await meet()
    expect((await operate(id, 'block')).status).toBe(422)
    expect((await operate(id, 'block', { blockReason: 'nonsense' })).status).toBe(422)
    const blocked = await operate(id, 'block', { blockReason: 'confirmed-fraud' })
    expect(blocked.body).toMatchObject({
      status: 'BLOCKED',
      blockReason: 'confirmed-fraud',
      blockedBy: 'tester',
      blockedAt: now.toISOString(),
    })
    expect((await standing(brand, 'user_1')).block).toEqual({ reason: 'confirmed-fraud', merchantId: brand })
    expect((await standing(brand)).block).toBeUndefined()
    expect((await operate(id, 'activate')).body).toMatchObject({ status: 'ACTIVE', blockReason: null })
    expect((await standing(brand, 'user_1')).block).toBeUndefined()
  })

  it('takes the reasons of the merchant the account belongs to', async () => {
    const { id } = await meet({ merchantId: sibling })
    expect((await operate(id, 'block', { blockReason: 'other' })).status).toBe(422)
    expect((await operate(id, 'block', { blockReason: 'house-rule' })).body.blockReason).toBe('house-rule')
    const offered = await clerk().get(`/user-account/block-reasons?merchantId=${sibling}`)
    expect(offered.body).toEqual({ items: [{ id: 'house-rule', name: 'House rule' }] })
  })

  it('blocks an account at a merchant and all below, whoever brings it, and lifts that again', async () => {
    const { id } = await meet()
    const twin = await meet({ userId: 'user_2', merchantId: sibling })
    const done = await operate(id, 'block', { blockReason: 'other', blockScopeMid: group })
    expect(done.body).toMatchObject({ status: 'BLOCKED', blockScopeMid: group })
    for (const merchantId of [brand, sibling])
      expect((await standing(merchantId)).block).toEqual({ reason: 'other', merchantId: group })
    expect((await standing(100020000)).block).toBeUndefined()
    const seen = () => clerk().get(`/user-account/${twin.id}?merchantId=${group}`)
    expect((await seen()).body).toMatchObject({ status: 'BLOCKED', version: 2 })
    const near = kit.as({ roles: ['USER_PSP_ACCOUNT'], homeMerchantId: brand })
    expect((await operate(id, 'activate', {}, near, brand)).status).toBe(403)
    expect((await operate(id, 'activate')).status).toBe(200)
    expect((await seen()).body).toMatchObject({ status: 'ACTIVE', version: 3 })
    expect((await standing(sibling)).block).toBeUndefined()
    const history = await clerk().get(`/user-account/${twin.id}/history?merchantId=${group}`)
    expect(history.body.items).toHaveLength(2)
  })

  it('blocks an account for somebody who is hidden from the person who blocks, too', async () => {
    const { id } = await meet()
    const twin = await meet({ userId: 'hidden', merchantId: sibling })
    await sql`insert into gdpr_request (merchant_id, id, subject, user_id, type, state, reason, requested_by, created_at,
        updated_at, updated_by)
      values (${sibling}, ${kit.deps.newId()}, 'gdpr-x', 'hidden', 'ERASE', 'RESTRICTED', 'x', 'gdpr', ${now}, ${now}, 'gdpr')`.execute(
      kit.db,
    )
    const statusOf = async () => {
      const { rows } = await sql<{ status: string }>`select status from user_psp_account
        where id = ${twin.id}`.execute(kit.db)
      return rows[0]?.status
    }
    expect((await clerk().get(`/user-account/${twin.id}?merchantId=${group}`)).status).toBe(404)
    const done = await operate(id, 'block', { blockReason: 'other', blockScopeMid: group })
    expect(done.status, done.text).toBe(200)
    expect(await statusOf()).toBe('BLOCKED')
    expect((await operate(id, 'activate')).status).toBe(200)
    expect(await statusOf()).toBe('ACTIVE')
    await sql`delete from gdpr_request`.execute(kit.db)
  })

  it('reaches no further than the person who blocks, and not beside the account', async () => {
    const { id } = await meet()
    const near = kit.as({ roles: ['USER_PSP_ACCOUNT'], homeMerchantId: brand })
    const blocking = (blockScopeMid: number, client: Client, merchantId: number) =>
      operate(id, 'block', { blockReason: 'other', blockScopeMid }, client, merchantId)
    expect((await blocking(group, near, brand)).status).toBe(403)
    expect((await blocking(sibling, clerk(), group)).status).toBe(422)
    expect((await standing(brand, 'user_1')).block).toBeUndefined()
  })

  it('is open to those it is meant for, in the merchants they may see', async () => {
    const { id } = await meet()
    expect((await operate(id, 'hide', {}, staff('EDIT_USER_PSP_ACCOUNT'))).status).toBe(403)
    const elsewhere = kit.as({ roles: ['USER_PSP_ACCOUNT'], homeMerchantId: sibling })
    expect((await operate(id, 'hide', {}, elsewhere, sibling)).status).toBe(404)
    expect((await operate(id, 'hide', { version: 9 })).status).toBe(409)
  })

  it('refuses an account whose user was erased', async () => {
    const { id } = await meet()
    await sql`update user_psp_account set erased_at = ${now}`.execute(kit.db)
    expect((await operate(id, 'activate')).status).toBe(409)
  })

  it('works on many at once, each with its own result', async () => {
    const accounts = await Promise.all(['a', 'b', 'c'].map((userId) => meet({ userId })))
    await operate(accounts[1]?.id ?? '', 'verify')
    const { body } = await clerk().post(`/user-account/bulk?merchantId=${group}`, {
      operation: 'verify',
      ids: accounts.map(({ id }) => ({ id })),
    })
    expect(body.results).toMatchObject([
      { ok: true },
      { ok: false, code: 'INVALID_STATE', message: 'The account is already verified.' },
      { ok: true },
    ])
  })
})
