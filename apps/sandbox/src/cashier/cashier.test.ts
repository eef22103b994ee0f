import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '@signalbox/server/kit/testing/kit-app'
import { paymentPlatform, type PaymentPlatform } from '@signalbox/server/payments/testing/payment-platform'
import { onlyFor, rulePublisher } from '@signalbox/server/payments/testing/publish-rules'
import { encryptCard } from './browser/encrypt-card.ts'
import type { CashierAnswer, PaymentAnswer } from './cashier-api.ts'
import { methodKey } from './method-list.ts'
import { receiptPage } from './receipt-page.ts'
import { openLossyLine, type LossyLine } from './testing/lossy-line.ts'

const merchantId = 100010001
const secret = 'demo-client-secret'
let platform: PaymentPlatform
let admin: Client
/** Between the shop and the platform. */
let line: LossyLine
/** Everything the shop ever said. */
const said: string[] = []

beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  line = await openLossyLine(platform.config.publicUrl)
  const order = {
    tps: 0,
    baseUrl: `${line.url}/signalbox`,
    shops: [
      {
        merchantId,
        name: 'Northlight',
        country: 'SWE',
        currencies: ['SEK', 'EUR'],
        clientId: 'demo-client',
        secret,
      },
    ],
  }
  const opened = await fetch(`${platform.sandboxUrl}/admin/traffic`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(order),
  })
  if (!opened.ok) throw new Error(`The shop could not be opened: ${opened.status}`)
})
afterAll(async () => {
  await line.close()
  await platform.close()
})

interface Page {
  readonly status: number
  readonly text: string
  readonly headers: Headers
}

async function ask(path: string, init: RequestInit = {}): Promise<Page> {
  const url = new URL(path, platform.sandboxUrl)
  const answer = await fetch(url, { redirect: 'manual', ...init })
  const page = { status: answer.status, text: await answer.text(), headers: answer.headers }
  said.push(page.text, JSON.stringify([...page.headers]))
  return page
}

const visit = (more: Record<string, string> = {}) => ({
  shop: String(merchantId),
  currency: 'EUR',
  country: 'SWE',
  direction: 'DEPOSIT',
  locale: 'en',
  customer: 'cashier_1',
  amount: '40.00',
  ...more,
})

const open = (more: Record<string, string> = {}) =>
  ask(`/cashier?${new URLSearchParams(visit(more)).toString()}`)

const attribute = (text: string, name: string): string => {
  const found = new RegExp(`${name.replaceAll(' ', '\\s+')}="([^"]*)"`).exec(text)?.[1]
  if (found === undefined) throw new Error(`The page has no ${name}: ${text}`)
  return found.replaceAll('&quot;', '"').replaceAll('&amp;', '&')
}

let cardKey: string | undefined

/** What a browser sends that filled in the page. */
async function submit(fields: Record<string, string>, more: Record<string, string> = {}, headers = {}) {
  const { pan, ...typed } = fields
  if (pan) cardKey ??= attribute((await open()).text, 'data-card-key')
  const card = pan && {
    [`${fields.method}/encryptedCard`]: await encryptCard(cardKey ?? '', {
      'card.pan': pan,
      'card.expiry': '12/30',
      'card.cvv': '123',
      'card.holder': 'Ada Lindberg',
    }),
  }
  const body = new URLSearchParams({ reference: randomUUID(), ...visit(more), ...typed, ...card })
  return ask('/cashier/pay', { method: 'POST', body, headers })
}

const payByCard = (pan: string, more: Record<string, string> = {}, fields: Record<string, string> = {}) =>
  submit({ method: 'CREDITCARD', pan, ...fields }, more)

const follow = ({ status, headers, text }: Page): string => {
  expect(status, text).toBe(303)
  return headers.get('location') ?? ''
}

/** Goes where the browser is sent, until somebody asks something. */
async function walk(from: string): Promise<{ at: string; page: Page }> {
  let at = from
  for (;;) {
    const page = await ask(at)
    if (page.status !== 303) return { at, page }
    at = new URL(page.headers.get('location') ?? '', at).href
  }
}

