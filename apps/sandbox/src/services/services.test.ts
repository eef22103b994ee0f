import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ThreeDsRequest } from '@signalbox/server/payments/connectors/three-ds-client'
import { euro, openTestSandbox, type TestSandbox } from '../testing/test-sandbox.ts'
import { openAuthentications } from './authentications.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

describe('KYC', () => {
  let nextKey = 1
  const check = (userId: string, provider = 'kyc-sim') =>
    sandbox.services.kyc.check({
      provider: { provider },
      idempotencyKey: `check-${nextKey++}`,
      userId,
      scopes: ['ID', 'AGE'],
    })

  it.each([
    ['user_1', { overallStatus: 'VERIFIED', pepsSanctions: [] }],
    ['kyc-underage-7', { overallStatus: 'UNDER_AGE', ageStatus: 'UNDER_AGE' }],
    ['kyc-pep-7', { overallStatus: 'VERIFIED', pepsSanctions: ['PEP_WARNING'] }],
    ['kyc-fail-7', { overallStatus: 'VERIFICATION_FAILED', idStatus: 'NOT_VERIFIED' }],
    ['kyc-pending-7', { overallStatus: 'VERIFICATION_IN_PROGRESS' }],
  ])('%s', async (userId, finding) => {
    expect(await check(userId)).toMatchObject({ kind: 'checked', finding })
  })

  it('kyc-down: neither provider answers', async () => {
    expect(await check('kyc-down')).toMatchObject({ kind: 'failed' })
    expect(await check('kyc-down', 'kyc-sim-2')).toMatchObject({ kind: 'failed' })
  })

  it('kyc-pending: decided after a while', async () => {
    const begun = await check('kyc-pending')
    const ref = begun.kind === 'checked' ? begun.finding.providerRef : ''
    const result = () => sandbox.services.kyc.result({ provider: 'kyc-sim' }, ref)
    expect(await result()).toMatchObject({ finding: { overallStatus: 'VERIFICATION_IN_PROGRESS' } })
    await sandbox.clock.advance(30_000)
    expect(await result()).toMatchObject({ finding: { overallStatus: 'VERIFIED' } })
  })
})

describe('fraud', () => {
  const screen = (userId: string) =>
    sandbox.services.fraud.screen({
      provider: { provider: 'fraud-sim' },
      reference: '100010001A1',
      userId,
      txType: 'CreditcardDeposit',
      amount: euro('10.00'),
      timeoutMs: 2_000,
    })

  it.each([
    ['fraud-high-1', { score: 95, decision: 'REJECT' }],
    ['fraud-mid-1', { score: 50, decision: 'REVIEW' }],
    ['user_1', { decision: 'ACCEPT' }],
  ])('%s', async (userId, finding) => {
    expect(await screen(userId)).toMatchObject({ kind: 'scored', ...finding })
  })
})

