import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { StatusNo } from '@signalbox/model/reference/status-no'
import type { Client } from '../../kit/testing/kit-app.ts'
import { eventually } from '../../testing/eventually.ts'
import { erasePerson } from '../gdpr/erase-store.ts'
import { wordsOf } from '../gdpr/words-store.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { runPaymentJobs } from '../testing/run-payment-jobs.ts'
import {
  at,
  atNetwork,
  networkBook,
  onboardingTeam,
  tellPlatform,
  tokenMerchant,
  type Onboarding,
} from './testing/onboarded.ts'
import { upliftOf } from './metrics.ts'

const visa = '4111111111111111'
const expiredToken = '4000000000005910'
const invalidToken = '4000000000005928'
const noToken = '4000000000000101'

let platform: PaymentPlatform
let admin: Client
let team: ReturnType<typeof onboardingTeam>
let program: Onboarding
beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  team = onboardingTeam(platform, admin)
  program = await team.enabled('VISA_VTS')
}, 90_000)
afterAll(() => platform.close())

const setProgram = (values: { state?: string; rollout?: string }) =>
  sql`update scheme_token set state = ${values.state ?? 'ENABLED'},
    rollout = ${values.rollout ?? '[{"psp":"acmecards","percent":100}]'}::jsonb where id = ${program.id}`.execute(
    platform.db,
  )
afterEach(() => setProgram({}))