async function answerPage(at: string, fields: Record<string, string>): Promise<Page> {
  const answered = await ask(at, { method: 'POST', body: new URLSearchParams(fields) })
  return (await walk(follow(answered))).page
}

describe('the page of the cashier', () => {
  it('shows methods with logos, limits, fees and inputs in the language of the customer', async () => {
    const page = await open({ locale: 'sv_SE', currency: 'SEK', amount: '500.00' })
    expect(page.status, page.text).toBe(200)
    expect(page.text).toContain('<html lang="sv-SE"')
    for (const words of ['Sätt in pengar', 'Belopp', 'Kort', 'Kortnummer', 'Giltigt till'])
      expect(page.text).toContain(words)
    expect(page.text).toMatch(new RegExp(`<img[^>]+src="${platform.config.publicUrl}/signalbox/logo/`))
    expect((await open({ locale: 'de_DE' })).text).toContain('Einzahlen')
    expect((await open()).text).toMatch(/From €|At least €|At most €/)
  })

  it('tells the fee of each method that the public API tells', async () => {
    const publish = await rulePublisher(platform, merchantId)
    const customer = 'pays_fees'
    await publish(
      'fee',
      {
        conditions: { ...onlyFor(customer), txType: { op: 'in', values: ['CreditcardDeposit'] } },
        outputs: { percentageFee: 25_000, mode: 'ADDED' },
      },
      { conditions: onlyFor(customer), outputs: { fixedFee: { EUR: '0' } } },
    )
    const said = { userId: customer, sessionId: 's-1', method: 'DEPOSIT', currency: 'EUR', amount: '80.00' }
    const asked = new URLSearchParams({ ...said, merchantId: String(merchantId), locale: 'sv_SE' })
    const { body } = await platform.call<CashierAnswer>('GET', `/payment-methods?${asked.toString()}`)
    const fees = body.methods.map(
      ({ method, service, fee }) => [methodKey({ method, service }), fee] as const,
    )
    expect(new Map(fees).get('CREDITCARD')).toEqual({ amount: '2.00', currency: 'EUR' })
    const { text } = await open({ customer, amount: '80.00', locale: 'sv_SE' })
    const shown = new Map(
      [...text.matchAll(/data-method="([^"]+)"(?:(?!data-method=).)*?data-fee>([^<]*)</gs)].map(
        ([, key, fee]) => [key, fee?.replaceAll('\u00A0', ' ')],
      ),
    )
    expect(shown.get('CREDITCARD')).toBe('Avgift: 2,00 €')
    expect(shown.get('SKRILL')).toBe('Ingen avgift')
    expect(fees.filter(([key]) => !shown.has(key))).toEqual([])
  })

  it('lets no script in but its own, and nobody frame it', async () => {
    const { headers, text } = await open()
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(text).not.toMatch(/<script(?![^>]* src=)/)
    expect(text).not.toMatch(/ (style|on\w+)=/)
  })

  it('asks for the inputs of the country the customer comes from', async () => {
    const input = {
      txType: 'CreditcardDeposit',
      key: 'nationalId',
      labelKey: 'input.nationalId',
      type: 'TEXT',
      required: true,
      country: 'DEU',
    }
    const made = await admin.post(`/payment-method-input?merchantId=${merchantId}`, input)
    expect(made.status, made.text).toBe(200)
    expect((await open({ country: 'DEU' })).text).toContain('National identity number')
    expect((await open({ country: 'SWE' })).text).not.toContain('National identity number')
    await admin.delete(`/payment-method-input/${made.body.id}?merchantId=${merchantId}&version=1`)
  })

  it.each([
    ['a shop there is none of', { shop: '7' }, 200],
    ['an amount that is none', { amount: '<b>' }, 200],
    ['a currency that is none', { currency: '<b>' }, 200],
    ['a locale that is none', { locale: '"><script>' }, 200],
    ['a customer the merchant refuses', { customer: 'user_blocked' }, 200],
    ['a customer with a name beyond all measure', { customer: '<img src=x>'.repeat(40) }, 200],
  ])('answers %s with a page in which nothing of it is markup', async (_what, more, status) => {
    const page = await open(more as Record<string, string>)
    expect(page.status, page.text).toBe(status)
    expect(page.text).not.toMatch(/<b>|"><script>|<img src=x>/)
  })

  it('says why nothing is offered', async () => {
    const { text } = await open({ customer: 'user_blocked' })
    expect(text).toContain('No payment method is available right now.')
  })
})

