import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CallLog } from '@signalbox/server/payments/connectors/call-log'
import { redactText } from '@signalbox/server/payments/connectors/redact'
import {
  sandboxAccounts,
  sandboxMerchantSecret,
} from '@signalbox/server/payments/connectors/sandbox-accounts'
import {
  euro,
  openTestSandbox,
  testAccount,
  testCall,
  testCard,
  type TestSandbox,
} from './testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const pan = '4242424242424242'
const cvv = '9417'
const secrets = [
  ...sandboxAccounts.flatMap((account) => Object.values(account.secrets)),
  sandboxMerchantSecret,
]

/** Also in the forms they take on the way: percent-encoded, in base64, with gaps. */
const forbidden = [
  pan,
  '4242 4242 4242 4242',
  ...secrets,
  ...sandboxAccounts.flatMap(({ settings, secrets }) =>
    settings.login ? [Buffer.from(`${settings.login}:${secrets.password}`).toString('base64')] : [],
  ),
]

const escaped = /%([0-9a-f]{2})/gi
const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi
/** Four digits stand by chance in many an id, a time or a hash; a code stands by itself. */
const cvvAlone = new RegExp(`(?<![0-9a-z])${cvv}(?![0-9a-z])`, 'i')

function found(text: string): string[] {
  const plain = text.replaceAll(escaped, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
  const code = cvvAlone.test(plain.replaceAll(uuid, '')) ? [cvv] : []
  return [...forbidden.filter((secret) => text.includes(secret)), ...code]
}

it.each([`"cvv":"${cvv}"`, `cvv=${cvv}&x`, `%22cvv%22%3A%22${cvv}%22`, `<cvc>${cvv}</cvc>`])(
  'a security code is found in %s, and its digits in an id are none',
  (text) => {
    expect(found(text)).toEqual([cvv])
    expect(
      found(`{"id":"01a${cvv}f","at":17${cvv}88,"ref":"019abcde-0000-7000-${cvv}-0123456789ab"}`),
    ).toEqual([])
  },
)

const card = { ...testCard(pan), cvv } as const

describe('no log holds a card number, a security code or a secret', () => {
  it('of calls to providers, whatever they answer', async () => {
    const logs: CallLog[] = []
    for (const { psp, account } of sandboxAccounts) {
      for (const amount of ['10.00', '666.51', '777.03', '777.12']) {
        const connector = sandbox.services.connectorFor(psp)!
        const call = testCall(psp, sandbox.callbackUrl, {
          account: testAccount(psp, account),
          amount: euro(amount),
          instrument: card,
        })
        const outcome = await sandbox.whilePushed(connector.submit(call))
        logs.push(outcome.log)
        logs.push((await connector.query({ ...call, expectedAmount: call.amount })).log)
        logs.push((await connector.ping(call.account)).log)
      }
    }
    expect(logs).toHaveLength(sandboxAccounts.length * 12)
    for (const log of logs) expect(found(JSON.stringify(log))).toEqual([])
    expect(logs.some((log) => log.requestBody.includes('424242******4242'))).toBe(true)
  })

  it('of a provider that repeats the card to us', () => {
    const echo = `{"error":"card ${pan} with cvv: ${cvv}","key":"${secrets[0]}"}`
    expect(found(redactText(echo, { secrets }))).toEqual([])
  })

  it('of merchants, KYC, fraud and 3-D Secure', async () => {
    const { merchant, kyc, fraud, threeDs } = sandbox.services
    const answers = await Promise.all([
      merchant.verifyUser(
        {
          endpoint: { merchantId: 100010001, signingSecret: sandboxMerchantSecret },
          txId: 27023107,
          tryNo: 1,
          requestedAmount: euro('10.00'),
        },
        { sessionId: 's-1', userId: 'user_1' },
      ),
      kyc.check({ provider: { provider: 'kyc-sim' }, idempotencyKey: 'k', userId: 'user_1', scopes: ['ID'] }),
      fraud.screen({
        provider: { provider: 'fraud-sim' },
        reference: '100010001A1',
        userId: 'user_1',
        txType: 'CreditcardDeposit',
        amount: euro('10.00'),
        timeoutMs: 2_000,
      }),
      threeDs.authenticate({
        server: { provider: '3ds-sim' },
        reference: '100010001A1',
        pan,
        expiry: '2030-12',
        amount: euro('10.00'),
        requestedAmount: euro('10.00'),
        challenge: 'NO_PREFERENCE',
        exemption: 'NONE',
        returnUrl: 'http://127.0.0.1:9/',
      }),
    ])
    for (const answer of answers) expect(found(JSON.stringify(answer.log))).toEqual([])
    expect(answers.map((answer) => answer.kind)).toEqual(['accepted', 'checked', 'scored', 'passed'])
  })

  it("of the sandbox's own files", () => {
    const files = readdirSync(sandbox.dir).map((name) => readFileSync(join(sandbox.dir, name), 'utf8'))
    expect(files.join('').length).toBeGreaterThan(1_000)
    for (const text of files) expect(found(text)).toEqual([])
  })
})

describe('redaction', () => {
  it('leaves alone what only looks like a card', () => {
    const text =
      '{"txId":"4242424242424242","reference":"100010001A4242424242424242","other":"4242424242424241"}'
    expect(redactText(text, { secrets: [], harmless: [pan] })).toBe(text)
  })

  it('finds cards written with gaps or between other characters', () => {
    expect(redactText('pan=4242-4242-4242-4242;', { secrets: [] })).toBe('pan=424242******4242;')
    expect(redactText('(4242 4242 4242 4242)', { secrets: [] })).toBe('(424242******4242)')
  })

  it('masks IBANs that stand alone, with gaps, or before other words', () => {
    const mask = 'DE89**************3000'
    expect(redactText('{"IBAN":"DE89370400440532013000"}', { secrets: [] })).toBe(`{"IBAN":"${mask}"}`)
    expect(redactText('to DE89 3704 0044 0532 0130 00 today', { secrets: [] })).toBe(`to ${mask} today`)
    // Of a country that is not in the registry, and yet somebody's account.
    expect(redactText('AO69123456789012345678901', { secrets: [] })).toMatch(/^AO69\*+8901$/)
    // One digit is wrong.
    expect(redactText('DE89370400440532013001', { secrets: [] })).toBe('DE89370400440532013001')
  })

  it('masks what a payment is made with, and no amount that looks the same', () => {
    const masks = new Map([
      ['w@purse.example', 'w***@p***.example'],
      ['8327', '*****'],
    ])
    expect(redactText('{"Clr":"8327","minor":8327,"to":"w@purse.example"}', { secrets: [], masks })).toBe(
      '{"Clr":"*****","minor":8327,"to":"w***@p***.example"}',
    )
    expect(redactText('to=w%40purse.example', { secrets: [], masks })).toBe('to=w***@p***.example')
  })

  it('blanks a secret in the form it has in an address', () => {
    expect(redactText('?key=a%2Fb%3Dc', { secrets: ['a/b=c'] })).toBe('?key=*****')
  })
})