let users = 0
const pay = async (pan: string, changes: object = {}) =>
  (
    await platform.deposit({
      userId: `token_user_${++users}`,
      card: { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
      ...changes,
    })
  ).body

interface Operation {
  readonly reference: string
  readonly key: string
  readonly kind: string
  readonly state: string
  readonly byToken: boolean
}

/** What the PSP has in its own book about a payment. */
async function atPsp({ txId }: PaymentAnswer): Promise<readonly Operation[]> {
  const answer = await fetch(`${platform.sandboxUrl}/admin/operations?limit=1000`)
  const { items } = (await answer.json()) as { items: readonly Operation[] }
  return items
    .filter(({ reference }) => reference === txRefId(tokenMerchant, txId))
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

async function eventsOf({ txId }: PaymentAnswer): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`select type || ' ' || summary as text from tx_event
    where tx_id = ${txId} and type in ('TOKEN', 'FALLBACK') order by seq`.execute(platform.db)
  return rows.map(({ text }) => text)
}

async function requestsOf({ txId }: PaymentAnswer, target: string): Promise<string[]> {
  const { rows } = await sql<{ body: string }>`select request_body as body from tx_log
    where tx_id = ${txId} and target = ${target} order by at, id`.execute(platform.db)
  return rows.map(({ body }) => body)
}

const storedTokens = async () => {
  const { rows } = await sql<{
    tokenRef: string
    state: string
    expiry: string
    sealedToken: string
    network: string
  }>`
    select token_ref, state, expiry, sealed_token, network from network_token order by provisioned_at, id`.execute(
    platform.db,
  )
  return rows
}
/** The newest token of the card a payment was made with. */
const tokenOf = async ({ txId }: PaymentAnswer) => {
  const { rows } = await sql<{ tokenRef: string; state: string; sealedToken: string }>`
    select n.token_ref, n.state, n.sealed_token from network_token n
    join vault_card v on v.merchant_id = n.merchant_id and v.ref = n.vault_ref
    join transaction t on t.merchant_id = n.merchant_id and t.account_hash = v.account_hash
    where t.id = ${txId} order by n.provisioned_at desc, n.id desc limit 1`.execute(platform.db)
  if (!rows[0]) throw new Error('The card has no token')
  return rows[0]
}

describe('a deposit with a network token', () => {
  it('reaches the PSP with token and cryptogram, and never with the card number', async () => {
    const paid = await pay(visa)
    expect(paid.state, JSON.stringify(paid.errors)).toBe('SUCCESSFUL')
    expect(await atPsp(paid)).toMatchObject([{ byToken: true, kind: 'deposit' }])
    expect(await platform.row(paid)).toMatchObject({ schemeTokenUsed: true, schemeTokenProvider: 'VTS' })
    const [request = '{}'] = await requestsOf(paid, 'PSP')
    const sent = JSON.parse(request) as {
      card?: object
      networkToken?: { number: string; cryptogram: string }
    }
    expect(sent.card).toBeUndefined()
    expect(sent.networkToken?.cryptogram).toBe('*****')
    expect(sent.networkToken?.number).not.toContain('1111')
    expect(await eventsOf(paid)).toEqual([
      expect.stringMatching(/^TOKEN New network token ending in \d{4} from Visa/),
    ])
  })

  it('uses the stored token the next time, which lies sealed in the database', async () => {
    const before = await storedTokens()
    const paid = await pay(visa)
    expect(await storedTokens()).toEqual(before)
    expect(await eventsOf(paid)).toEqual([expect.stringMatching(/^TOKEN Network token ending/)])
    expect((await tokenOf(paid)).sealedToken).toMatch(/^v1\./)
    const { rows } = await sql<{ facts: string }>`select facts::text as facts from tx_event
      where tx_id = ${paid.txId} and facts::text like '%hasSchemeToken%'`.execute(platform.db)
    expect(rows[0]?.facts).toContain('VTS')
  })

  it('has one token made when several come at once', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => pay('4242424242424242')))
    expect(all.map(({ state }) => state)).toEqual(Array(4).fill('SUCCESSFUL'))
    for (const each of all) expect(await atPsp(each)).toMatchObject([{ byToken: true }])
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from network_token t
      join vault_card v on v.merchant_id = t.merchant_id and v.ref = t.vault_ref
      join transaction p on p.account_hash = v.account_hash and p.id = ${all[0]?.txId}`.execute(platform.db)
    expect(rows[0]?.count).toBe(1)
  })

  it('is refused like any other when the issuer says no, and nobody tries the card number', async () => {
    const refused = await pay(visa, { amount: { amount: '666.51', currency: 'EUR' } })
    expect([refused.state, refused.statusCodeNo]).toEqual(['FAILED', StatusNo.ERR_DECLINED_NO_FUNDS])
    expect((await atPsp(refused)).map(({ byToken, state }) => [byToken, state])).toEqual([[true, 'declined']])
  })

  it('shows in the open payment that it went by token', async () => {
    const paid = await pay(visa)
    const { body } = await admin.get(`/transaction/${paid.txId}?${at}`)
    const shown = JSON.stringify(body)
    expect(shown).toContain('"schemeTokenProvider":"VTS"')
    expect(shown).toContain('"schemeTokenUsed":true')
  })

  it('is listed with the account of the user, without the token itself', async () => {
    const paid = await pay(visa, { storeAccount: true })
    const { accountId } = await platform.row(paid)
    const { status, body, text } = await admin.get(`/user-account/${accountId}/tokens?${at}`)
    expect(status, text).toBe(200)
    expect(body.items).toEqual([
      {
        id: expect.any(String),
        network: 'VISA_VTS',
        last4: expect.stringMatching(/^\d{4}$/),
        expiry: expect.stringMatching(/^\d{4}-\d{2}$/),
        state: 'ACTIVE',
        provisionedAt: expect.stringMatching(/Z$/),
        updatedAt: expect.stringMatching(/Z$/),
      },
    ])
  })
})

describe('a token that is refused', () => {
  it.each([
    ['expired', expiredToken, 'has expired'],
    ['invalid', invalidToken, 'is not valid'],
  ])('as %s is followed by the card number once, and the user is charged once', async (_what, pan, words) => {
    const paid = await pay(pan)
    expect(paid.state, JSON.stringify(paid.errors)).toBe('SUCCESSFUL')
    expect((await atPsp(paid)).map(({ byToken, state }) => [byToken, state])).toEqual([
      [true, 'declined'],
      [false, 'approved'],
    ])
    expect(await platform.row(paid)).toMatchObject({
      attemptCount: 2,
      schemeTokenUsed: false,
      schemeTokenProvider: null,
    })
    expect((await eventsOf(paid)).at(-1)).toBe(
      `FALLBACK Acme Cards says the network token ${words}. Nothing was charged. Trying once with the card number`,
    )
    const { tokenRef, state } = await tokenOf(paid)
    expect(state).toBe('DELETED')
    await runPaymentJobs(platform)
    const { tokens } = await networkBook(platform)
    expect(tokens.find((each) => each.tokenRef === tokenRef)?.state).toBe('DELETED')
  })

  it('after an answer nobody understands stays in doubt: the card number is not tried', async () => {
    const unclear = await pay(expiredToken, { amount: { amount: '777.03', currency: 'EUR' } })
    expect(unclear.state).toBe('INCONSISTENT')
    expect(await atPsp(unclear)).toMatchObject([{ byToken: true }])
    expect((await platform.row(unclear)).attemptCount).toBe(1)
  })

  it('whose card is refused as well ends the payment', async () => {
    const refused = await pay(expiredToken, { amount: { amount: '666.05', currency: 'EUR' } })
    expect(refused.state).toBe('FAILED')
    expect((await atPsp(refused)).length).toBeLessThanOrEqual(2)
  })

  it('cannot be had where the network gives none: the card number is used', async () => {
    const paid = await pay(noToken)
    expect(paid.state).toBe('SUCCESSFUL')
    expect(await atPsp(paid)).toMatchObject([{ byToken: false }])
    expect(await eventsOf(paid)).toEqual([
      'TOKEN No network token from Visa Token Service: The issuer does not allow a token. The card number is used',
    ])
    expect((await requestsOf(paid, 'TOKEN')).join()).not.toContain(noToken)
  })
})

describe('who pays with tokens', () => {
  const byToken = async (pan = visa) => (await atPsp(await pay(pan))).map((each) => each.byToken)

  it('is nobody once it is suspended, from that moment on, until it is enabled again', async () => {
    expect(await byToken()).toEqual([true])
    team.good(await team.operate(program.id, 'suspend', { reason: 'Declines went up' }))
    expect(await byToken()).toEqual([false])
    team.good(await team.operate(program.id, 'enable', { psps: ['acmecards'], percent: '100' }))
    expect(await byToken()).toEqual([true])
  })

  it('is nobody at a PSP without a share, and nobody with a card of another network', async () => {
    await setProgram({ rollout: '[]' })
    expect(await byToken()).toEqual([false])
    await setProgram({})
    expect(await byToken('5555555555554444')).toEqual([false])
    const elsewhere = (await platform.deposit({ merchantId: 100010002, userId: 'token_elsewhere' })).body
    expect(await eventsOf(elsewhere)).toEqual([])
  })

  it('is nobody at a PSP whose catalogue entry does not have tokens any more', async () => {
    const change = (caps: string) =>
      sql`update psp set capabilities = ${sql.raw(caps)}, version = version + 1 where psp = 'acmecards'`.execute(
        platform.db,
      )
    await change(`array_remove(capabilities, 'TOKENS')`)
    expect(await byToken()).toEqual([false])
    await change(`array_append(capabilities, 'TOKENS')`)
    expect(await byToken()).toEqual([true])
  })
})

describe('the life of a token', () => {
  const becomes = (tokenRef: string, state: string) =>
    eventually(storedTokens, (all) => all.some((each) => each.tokenRef === tokenRef && each.state === state))

  it('is what the network tells of it', async () => {
    const { tokenRef } = await tokenOf(await pay(visa))
    const tell = (event: string, more: object = {}) =>
      atNetwork(platform, `tokens/${tokenRef}/event`, { event, ...more })
    await tell('SUSPENDED')
    await becomes(tokenRef, 'SUSPENDED')
    const suspended = await pay(visa)
    expect(await atPsp(suspended)).toMatchObject([{ byToken: false }])
    expect(await eventsOf(suspended)).toEqual([
      'TOKEN The network token of the card is suspended. The card number is used',
    ])
    await tell('RESUMED')
    await becomes(tokenRef, 'ACTIVE')
    expect(await atPsp(await pay(visa))).toMatchObject([{ byToken: true }])
    await tell('CARD_REPLACED', { expiry: '2033-05' })
    await eventually(storedTokens, (all) => all.some((each) => each.expiry === '2033-05'))
    await tell('DELETED')
    await becomes(tokenRef, 'DELETED')
    const anew = await pay(visa)
    expect(await atPsp(anew)).toMatchObject([{ byToken: true }])
    expect((await tokenOf(anew)).tokenRef).not.toBe(tokenRef)
  })

  it('may be told before we know the token, counts once it is stored, and charges nobody twice', async () => {
    const pan = '4000056655665556'
    const { tokenRef } = await tokenOf(await pay(pan))
    // As if the answer that named the token were still on its way: the network knows it, we do not.
    await sql`delete from network_token where token_ref = ${tokenRef}`.execute(platform.db)
    const early = { eventId: 'early-1', event: 'SUSPENDED', entityId: program.entityId, tokenRef }
    expect((await tellPlatform(platform, 'visa-vts', early)).statusCode).toBe(200)
    const paid = await pay(pan)
    expect(await tokenOf(paid)).toMatchObject({ tokenRef, state: 'SUSPENDED' })
    expect(paid.state, JSON.stringify(paid.errors)).toBe('SUCCESSFUL')
    expect((await atPsp(paid)).map(({ byToken, state }) => [byToken, state])).toEqual([[false, 'approved']])
  })

  it('ends with the last account that holds the card', async () => {
    const paid = await pay('4012888888881881', { storeAccount: true, userId: 'token_leaver' })
    const { accountId } = await platform.row(paid)
    const { tokenRef } = await tokenOf(paid)
    const account = await admin.get(`/user-account/${accountId}?${at}`)
    const gone = await admin.delete(
      `/user-account/${accountId}?${at}&version=${account.body.version}&note=asked`,
    )
    expect(gone.status, gone.text).toBe(200)
    await becomes(tokenRef, 'DELETED')
    await runPaymentJobs(platform)
    const { tokens } = await networkBook(platform)
    expect(tokens.find((each) => each.tokenRef === tokenRef)?.state).toBe('DELETED')
  })
})

describe('metrics', () => {
  it('come from the payments there were', async () => {
    const { rows } = await sql<{ tokens: number; cards: number; fallbacks: number }>`
      select count(distinct tx_id) filter (where scheme_token is not null)::integer as tokens,
        count(distinct tx_id)::integer as cards,
        count(*) filter (where reason = 'TOKEN_FALLBACK')::integer as fallbacks
      from tx_attempt where merchant_id = ${tokenMerchant}
        and requested_at > now() - interval '1 hour'`.execute(platform.db)
    const { status, body, text } = await admin.get(`/scheme-token/metrics?${at}&days=1`)
    expect(status, text).toBe(200)
    expect(body.fallbacks).toBe(rows[0]?.fallbacks)
    expect(body.tokenPayments).toBe(rows[0]?.tokens)
    expect(body.cardPayments).toBeGreaterThanOrEqual(rows[0]?.cards ?? 0)
    expect(body.token.sent).toBeGreaterThan(body.token.approved)
    expect(body.undecided).toBeGreaterThan(0)
    expect(body.token.sent + body.pan.sent + body.undecided).toBe(body.attempts)
    expect(body.lifecycle).toMatchObject({ SUSPENDED: 2, RESUMED: 1, DELETED: 1, CARD_REPLACED: 1 })
    expect(body.tokens.provisioned).toBe((await storedTokens()).length)
    expect(body.tokens.deleted).toBe((await storedTokens()).filter(({ state }) => state === 'DELETED').length)
    expect(body.tokens.deleted).toBeGreaterThan(body.lifecycle.DELETED)
  })

  it('weigh BINs alike, and say nothing where nothing can be compared', () => {
    const row = (bin: string, isToken: boolean, sent: number, approved: number) => ({
      bin,
      isToken,
      sent,
      approved,
    })
    expect(upliftOf([row('411111', true, 10, 9)])).toBeNull()
    // Tokens are 10 points better at one BIN and equal at the other; the third was only tried one way.
    const rows = [
      row('a', true, 100, 90),
      row('a', false, 1000, 800),
      row('b', true, 300, 150),
      row('b', false, 10, 5),
      row('c', false, 5000, 0),
    ]
    expect(upliftOf(rows)).toMatchObject({ ppm: 25_000, token: 400, pan: 1010 })
  })

  it('tell how far the uplift of few attempts may be from the truth', () => {
    // Newcombe 1998, method 10, example (a): 56 of 70 against 48 of 80 lies between 0.0524 and 0.3339.
    const uplift = upliftOf([
      { bin: '411111', isToken: true, sent: 70, approved: 56 },
      { bin: '411111', isToken: false, sent: 80, approved: 48 },
    ])
    expect(uplift?.ppm).toBe(200_000)
    expect(uplift?.lowPpm).toBeCloseTo(52_400, -2)
    expect(uplift?.highPpm).toBeCloseTo(333_900, -2)
  })
})

describe('being forgotten', () => {
  it('takes the token of the card away, here and at the network', async () => {
    const userId = 'token_forgotten'
    const { tokenRef } = await tokenOf(await pay('4917610000000000', { userId, storeAccount: true }))
    const person = { merchantId: tokenMerchant, userId, pseudonym: 'gdpr-test', now: new Date() }
    const dropped = await platform.db
      .transaction()
      .execute(async (tx) => erasePerson(tx, person, await wordsOf(tx, person)))
    expect(dropped.tokens).toEqual([{ network: 'VISA_VTS', tokenRef }])
    expect((await storedTokens()).some((each) => each.tokenRef === tokenRef)).toBe(false)
  })
})