describe('a deposit', () => {
  it('by card is taken, and the receipt says so in words', async () => {
    const at = follow(await payByCard('4111111111111111'))
    expect(at).toContain('/cashier/receipt/')
    const receipt = (await walk(at)).page.text
    expect(receipt).toContain('Thank you for your payment')
    expect(receipt).toContain('The payment is complete.')
    expect(receipt).toContain('€40.00')
    const txId = Number(/data-payment="(\d+)"/.exec(receipt)?.[1])
    const { body } = await platform.call('GET', `/payments/${txId}`)
    expect(body).toMatchObject({ state: 'SUCCESSFUL', userId: 'cashier_1', txType: 'CreditcardDeposit' })
  })

  it('is one deposit, however often it is sent', async () => {
    const body = new URLSearchParams({
      ...visit(),
      reference: attribute((await open()).text, 'name="reference" value'),
      method: 'SKRILL',
      'SKRILL/walletAccount': 'once@wallet.example',
    })
    const [first, second] = [
      await ask('/cashier/pay', { method: 'POST', body }),
      await ask('/cashier/pay', { method: 'POST', body }),
    ]
    expect(follow(second)).toBe(follow(first))
  })

  it('is challenged by 3-D Secure and comes back to its receipt', async () => {
    const { at, page } = await walk(follow(await payByCard('4000002760003184')))
    expect(page.text).toContain('Code sent to your phone')
    const receipt = await answerPage(at, { otp: '1234', action: 'pay' })
    expect(receipt.text).toContain('Thank you for your payment')
  })

  it.each([
    ['a card', { method: 'CREDITCARD', pan: '4000002760003184' }, 'Code, der an dein Telefon gesendet wurde'],
    ['a bank', { method: 'BANK' }, 'Testseite'],
  ])('by %s is confirmed in the language of the shop', async (_what, fields, words) => {
    const inGerman = { locale: 'de_DE' }
    const { at, page } = await walk(follow(await submit(fields as Record<string, string>, inGerman)))
    expect(page.text).toContain('<html lang="de">')
    expect(page.text).toContain(words)
    const receipt = await answerPage(at, { otp: '1234', action: 'pay' })
    expect(receipt.text).toContain('<html lang="de-DE"')
  })

  it('that fails the challenge says so', async () => {
    const { at } = await walk(follow(await payByCard('4000002760003184')))
    const receipt = await answerPage(at, { otp: '9999', action: 'pay' })
    expect(receipt.text).toContain('Payment not completed')
  })

  it('goes through the page of a bank and back', async () => {
    const { at, page } = await walk(follow(await submit({ method: 'BANK' })))
    expect(page.text).toContain('test page')
    const receipt = await answerPage(at, { action: 'pay' })
    expect(receipt.text).toMatch(/Thank you for your payment|Payment under way/)
    const again = await walk(follow(await submit({ method: 'BANK' })))
    const cancelled = await answerPage(again.at, { action: 'cancel' })
    expect(cancelled.text).toContain('The payment was cancelled.')
  })

  it('that is declined shows the text of the merchant for it, as text', async () => {
    const key = 'creditcarddeposit.status.err_declined_no_funds'
    const saved = await admin.put(`/message/key/${key}?merchantId=${merchantId}`, {
      isNew: true,
      category: 'ERROR',
      texts: [{ locale: 'de', value: 'Leider <b>pleite</b>: {0}', version: null }],
    })
    expect(saved.status, saved.text).toBe(200)
    const receipt = (await walk(follow(await payByCard('4000000000009995', { locale: 'de_DE' })))).page.text
    expect(receipt).toContain('Leider &lt;b&gt;pleite&lt;/b&gt;: 40,00 EUR')
    expect(receipt).toContain('Erneut versuchen')
  })

  it('with a bad input is refused by the words of the API, and nothing is paid', async () => {
    const input = {
      txType: 'SkrillDeposit',
      key: 'clubNumber',
      labelKey: 'input.nationalId',
      type: 'NUMBER',
      required: true,
      min: 100,
    }
    expect((await admin.post(`/payment-method-input?merchantId=${merchantId}`, input)).status).toBe(200)
    const fields = {
      method: 'SKRILL',
      'SKRILL/walletAccount': 'bad@wallet.example',
      'SKRILL/attributes.clubNumber': '7',
    }
    const refused = await submit(fields, { locale: 'sv_SE' })
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('Måste vara minst 100')
    expect(refused.text).toContain('value="7"')
    const told = await submit(fields, { locale: 'sv_SE' }, { accept: 'application/json' })
    expect(JSON.parse(told.text)).toEqual({
      problems: { 'SKRILL/attributes.clubNumber': 'Måste vara minst 100' },
    })
    const { body } = await platform.call(
      'POST',
      '/deposits',
      {
        merchantId,
        userId: 'cashier_1',
        sessionId: 's-1',
        txType: 'SkrillDeposit',
        locale: 'sv_SE',
        amount: { amount: '40.00', currency: 'EUR' },
        walletAccount: 'bad@wallet.example',
        attributes: { clubNumber: '7' },
      },
      { 'idempotency-key': 'the-same-words' },
    )
    expect(body).toMatchObject({ fields: [{ message: 'Måste vara minst 100' }] })
  })

  it.each([
    ['no amount', { amount: '0' }, 'Enter a valid amount'],
    ['a third decimal', { amount: '1.005' }, 'Enter a valid amount'],
    ['more than the limit', { amount: '99999999.00' }, 'From €1.00 to €10,000.00'],
  ])('of %s is refused beside the amount', async (_what, more, words) => {
    const refused = await submit(
      { method: 'SKRILL', 'SKRILL/walletAccount': 'x@wallet.example' },
      more as Record<string, string>,
    )
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(words)
  })

  it('by a method that is not offered, without one, or with a card in clear is refused', async () => {
    expect((await submit({ method: 'NOSUCH' })).status).toBe(422)
    expect((await submit({})).status).toBe(422)
    const clear = await submit({ method: 'CREDITCARD', 'CREDITCARD/card.pan': '4111111111111111' })
    expect(clear.status).toBe(422)
    expect(clear.text).not.toContain('4111111111111111')
    const rubbish = await submit({ method: 'CREDITCARD', 'CREDITCARD/encryptedCard': 'bm90aGluZw==' })
    expect(rubbish.status).toBe(422)
  })

  it('sent by another site is refused', async () => {
    const refused = await submit({ method: 'BANK' }, {}, { 'sec-fetch-site': 'cross-site' })
    expect(refused.status).toBe(403)
  })
})

