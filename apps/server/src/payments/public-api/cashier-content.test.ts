import { deflateSync } from 'node:zlib'
import { PNG } from 'pngjs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import type { CashierAnswer } from './cashier/cashier-answer.ts'

const merchantId = 100010001
const group = 100010000
const at = `merchantId=${merchantId}`
let platform: PaymentPlatform
let admin: Client

beforeAll(async () => {
  platform = await paymentPlatform()
  admin = await platform.as('admin')
})
afterAll(() => platform.close())

const methodsIn = async (locale: string, method = 'DEPOSIT') => {
  const { status, body } = await platform.call<CashierAnswer>(
    'GET',
    `/payment-methods?${at}&userId=user_7&sessionId=s-1&method=${method}&currency=EUR&locale=${locale}`,
  )
  expect(status, JSON.stringify(body)).toBe(200)
  return body.methods
}
const card = async (locale: string) => {
  const found = (await methodsIn(locale)).find(({ method }) => method === 'CREDITCARD')
  if (!found) throw new Error('Cards are not offered')
  return found
}
/** Declined for want of money. */
const declined = async (locale: string) =>
  (
    await platform.deposit({
      userId: 'user_8',
      locale,
      amount: { amount: '50.00', currency: 'EUR' },
      card: { pan: '4000000000009995', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
    })
  ).body
const saveKey = (key: string, texts: Record<string, string>, more: object = {}) =>
  admin.put(`/message/key/${key}?${at}`, {
    isNew: true,
    category: 'ERROR',
    texts: Object.entries(texts).map(([locale, value]) => ({ locale, value, version: null })),
    ...more,
  })

describe('messages', () => {
  it('are what the user of a failed payment reads, by the order of keys and in their own language', async () => {
    const before = await declined('sv_SE')
    expect(before.errors[0]?.keys).toContain('creditcarddeposit.state.failed')
    expect(before).toMatchObject({ statusCode: 'ERR_DECLINED_NO_FUNDS' })
    expect(before.errors[0]?.msg).toBe('Det finns inte tillräckligt med pengar på kontot för 50,00 EUR.')
    expect((await declined('de_AT')).errors[0]?.msg).toContain('nicht genug Guthaben')
    const key = 'CreditcardDeposit.status.ERR_declined_no_funds'
    const saved = await saveKey(key, { en: 'Broke: {0}', sv: 'Pank: {0}' })
    expect(saved.status, saved.text).toBe(200)
    expect((await declined('sv_SE')).errors[0]?.msg).toBe('Pank: 50,00 EUR')
    expect((await declined('da_DK')).errors[0]?.msg).toBe('Broke: 50.00 EUR')
    const preview = await admin.post(`/message/preview?${at}`, {
      txType: 'CreditcardDeposit',
      statusCode: 'ERR_DECLINED_NO_FUNDS',
      locale: 'sv_SE',
      amount: { amount: '50.00', currency: 'EUR' },
    })
    expect(preview.body).toMatchObject({
      text: 'Pank: 50,00 EUR',
      source: { key: key.toLowerCase(), locale: 'sv', merchantId },
    })
  })

  it('of a parent are overridden by an edit below and come back when that is deleted', async () => {
    const { body } = await admin.get(`/message?${at}&keyword=method.creditcard&locale=sv`)
    expect(body.items).toMatchObject([{ inherited: true, merchantId: 1000, value: 'Kort' }])
    const [{ id, version }] = body.items
    expect((await admin.delete(`/message/${id}?${at}`)).status).toBe(409)
    const made = await admin.put(`/message/${id}?${at}`, { version, value: 'Bankkort' })
    expect(made.body).toMatchObject({ inherited: false, merchantId, value: 'Bankkort' })
    expect((await card('sv_SE')).label).toBe('Bankkort')
    await admin.delete(`/message/${made.body.id}?${at}&version=1`)
    expect((await card('sv_SE')).label).toBe('Kort')
    expect((await card('en')).label).toBe('Card')
  })

  it('fall back to English before the language where the merchant says so', async () => {
    expect((await saveKey('fallback.test', { en: 'English', sv: 'Svenska' })).status).toBe(200)
    const read = async () =>
      (await platform.call<{ messages: Record<string, string> }>('GET', `/messages?${at}&locale=sv_SE`)).body
        .messages['fallback.test']
    expect(await read()).toBe('Svenska')
    const configure = async (languageFirst: boolean) => {
      const [own] = (await admin.get(`/config?${at}&type=MerchantConfig&own=true`)).body.items
      const document = {
        'integration.mode': 'MOCK',
        'cashier.localeFallbackPreferredOverDefaultLocale': languageFirst,
      }
      const saved = own
        ? await admin.put(`/config/${own.id}?${at}`, { version: own.version, document, note: 'testing' })
        : await admin.post(`/config?${at}`, { type: 'MerchantConfig', document, note: 'testing' })
      expect(saved.status, saved.text).toBe(200)
    }
    await configure(false)
    expect(await read()).toBe('English')
    await configure(true)
    expect(await read()).toBe('Svenska')
  })

  it('are refused with a reason, and nothing is written', async () => {
    const before = (await admin.get(`/message?${at}&limit=10`)).body.total
    const unequal = await saveKey('bad.one', { en: 'Pay {0}', sv: 'Betala' })
    expect(unequal).toMatchObject({ status: 422 })
    expect(unequal.body.fields).toEqual([
      {
        field: 'texts.sv',
        code: 'PLACEHOLDERS',
        message: 'Placeholders must be equal in all locales; en has {0}',
      },
    ])
    expect((await saveKey('bad.two', { en: 'A', klingon: 'B' })).body.fields[0].message).toContain(
      'Unknown locale: klingon',
    )
    expect((await saveKey('METHOD.Creditcard', { en: 'Again' })).body).toMatchObject({ code: 'DUPLICATE' })
    const twice = { key: 'Method.CREDITCARD', locale: 'en', value: 'Again', category: 'GUI_TEXT' }
    expect((await admin.post('/message?merchantId=1000', twice)).status).toBe(409)
    expect((await admin.post(`/message?${at}`, { ...twice, key: 'no spaces' })).status).toBe(422)
    expect((await admin.post(`/message/locale?${at}`, { locale: 'xx-nowhere' })).status).toBe(422)
    expect((await admin.post(`/message/locale?${at}`, { locale: 'sv' })).status).toBe(409)
    expect((await admin.get(`/message?${at}&limit=10`)).body.total).toBe(before)
  })

  it('of a parent that change their placeholders say whose overrides no longer fit, and those list them', async () => {
    const above = 'merchantId=100010000'
    const write = (where: string, value: string | null, version: number | null, locale = 'en') =>
      admin.put(`/message/key/test.unequal?${where}`, {
        category: 'ERROR',
        texts: [{ locale, value, version }],
      })
    expect((await write(above, 'Pay {0}', null)).status).toBe(200)
    const override = await write(at, 'Betala {0}', null, 'sv_SE')
    expect(override.status, override.text).toBe(200)
    expect(override.body.unequalBelow).toEqual([])
    const changed = await write(above, 'Pay {0} to {1}', 1)
    expect(changed.status, changed.text).toBe(200)
    const told = [{ merchantId: 100010001, merchant: expect.any(String), locale: 'sv_SE' }]
    expect(changed.body.unequalBelow).toEqual(told)
    expect((await admin.get(`/message/key/test.unequal?${above}`)).body.unequalBelow).toEqual(told)
    const listed = async () =>
      (await admin.get(`/message/missing?${at}`)).body.items.filter(
        ({ key, unequal }: { key: string; unequal: string[] }) =>
          key === 'test.unequal' && unequal.length > 0,
      )
    expect(await listed()).toMatchObject([{ unequal: ['sv_SE'] }])
    expect((await write(at, 'Betala {0} till {1}', 1, 'sv_SE')).status).toBe(200)
    expect(await listed()).toEqual([])
    expect((await write(at, null, 2, 'sv_SE')).status).toBe(200)
    expect((await write(above, null, 2)).status).toBe(200)
  })

  it('have locales that are added, copied and found to be missing', async () => {
    const mine = 'merchantId=100010003'
    const added = await admin.post(`/message/locale?${mine}`, { locale: 'fi-fi' })
    expect(added.body).toEqual({ locale: 'fi_FI', copied: 0 })
    const { body } = await admin.get(`/message/missing?${mine}`)
    expect(body.locales).toContain('fi_FI')
    expect(body.items.every(({ missing }: { missing: string[] }) => missing.includes('fi_FI'))).toBe(true)
    const copied = await admin.post(`/message/locale?${mine}`, { locale: 'fi_FI', copyFrom: 'en' })
    expect(copied.body.copied).toBeGreaterThan(100)
    expect((await admin.get(`/message/missing?${mine}`)).body.items).toEqual([])
    expect((await admin.get(`/message/missing?${at}`)).body.locales).not.toContain('fi_FI')
  })
})

describe('files of messages', () => {
  const mine = `merchantId=${group}`
  const header = 'category,description,key,locale,value'
  const load = (step: 'preview' | 'commit', content: string, separator = ',') =>
    admin.post(`/message/import/${step}?${mine}`, { format: 'csv', content, separator })

  it('have exactly the header of the design, all quoted, and are read back without a change', async () => {
    const { text } = await admin.get(`/message/export?${mine}&separator=%3B&keyword=receipt.`)
    const [first, second] = text.split('\r\n')
    expect(first).toBe('\uFEFF"category";"description";"key";"locale";"value"')
    expect(second).toMatch(/^"RECEIPT";"Receipt";"receipt\.account";"(de|en|sv)";"(Konto|Account)"$/)
    const preview = await load('preview', text, ';')
    expect(preview.body.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
  })

  it('change texts and add locales, after a preview that writes nothing', async () => {
    const content = `${header}\nGUI_TEXT,,cashier.pay,en,Send {0}\nGUI_TEXT,,cashier.pay,sv,Skicka {0}\nGUI_TEXT,,file.new,nb_NO,Ny\n`
    const preview = await load('preview', content)
    expect(preview.body.counts).toEqual({ create: 1, update: 2, skip: 0, refuse: 0, waiting: 0 })
    const locales = async () =>
      (await admin.get(`/message/locale?${mine}`)).body.items.map(({ locale }: { locale: string }) => locale)
    expect(await locales()).not.toContain('nb_NO')
    expect((await load('commit', content)).status).toBe(200)
    expect(await locales()).toContain('nb_NO')
    const texts = await platform.call<{ messages: Record<string, string> }>(
      'GET',
      `/messages?${at}&locale=sv&category=GUI_TEXT`,
    )
    expect(texts.body.messages['cashier.pay']).toBe('Skicka {0}')
  })

  it.each([
    ['another header', 'key,locale,value\na,en,b', 'Line 1: The header must be'],
    ['a formula', `${header}\nGUI_TEXT,,evil.key,en,"=HYPERLINK(""http://x"")"`, 'Looks like a formula'],
    ['an unknown locale', `${header}\nGUI_TEXT,,some.key,elvish,Mellon`, 'Unknown locale: elvish'],
    ['a key twice', `${header}\nGUI_TEXT,,some.key,en,A\nGUI_TEXT,,SOME.key,en,B`, 'appear twice'],
    [
      'unequal placeholders',
      `${header}\nGUI_TEXT,,some.key,en,A {0}\nGUI_TEXT,,some.key,sv,B`,
      'Placeholders must be equal in all locales',
    ],
    [
      'placeholders unlike those that stay',
      `${header}\nGUI_TEXT,,cashier.pay,en,Pay`,
      'Placeholders must be',
    ],
    ['an unknown category', `${header}\nJOKES,,some.key,en,A`, 'category'],
  ])('with %s are refused, and nothing is written', async (_what, content, reason) => {
    const before = (await admin.get(`/message?${mine}&limit=10`)).body.total
    const refused = await load('commit', content)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain(reason)
    expect((await admin.get(`/message?${mine}&limit=10`)).body.total).toBe(before)
  })

  it.each([
    ['a misspelt member', { description: 'x', descripton: 'y' }, 'descripton: Unknown field'],
    ['a text that is none', { description: 5 }, 'description: Must be text'],
  ])('as JSON with %s are refused, and nothing is written', async (_what, more, reason) => {
    const text = { category: 'GUI_TEXT', key: 'json.key', locale: 'en', value: 'A', ...more }
    const bring = (item: object) =>
      admin.post(`/message/import/commit?${mine}`, { format: 'json', content: JSON.stringify([item]) })
    const refused = await bring(text)
    expect(refused.status, refused.text).toBe(422)
    expect(refused.body.fields).toEqual([{ field: 'line 1', code: 'IMPORT', message: reason }])
    const found = await admin.get(`/message?${mine}&keyword=json.key`)
    expect(found.body.total).toBe(0)
  })

  it('leave as JSON and are read back without a change', async () => {
    const { text } = await admin.get(`/message/export?${mine}&format=json&keyword=receipt.`)
    const preview = await admin.post(`/message/import/preview?${mine}`, { format: 'json', content: text })
    expect(preview.body.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
    expect(preview.body.counts.skip).toBeGreaterThan(0)
  })

  it('are open to support, who may not edit', async () => {
    const support = await platform.as('operator')
    const text = { key: 'support.key', locale: 'en', value: 'x', category: 'GUI_TEXT' }
    expect((await support.post(`/message?${at}`, text)).status).toBe(403)
    const content = `${header}\nGUI_TEXT,,support.key,en,x`
    expect(
      (await support.post(`/message/import/preview?${at}`, { format: 'csv', content, separator: ',' }))
        .status,
    ).toBe(200)
  })
})

function pngOf(width: number, height: number): Buffer {
  const picture = new PNG({ width, height })
  picture.data.fill(200)
  return PNG.sync.write(picture)
}
const dataUrl = (bytes: Buffer, type = 'image/png') => `data:${type};base64,${bytes.toString('base64')}`

describe('logos', () => {
  const upload = (image: string, version: number | null = null) =>
    admin.put(`/payment-method-logo/CREDITCARD?${at}`, { image, version })
  const served = (url: string) => platform.app.inject({ url: new URL(url, 'http://x').pathname })

  it('are drawn anew, served by their hash for ever, and reset to our own drawing', async () => {
    const drawn = (await card('en')).logo
    // A picture with a comment and something hung on to it.
    const bytes = Buffer.concat([pngOf(40, 20), Buffer.from('<script>alert(1)</script>')])
    const made = await upload(dataUrl(bytes))
    expect(made.status, made.text).toBe(200)
    expect(made.body).toMatchObject({ merchantId, inherited: false, version: 1 })
    const { logo } = await card('en')
    expect(logo).not.toBe(drawn)
    expect(logo.endsWith(made.body.url)).toBe(true)
    const answer = await served(logo)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
    })
    expect(answer.rawPayload.toString('latin1')).not.toContain('script')
    expect(PNG.sync.read(answer.rawPayload)).toMatchObject({ width: 40, height: 20 })
    expect((await upload(dataUrl(pngOf(8, 8)), 7)).status).toBe(409)
    const reset = await admin.delete(`/payment-method-logo/CREDITCARD?${at}&version=1`)
    expect(reset.body).toMatchObject({ merchantId: null, version: null })
    expect((await card('en')).logo).toBe(drawn)
    expect((await served(drawn)).statusCode).toBe(200)
    expect((await served(`/signalbox/logo/${'0'.repeat(64)}.png`)).statusCode).toBe(404)
    expect((await served('/signalbox/logo/..%2f..%2fetc')).statusCode).toBe(404)
  })

  it('show the methods that rules offer, or all of them', async () => {
    const offered = (await admin.get(`/payment-method-logo?${at}`)).body.items
    const all = (await admin.get(`/payment-method-logo?${at}&all=true`)).body.items
    expect(offered.length).toBeGreaterThan(0)
    expect(all.length).toBeGreaterThan(offered.length)
    expect(offered.every(({ enabled }: { enabled: boolean }) => enabled)).toBe(true)
  })

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  it.each([
    ['an SVG', dataUrl(svg, 'image/svg+xml'), 422, 'An SVG is not accepted. Use a PNG'],
    ['an SVG that says it is a PNG', dataUrl(svg), 422, 'An SVG is not accepted. Use a PNG'],
    [
      'a GIF',
      dataUrl(Buffer.from('GIF89a' + 'x'.repeat(40)), 'image/gif'),
      422,
      'A GIF is not accepted. Use a PNG',
    ],
    ['a text', dataUrl(Buffer.from('A picture of a card')), 422, 'This file is not accepted. Use a PNG'],
    ['more than 50 kB', dataUrl(Buffer.alloc(60_000)), 422, 'at most 50 kB'],
    ['20 MB', dataUrl(Buffer.alloc(20_000_000)), 413, 'too large'],
    ['too many pixels', dataUrl(pngOf(1025, 4)), 422, '1024 by 1024'],
    [
      'a damaged PNG',
      dataUrl(Buffer.concat([pngOf(20, 20).subarray(0, 40), deflateSync('x')])),
      422,
      'damaged',
    ],
    ['nothing', '', 422, 'The file is empty. Use a PNG'],
  ])('refuse %s', async (_what, image, status, words) => {
    const { logo } = await card('en')
    const refused = await upload(image)
    expect(refused.status, refused.text).toBe(status)
    expect(refused.text).toContain(words)
    expect((await card('en')).logo).toBe(logo)
  })

  it('of a method nobody knows are not found', async () => {
    const refused = await admin.put(`/payment-method-logo/NOSUCH?${at}`, {
      image: dataUrl(pngOf(4, 4)),
      version: null,
    })
    expect(refused.status).toBe(404)
  })
})

describe('inputs', () => {
  const nationalId = {
    txType: 'CreditcardDeposit',
    key: 'nationalId',
    labelKey: 'input.nationalId',
    type: 'TEXT',
    required: true,
    regex: '\\d{6}-?\\d{4}',
    displayOrder: 5,
  }
  const pay = (attributes: Record<string, string> | undefined, more: object = {}) =>
    platform.deposit({ userId: 'user_9', locale: 'sv_SE', ...(attributes && { attributes }), ...more })

  it('are asked for by the cashier and required of a deposit, with the field named', async () => {
    expect((await pay(undefined)).status).toBe(201)
    const created = await admin.post(`/payment-method-input?${at}`, nationalId)
    expect(created.status, created.text).toBe(200)
    const { inputs } = await card('sv_SE')
    expect(inputs[0]).toMatchObject({ name: 'attributes.nationalId', label: 'Personnummer', required: true })
    expect(inputs.map(({ name }) => name)).toContain('card.pan')
    const refused = await pay(undefined)
    expect(refused.status).toBe(422)
    expect(refused.body).toMatchObject({
      fields: [{ field: 'attributes.nationalId', code: 'REQUIRED', message: 'Fältet måste fyllas i' }],
    })
    expect((await pay({ nationalId: '12' })).body).toMatchObject({
      fields: [{ field: 'attributes.nationalId', code: 'FORMAT', message: 'Ogiltigt värde' }],
    })
    expect((await pay({ nationalId: '811218-9876' })).status).toBe(201)
    const changed = await admin.put(`/payment-method-input/${created.body.id}?${at}`, {
      version: 1,
      required: false,
    })
    expect(changed.status, changed.text).toBe(200)
    expect((await pay(undefined)).status).toBe(201)
    await admin.delete(`/payment-method-input/${created.body.id}?${at}&version=2`)
    expect((await card('sv_SE')).inputs.map(({ key }) => key)).not.toContain('nationalId')
  })

  it('about a card are held against what stands behind its token', async () => {
    const token = async (holder?: string) => {
      const { body } = await platform.call<{ cardToken: string }>('POST', '/vault/cards', {
        merchantId,
        pan: '4111111111111111',
        expiry: '2030-12',
        cvv: '123',
        ...(holder && { holder }),
      })
      return body.cardToken
    }
    const payWith = (cardToken: string) => pay(undefined, { card: undefined, cardToken })
    expect((await payWith(await token())).status).toBe(201)
    const rule = { txType: 'CreditcardDeposit', key: 'card.holder', labelKey: 'input.card.holder' }
    const created = await admin.post(`/payment-method-input?${at}`, {
      ...rule,
      type: 'TEXT',
      required: true,
      min: 4,
    })
    expect(created.status, created.text).toBe(200)
    expect((await payWith(await token())).body).toMatchObject({
      fields: [{ field: 'card.holder', code: 'REQUIRED' }],
    })
    const short = await token('Bo')
    expect((await payWith(short)).body).toMatchObject({
      fields: [{ field: 'card.holder', code: 'TOO_SHORT' }],
    })
    // What was refused may be mended: the token is not spent.
    await admin.delete(`/payment-method-input/${created.body.id}?${at}&version=1`)
    expect((await payWith(short)).status).toBe(201)
  })

  it.each(['cvv', 'CVC2', 'security_code', 'pan', 'card-number'])(
    'named %s are refused: only the vault asks for a card',
    async (key) => {
      const made = await admin.post(`/payment-method-input?${at}`, { ...nationalId, key })
      expect(made.status).toBe(422)
      expect(made.body.fields).toMatchObject([{ field: 'key' }])
    },
  )

  it.each([
    ['labelKey', { labelKey: 'club.number' }],
    ['options', { type: 'SELECT', options: [{ value: 'A', labelKey: 'club.number' }] }],
  ])('with a %s that no message has are refused, so nobody who pays reads a key', async (field, wrong) => {
    const made = await admin.post(`/payment-method-input?${at}`, { ...nationalId, key: 'club', ...wrong })
    expect(made.body).toMatchObject({ fields: [{ field, message: expect.stringContaining('club.number') }] })
  })

  it.each([
    ['labelKey', { labelKey: 'cashier.amount.limits' }],
    ['options', { type: 'SELECT', options: [{ value: 'A', labelKey: 'cashier.amount.limits' }] }],
  ])(
    'with a %s that leaves places open are refused: nothing is known to fill them with',
    async (field, wrong) => {
      const made = await admin.post(`/payment-method-input?${at}`, { ...nationalId, key: 'club', ...wrong })
      expect(made.body).toMatchObject({
        fields: [{ field, message: expect.stringContaining('cashier.amount.limits') }],
      })
    },
  )

  it('are shown depending on another one', async () => {
    const select = {
      txType: 'SkrillDeposit',
      key: 'purpose',
      labelKey: 'input.email',
      type: 'SELECT',
      options: [
        { value: 'OWN', labelKey: 'input.iban' },
        { value: 'OTHER', labelKey: 'input.bic' },
      ],
    }
    const other = {
      txType: 'SkrillDeposit',
      key: 'purposeText',
      labelKey: 'input.email',
      required: true,
      visibleWhen: { key: 'purpose', op: 'EQUALS', value: 'OTHER' },
    }
    expect((await admin.post(`/payment-method-input?${at}`, other)).status).toBe(422)
    const asked = await admin.post(`/payment-method-input?${at}`, select)
    expect(asked.status, asked.text).toBe(200)
    expect((await admin.post(`/payment-method-input?${at}`, other)).status).toBe(200)
    const wallet = { txType: 'SkrillDeposit', card: undefined, walletAccount: 'ada@wallet.example' }
    expect((await pay({ purpose: 'OWN' }, wallet)).status).toBe(201)
    expect((await pay({ purpose: 'NEITHER' }, wallet)).body).toMatchObject({
      fields: [{ field: 'attributes.purpose', code: 'OPTION' }],
    })
    expect((await pay({ purpose: 'OTHER' }, wallet)).body).toMatchObject({
      fields: [{ field: 'attributes.purposeText', code: 'REQUIRED' }],
    })
    const used = await admin.delete(`/payment-method-input/${asked.body.id}?${at}&version=1`)
    expect(used).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
  })

  it('that a PSP connector needs are neither deleted nor made optional', async () => {
    const top = 'merchantId=1000'
    const { body } = await admin.get(`/payment-method-input?${top}&keyword=iban&txType=BankIBANWithdrawal`)
    const [iban] = body.items
    const refused = await admin.delete(`/payment-method-input/${iban.id}?${top}&version=${iban.version}`)
    expect(refused).toMatchObject({ status: 409, body: { code: 'IN_USE' } })
    expect(refused.body.message).toBe('The PSP connector needs iban for IBAN withdrawal.')
    const edit = (change: object) =>
      admin.put(`/payment-method-input/${iban.id}?${at}`, { version: iban.version, ...change })
    expect((await edit({ required: false })).body.fields[0].field).toBe('required')
    expect((await edit({ type: 'TEXT' })).body.fields[0].field).toBe('type')
    expect((await edit({ regex: '(' })).body.fields[0].message).toBe('Invalid regular expression')
    expect((await edit({ min: 9, max: 2 })).status).toBe(422)
    const foreign = { ...nationalId, key: 'iban' }
    expect((await admin.post(`/payment-method-input?${at}`, foreign)).status).toBe(422)
  })

  it('leave as JSON and come back', async () => {
    const { text, body } = await admin.get(`/payment-method-input/export?${at}&format=json`)
    expect(body.length).toBeGreaterThan(30)
    const preview = await admin.post(`/payment-method-input/import/preview?${at}`, {
      format: 'json',
      content: text,
    })
    expect(preview.body.counts).toMatchObject({ create: 0, update: 0, refuse: 0 })
  })

  it('have the words of their labels beside the keys', async () => {
    const { status, body } = await admin.get(`/payment-method-input/labels?${at}`)
    expect(status).toBe(200)
    expect(body.labels).toMatchObject({ 'input.card.pan': 'Card number', 'input.iban': 'IBAN' })
    expect(Object.values(body.labels)).not.toContain('')
  })

  it('of a form are told per locale and country', async () => {
    const german = { ...nationalId, country: 'DEU', displayOrder: 1 }
    expect((await admin.post(`/payment-method-input?${at}`, german)).status).toBe(200)
    const form = async (query: string) =>
      (await admin.get(`/payment-method-input/form?${at}&txType=CreditcardDeposit&${query}`)).body
    expect((await form('country=DEU&locale=de')).inputs[0].label).toBe('Nationale Identifikationsnummer')
    expect((await form('country=SWE&locale=de')).inputs[0].name).toBe('card.pan')
    expect((await form('locale=de')).problems['input.error.required']).toBe('Dieses Feld ist erforderlich')
  })

  it('of one country are required once the merchant has said where the user lives', async () => {
    const swedish = { ...nationalId, country: 'SWE', displayOrder: 1 }
    const { body: made } = await admin.post(`/payment-method-input?${at}`, swedish)
    const failed = await pay(undefined)
    expect(failed.status).toBe(201)
    expect(failed.body).toMatchObject({
      state: 'FAILED',
      statusCode: 'ERR_INVALID_PARAMETER',
      errors: [{ field: 'attributes.nationalId' }],
    })
    expect((await pay({ nationalId: '811218-9876' })).body.state).toBe('SUCCESSFUL')
    await admin.delete(`/payment-method-input/${made.id}?${at}&version=1`)
  })
})
