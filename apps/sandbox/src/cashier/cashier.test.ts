import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '@signalbox/server/kit/testing/kit-app'
import { paymentPlatform, type PaymentPlatform } from '@signalbox/server/payments/testing/payment-platform'
import { encryptCard } from './browser/encrypt-card.ts'

const merchantId = 100010001
const secret = 'demo-client-secret'
let platform: PaymentPlatform
let admin: Client
/** Everything the shop ever said. */
const said: string[] = []

beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
  const order = {
    tps: 0,
    baseUrl: `${platform.config.publicUrl}/signalbox`,
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
afterAll(() => platform.close())

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
    'CREDITCARD/encryptedCard': await encryptCard(cardKey ?? '', {
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
    expect(receipt).toContain('Leider &lt;b&gt;pleite&lt;/b&gt;: 40.00 EUR')
    expect(receipt).toContain('Erneut versuchen')
  })

  it('with a bad input is refused by the words of the API, and nothing is paid', async () => {
    const input = {
      txType: 'SkrillDeposit',
      key: 'clubNumber',
      labelKey: 'input.club',
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