const paidBy = async (reference: string): Promise<number> => {
  const { body } = await platform.call('GET', `/payments?merchantId=${merchantId}&merchantTxId=${reference}`)
  return (body as { readonly items?: readonly unknown[] }).items?.length ?? 0
}

describe('a form that is sent again', () => {
  const pan = '4111111111111111'
  const iban = { 'BANKIBAN/iban': 'NL91 ABNA 0417 1643 00' }
  const out = { direction: 'WITHDRAWAL', amount: '30.00' }

  it.each([
    ['a card', { method: 'CREDITCARD', pan }, {}],
    ['Apple Pay', { method: 'APPLEPAY', pan }, {}],
    ['Google Pay', { method: 'GOOGLEPAY', pan }, {}],
    ['a withdrawal', { method: 'BANKIBAN', ...iban }, out],
  ])('by %s is one payment with one receipt, at once and later', async (_what, fields, more) => {
    const reference = randomUUID()
    const send = () => submit({ ...(fields as Record<string, string>), reference }, more)
    const pages = [...(await Promise.all([send(), send(), send()])), await send()]
    expect(new Set(pages.map(follow)).size).toBe(1)
    expect(await paidBy(reference)).toBe(1)
  })

  it.each([
    ['a card', { method: 'CREDITCARD', pan }, {}, '/deposits'],
    ['a withdrawal', { method: 'BANKIBAN', ...iban }, out, '/withdrawals'],
  ])('by %s after the answer was lost has the receipt of the first', async (_what, fields, more, path) => {
    const reference = randomUUID()
    const send = () => submit({ ...(fields as Record<string, string>), reference }, more)
    line.lose(path, 'answer')
    const lost = await send()
    expect(lost.status).toBe(502)
    expect(lost.text).toContain('It is not known yet whether the payment was made.')
    expect(lost.text).not.toContain('Nothing was charged')
    const { page } = await walk(attribute(lost.text, 'data-check href'))
    expect(page.text).toContain('data-payment=')
    expect(follow(await send())).toContain(`/cashier/receipt/${merchantId}/${reference}`)
    expect(await paidBy(reference)).toBe(1)
  })

  it('is sent as it was while nobody knows whether it arrived, and its card is kept once', async () => {
    const reference = randomUUID()
    const send = () => submit({ method: 'CREDITCARD', pan, reference })
    const before = line.count('/vault/cards')
    line.lose('/deposits', 'request')
    expect((await send()).status).toBe(502)
    follow(await send())
    expect(line.count('/vault/cards') - before).toBe(1)
    expect(await paidBy(reference)).toBe(1)
  })

  it('keeps its reference when it was refused, and may be mended', async () => {
    const reference = randomUUID()
    const refused = await submit({ method: 'SKRILL', reference }, { amount: '0' })
    expect(refused.status).toBe(422)
    expect(attribute(refused.text, 'name="reference" value')).toBe(reference)
    follow(await submit({ method: 'CREDITCARD', pan, reference }))
    expect(await paidBy(reference)).toBe(1)
  })

  it('can be asked for by its reference', async () => {
    const reference = randomUUID()
    const check = (locale: string) =>
      ask(`/cashier/receipt/${merchantId}/${reference}?locale=${locale}&check=1`, {
        headers: { accept: 'application/json' },
      })
    const absent = await check('de_DE')
    expect(absent.status).toBe(404)
    expect(JSON.parse(absent.text)).toEqual({
      summary:
        'Die Zahlung ist nicht angekommen. Du kannst sie erneut senden; sie wird nur einmal ausgeführt.',
    })
    const location = follow(await submit({ method: 'CREDITCARD', pan, reference }))
    expect(JSON.parse((await check('en')).text)).toMatchObject({ location })
  })

  it('is told in every language of the shop what is not known', async () => {
    for (const [locale, words] of [
      ['en', 'It is not known yet whether the payment was made.'],
      ['sv_SE', 'Det är ännu inte känt om betalningen gjordes.'],
      ['de_DE', 'Es ist noch nicht bekannt, ob die Zahlung ausgeführt wurde.'],
    ] as const)
      expect(attribute((await open({ locale })).text, 'data-lost')).toContain(words)
  })
})

