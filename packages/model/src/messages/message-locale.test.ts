import { describe, expect, it } from 'vitest'
import { messageLocales, normalLocale } from './message-locale.ts'
import { placeholderProblems, placeholdersOf } from './placeholders.ts'
import { resolveMessage, userTextOf, type MessageCatalogue } from './resolve-message.ts'
import { StatusNo } from '../reference/status-no.ts'

describe('a locale of messages', () => {
  it.each([
    ['sv_SE', 'sv_SE'],
    ['sv-se', 'sv_SE'],
    ['EN', 'en'],
    ['zh-hant-tw', 'zh_Hant_TW'],
    ['no_NO', 'no_NO'],
    ['fil', 'fil'],
  ])('%s is stored as %s', (given, stored) => expect(normalLocale(given)).toBe(stored))

  it.each(['', 'x', 'klingon', 'qq', 'en_', 'sv_QX', 'sv SE', '../en', 'en-x-secret-and-much-longer'])(
    '%s is refused',
    (given) => expect(normalLocale(given)).toBeUndefined(),
  )

  it('falls back to its language, then to English; or to English first', () => {
    expect(messageLocales('sv_SE')).toEqual(['sv_SE', 'sv', 'en'])
    expect(messageLocales('sv_SE', { languageBeforeDefault: false })).toEqual(['sv_SE', 'en', 'sv'])
    expect(messageLocales('en_GB')).toEqual(['en_GB', 'en'])
    expect(messageLocales(null)).toEqual(['en'])
    expect(messageLocales('nonsense')).toEqual(['en'])
  })
})

const catalogueOf =
  (texts: Readonly<Record<string, string>>): MessageCatalogue =>
  (key, locale) => {
    const value = texts[`${key} ${locale}`]
    return value === undefined ? undefined : { value, merchantId: 1000 }
  }

const declined = {
  txType: 'CreditcardDeposit',
  statusNo: StatusNo.ERR_DECLINED_NO_FUNDS,
  pspStatusCode: '51',
  amount: { minor: 12_00n, currency: 'EUR' },
  reference: '42',
}

describe('the text of a failed payment', () => {
  const keys = [
    'creditcarddeposit.pspcode.51',
    'creditcarddeposit.status.err_declined_no_funds',
    'creditcarddeposit.state.failed',
    'status.err_declined_no_funds',
    'state.failed',
  ]
  it.each(keys.map((_, index) => [index]))('is that of key %i when no earlier one has a text', (index) => {
    const texts = Object.fromEntries(keys.slice(index).map((key) => [`${key} en`, key]))
    expect(userTextOf(catalogueOf(texts), declined, 'sv_SE').text).toBe(keys[index])
  })

  it('is that of the rule before all others', () => {
    const texts = { 'contact_bank en': 'Call', 'creditcarddeposit.pspcode.51 en': 'Broke' }
    expect(userTextOf(catalogueOf(texts), { ...declined, messageKey: 'Contact_Bank' }, 'en').text).toBe(
      'Call',
    )
  })

  it('prefers a precise text in English to a broad one in the own language', () => {
    const texts = { 'status.err_declined_no_funds en': 'Precise', 'state.failed sv': 'Broad' }
    expect(resolveMessage(catalogueOf(texts), keys, 'sv_SE')).toMatchObject({
      value: 'Precise',
      locale: 'en',
    })
  })

  it('has amount and reference in its places, and the platform’s words where nobody wrote any', () => {
    const texts = { 'state.failed en': '{0} ({1}) failed{2}' }
    expect(userTextOf(catalogueOf(texts), declined, 'de').text).toBe('12.00 EUR (42) failed')
    expect(userTextOf(catalogueOf({}), declined, 'de')).toMatchObject({ source: null })
    expect(userTextOf(catalogueOf({}), declined, 'de').text).not.toBe('')
  })
})

describe('placeholders', () => {
  it('are found once each, in order', () => expect(placeholdersOf('{1} {0} {1} {a} {}')).toEqual([0, 1]))

  it('must be equal in all locales', () => {
    expect(placeholderProblems({ en: 'Pay {0}', sv: 'Betala {0}' })).toEqual({})
    expect(placeholderProblems({ en: 'Pay {0}', sv: 'Betala', de: '{0} und {1}' })).toEqual({
      sv: 'Placeholders must be equal in all locales; en has {0}',
      de: 'Placeholders must be equal in all locales; en has {0}',
    })
  })
})