describe('3-D Secure', () => {
  const server = { provider: '3ds-sim' }
  const begin = (amount: string, changes: Partial<ThreeDsRequest> = {}) =>
    sandbox.services.threeDs.authenticate({
      server,
      reference: '100010001A1',
      pan: '4111111111111111',
      expiry: '2030-12',
      amount: euro(amount),
      requestedAmount: euro(amount),
      challenge: 'NO_PREFERENCE',
      exemption: 'NONE',
      returnUrl: 'http://127.0.0.1:9/back',
      ...changes,
    })

  it.each([
    ['10.00', { kind: 'passed', result: 'FRICTIONLESS' }],
    ['888.01', { kind: 'passed', result: 'FRICTIONLESS' }],
    ['888.02', { kind: 'failed', result: 'FAILED', statusNo: 529 }],
    ['888.03', { kind: 'passed', result: 'ATTEMPTED' }],
    ['888.08', { kind: 'failed', result: 'ERROR', statusNo: 550 }],
  ])('%s is decided at once', async (amount, outcome) => {
    expect(await begin(amount)).toMatchObject(outcome)
  })

  it.each([
    ['888.04', { kind: 'passed', result: 'CHALLENGED' }],
    ['888.05', { kind: 'failed', result: 'FAILED', statusNo: 529 }],
    ['888.07', { kind: 'failed', result: 'FAILED', statusNo: 551 }],
  ])('%s is decided by its page', async (amount, outcome) => {
    const begun = await begin(amount)
    if (begun.kind !== 'challenge') throw new Error(`${begun.kind} instead of a challenge`)
    expect(await sandbox.services.threeDs.result(server, begun.transId)).toMatchObject({ kind: 'open' })
    const page = await fetch(begun.url, { redirect: 'manual' })
    expect(page.headers.get('location')).toBe('http://127.0.0.1:9/back')
    expect(await sandbox.services.threeDs.result(server, begun.transId)).toMatchObject(outcome)
  })

  it.each([
    ['1234', { kind: 'passed', result: 'CHALLENGED' }],
    ['9999', { kind: 'failed', statusNo: 529 }],
  ])('888.06 asks for a code, and %s decides', async (otp, outcome) => {
    const begun = await begin('888.06')
    if (begun.kind !== 'challenge') throw new Error(`${begun.kind} instead of a challenge`)
    expect(await (await fetch(begun.url)).text()).toContain('one-time-code')
    const press = (code: string) =>
      fetch(begun.url, { method: 'POST', body: new URLSearchParams({ otp: code }), redirect: 'manual' })
    expect((await press('0000')).status).toBe(200)
    expect((await press(otp)).status).toBe(303)
    expect(await sandbox.services.threeDs.result(server, begun.transId)).toMatchObject(outcome)
  })

  it.each([
    ['sv-SE,sv;q=0.9,en;q=0.8', 'Bekräfta', '1 888,06 EUR'],
    ['de', 'Bestätigen', '1.888,06 EUR'],
    ['fr-FR', 'Confirm', '1,888.06 EUR'],
  ])('asks a payer whose browser wants %s in a language they read', async (languages, button, sum) => {
    const begun = await begin('1888.06', { challenge: 'MANDATE' })
    if (begun.kind !== 'challenge') throw new Error(`${begun.kind} instead of a challenge`)
    const page = await fetch(begun.url, { headers: { 'accept-language': languages } })
    const text = (await page.text()).replaceAll('\u00A0', ' ')
    expect(text).toContain(`>${button}<`)
    expect(text).toContain(sum)
  })

  it('asks in the language of the payment, whatever the browser wants', async () => {
    const begun = await begin('1888.06', { challenge: 'MANDATE', locale: 'sv_SE' })
    if (begun.kind !== 'challenge') throw new Error(`${begun.kind} instead of a challenge`)
    const german = { headers: { 'accept-language': 'de' } }
    expect(await (await fetch(begun.url, german)).text()).toContain('>Bekräfta<')
    await fetch(begun.url, { method: 'POST', body: new URLSearchParams({ otp: '1234' }), redirect: 'manual' })
    expect(await (await fetch(begun.url, german)).text()).toContain('Betalningen väntar inte på dig längre.')
    const french = await begin('1888.06', { challenge: 'MANDATE', locale: 'fr_FR' })
    if (french.kind !== 'challenge') throw new Error(`${french.kind} instead of a challenge`)
    expect(await (await fetch(french.url, german)).text()).toContain('>Bestätigen<')
  })

  it('challenges the cards that ask for it, and whom it is told to', async () => {
    const exempt = { challenge: 'NO_CHALLENGE', exemption: 'LOW_VALUE' } as const
    const [sometimes, always] = [{ pan: '4000000000003220' }, { pan: '4000002760003184' }]
    expect(await begin('10.00', sometimes)).toMatchObject({ kind: 'challenge' })
    expect(await begin('10.00', { ...sometimes, ...exempt })).toMatchObject({ kind: 'passed' })
    expect(await begin('10.00', always)).toMatchObject({ kind: 'challenge' })
    expect(await begin('10.00', { ...always, ...exempt })).toMatchObject({ kind: 'challenge' })
    expect(await begin('10.00', { challenge: 'MANDATE' })).toMatchObject({ kind: 'challenge' })
  })

  it('still knows after a restart whom it was authenticating', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'signalbox-3ds-'))
    const path = join(folder, 'three-ds.jsonl')
    const before = openAuthentications(path)
    const payer = { id: 'a', reference: '100010001A1', amount: euro('12.34'), returnUrl: 'http://back' }
    await before.begin({ ...payer, course: { page: 'asks' } })
    const decided = await before.begin({ ...payer, id: 'b', course: { page: 'asks' } })
    await before.countWrong(decided)
    await before.decide(decided, 'passed')
    await before.close()
    const after = openAuthentications(path)
    expect(after.find('a')).toMatchObject({ amount: euro('12.34'), verdict: undefined, wrongCodes: 0 })
    expect(after.find('b')).toMatchObject({ verdict: 'passed', wrongCodes: 1 })
    await after.close()
    rmSync(folder, { recursive: true })
  })

  it('knows nothing of what it never began', async () => {
    expect(await sandbox.services.threeDs.result(server, 'nothing')).toMatchObject({
      kind: 'failed',
      result: 'ERROR',
      statusNo: 550,
    })
  })
})