describe('what nobody could have sent from the page', () => {
  it.each([
    ['another currency', { currency: 'JPY' }, 'Currency'],
    ['no currency', { currency: '' }, 'Currency'],
    ['an unknown shop', { shop: '7' }, 'Shop'],
    ['an unknown direction', { direction: 'SIDEWAYS' }, 'Direction'],
    ['an unknown country', { country: 'USA' }, 'Country'],
    ['a blank customer', { customer: ' ' }, 'Customer'],
    ['a customer beyond all measure', { customer: 'x'.repeat(41) }, 'Customer'],
    ['no reference', { reference: '' }, 'Reference'],
    ['a reference that is none', { reference: '-'.repeat(36) }, 'Reference'],
  ])('is refused: %s', async (_what, more, words) => {
    const before = line.count('/deposits')
    const fields = { method: 'BANK', ...more }
    const refused = await submit(fields)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.text).toContain(`${words}: `)
    const told = await submit(fields, {}, { accept: 'application/json' })
    expect(told.status).toBe(422)
    expect(JSON.parse(told.text).summary).toContain(`${words}: `)
    expect(line.count('/deposits')).toBe(before)
  })

  it.each(['/cashier/pay', '/cashier/account/remove', `/cashier/cancel/${merchantId}/${randomUUID()}`])(
    'is refused when another site sent it to %s',
    async (path) => {
      const send = (headers: Record<string, string>) =>
        ask(path, { method: 'POST', body: new URLSearchParams(visit()), headers })
      for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1:1', platform.config.publicUrl])
        expect((await send({ origin })).status, origin).toBe(403)
      const told = await send({ origin: 'null', accept: 'application/json' })
      expect(JSON.parse(told.text)).toEqual({ summary: 'This request came from another site.' })
      expect((await send({ origin: new URL(platform.sandboxUrl).origin })).status).not.toBe(403)
    },
  )

  it('is refused when it is too long', async () => {
    const body = 'x'.repeat(3 * 1024 * 1024)
    const refused = await ask('/cashier/pay', { method: 'POST', body })
    expect(refused.status).toBe(413)
    expect(refused.text).toContain('too long')
  })

  it('is refused when it has a card number for a name', async () => {
    const page = await open({ customer: '4111111111111111' })
    expect(page.status).toBe(422)
    expect(page.text).toContain('does not accept')
    expect(page.text).not.toContain('4111111111111111')
  })

  it('is refused when the saved account is nobody’s', async () => {
    const body = new URLSearchParams({ ...visit(), remove: randomUUID() })
    const refused = await ask('/cashier/account/remove', { method: 'POST', body })
    expect(refused.status).toBe(404)
    expect(refused.text).toContain('This saved account does not exist.')
  })
})

describe('the pages of banks', () => {
  it.each([
    ['3-D Secure', { method: 'CREDITCARD', pan: '4000002760003184' }],
    ['a bank', { method: 'BANK' }],
  ])('confirm by Enter: %s', async (_what, fields) => {
    const { page } = await walk(follow(await submit(fields as Record<string, string>)))
    const buttons = [...page.text.matchAll(/<button[^>]*value="(\w+)"/g)].map(([, value]) => value)
    expect(buttons).toEqual(['pay', 'cancel'])
  })
})

describe('the sums of a receipt', () => {
  const euros = (amount: string) => ({ amount, currency: 'EUR' })
  const paid = (more: Partial<PaymentAnswer>): PaymentAnswer => ({
    txId: 1,
    txRefId: '100010001A1',
    merchantId,
    userId: 'cashier_1',
    txType: 'CryptoCurrencyDeposit',
    method: 'DEPOSIT',
    state: 'SUCCESSFUL',
    statusCode: 'SUCCESSFUL_PSP',
    statusCodeNo: 1,
    success: true,
    amount: euros('197.88'),
    requestedAmount: euros('200.00'),
    fee: euros('11.11'),
    pspAmount: euros('208.99'),
    created: '2026-01-01T00:00:00.000Z',
    lastUpdated: '2026-01-01T00:00:00.000Z',
    messages: [],
    errors: [],
    ...more,
  })
  const linesOf = (payment: PaymentAnswer) => {
    const shop = { merchantId, clientId: '', secret: '', currencies: ['EUR'] }
    const words = (key: string) => key
    const places = { here: '/cashier/receipt/1/1', cashier: '/cashier', isBack: false }
    const { markup } = receiptPage({ shop, locale: 'en', words, payment, methodLabel: '', ...places })
    return [...markup.matchAll(/<dt>receipt\.(requested|amount|fee|total)<\/dt>\s*<dd>([^<]*)<\/dd>/g)].map(
      ([, name, sum]) => `${name} ${sum}`,
    )
  }

  it.each([
    [
      'coins that were fewer than asked for',
      {},
      ['requested €200.00', 'amount €197.88', 'fee €11.11', 'total €208.99'],
    ],
    [
      'a fee that was deducted',
      { amount: euros('188.89'), pspAmount: euros('200.00') },
      ['amount €188.89', 'fee €11.11', 'total €200.00'],
    ],
    [
      'a fee that came on top',
      { amount: euros('200.00'), pspAmount: euros('211.11') },
      ['amount €200.00', 'fee €11.11', 'total €211.11'],
    ],
    [
      'a withdrawal with a fee',
      { method: 'WITHDRAWAL', amount: euros('200.00'), pspAmount: euros('188.89') },
      ['amount €188.89', 'fee €11.11', 'total €200.00'],
    ],
    [
      'sums that do not add up',
      { pspAmount: euros('300.00') },
      ['requested €200.00', 'amount €197.88', 'fee €11.11'],
    ],
    [
      'a PSP with a currency of its own',
      { pspAmount: { amount: '0.00400000', currency: 'BTC' } },
      ['requested €200.00', 'amount €197.88', 'fee €11.11'],
    ],
    ['a payment that failed', { state: 'FAILED', amount: euros('0.00') }, ['amount €200.00']],
  ] as const)('add up: %s', (_what, more, expected) => {
    expect(linesOf(paid(more as Partial<PaymentAnswer>))).toEqual(expected)
  })
})

describe('saved accounts and withdrawals', () => {
  const customer = 'cashier_saver'

  let account = ''

  it('are offered, and pay without the card', async () => {
    follow(await payByCard('5555555555554444', { customer }, { 'CREDITCARD/store': '1' }))
    const { text } = await open({ customer })
    account = /name="CREDITCARD\/account"\s+value="([0-9a-f-]{36})"/.exec(text)?.[1] ?? ''
    expect(account).not.toBe('')
    const paid = await submit({ method: 'CREDITCARD', 'CREDITCARD/account': account }, { customer })
    expect((await walk(follow(paid))).page.text).toContain('Thank you for your payment')
  })

  it('are nobody else’s, and can be removed', async () => {
    const thief = { customer: 'cashier_thief' }
    const stolen = await submit({ method: 'CREDITCARD', 'CREDITCARD/account': account }, thief)
    expect(stolen.status).toBe(422)
    const remove = (who: Record<string, string>) =>
      ask('/cashier/account/remove', {
        method: 'POST',
        body: new URLSearchParams({ ...visit(who), remove: account }),
      })
    expect((await remove(thief)).status).toBe(404)
    follow(await remove({ customer }))
    expect((await open({ customer })).text).not.toContain(account)
  })

  const out = { customer, direction: 'WITHDRAWAL', amount: '30.00' }

  it('of a bank account nobody can have are refused beside it', async () => {
    const wrong = await submit({ method: 'BANKIBAN', 'BANKIBAN/iban': 'DE00370400440532013000' }, out)
    expect(wrong.status).toBe(422)
    expect(wrong.text).toContain('Invalid IBAN')
    expect(wrong.text).toContain('Withdraw €30.00')
  })

  it('take money out, and a withdrawal that waits can be cancelled', async () => {
    const at = follow(
      await submit({ method: 'BANKIBAN', 'BANKIBAN/iban': 'DE89 3704 0044 0532 0130 00' }, out),
    )
    const receipt = (await walk(at)).page.text
    expect(receipt).toContain('Your withdrawal of €30.00 is on its way')
    expect(receipt).toContain('Your payment is being reviewed.')
    const action = attribute(receipt, 'data-cancel action')
    follow(await ask(action, { method: 'POST', body: new URLSearchParams() }))
    expect((await walk(at)).page.text).toContain('The payment was cancelled.')
  })

  it('of a receipt nobody has are not found', async () => {
    expect((await ask(`/cashier/receipt/${merchantId}/nosuchreference00`)).status).toBe(404)
    expect((await ask('/cashier/receipt/7/nosuchreference00')).status).toBe(404)
  })
})

describe('what stays on the server', () => {
  it('is the secret of the shop and its tokens', async () => {
    await ask('/cashier/assets/cashier.css')
    expect(said.length).toBeGreaterThan(30)
    const all = said.join('\n')
    expect(all).not.toContain(secret)
    expect(all).not.toContain(Buffer.from(`demo-client:${secret}`).toString('base64'))
    expect(all).not.toMatch(/bearer/i)
    expect(all).not.toContain('eyJ')
  })
})
