import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { selectTemplate, type WantedTemplate } from './read-model.ts'
import { handlers } from './routes.ts'
import { fakeTools } from './testing/fake-tools.ts'

const group = 100010000
const brand = 100010001
const sibling = 100010002

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => handlers(fakeTools()))
})
afterAll(() => kit.close())

async function write(merchantId: number, templateType: string, content: string, selectors: object = {}) {
  const body = { type: 'html', templateType, content, note: 'for the test', ...selectors }
  const answer = await kit.as().post(`/template/?merchantId=${merchantId}`, body)
  expect(answer.status).toBe(200)
}

const chosen = async (templateType: string, wanted: Partial<WantedTemplate> = {}) =>
  (
    await selectTemplate(kit.db, {
      type: 'html',
      templateType,
      merchantId: brand,
      locale: 'sv_SE',
      ...wanted,
    })
  )?.content

describe('selectTemplate', () => {
  it('goes from the locale to its language to all, never sideways', async () => {
    await write(brand, 'Locales', 'british', { locale: 'en_GB' })
    expect(await chosen('Locales', { locale: 'en_US' })).toBeUndefined()
    await write(brand, 'Locales', 'everybody')
    expect(await chosen('Locales', { locale: 'en_US' })).toBe('everybody')
    await write(brand, 'Locales', 'english', { locale: 'en' })
    expect(await chosen('Locales', { locale: 'en_US' })).toBe('english')
    expect(await chosen('Locales', { locale: 'en_GB' })).toBe('british')
    expect(await chosen('Locales', { locale: 'sv_SE' })).toBe('everybody')
    expect(await chosen('Locales', { locale: 'en' })).toBe('english')
  })

  it('takes the merchant’s own before any ancestor’s, however specific that is', async () => {
    await write(1000, 'Owners', 'platform')
    expect(await chosen('Owners')).toBe('platform')
    await write(group, 'Owners', 'group in Swedish', { locale: 'sv_SE' })
    expect(await chosen('Owners')).toBe('group in Swedish')
    expect(await chosen('Owners', { locale: 'fi_FI' })).toBe('platform')
    await write(brand, 'Owners', 'own')
    expect(await chosen('Owners')).toBe('own')
    expect(await chosen('Owners', { merchantId: sibling })).toBe('group in Swedish')
    expect(await chosen('Owners', { merchantId: 1000 })).toBe('platform')
  })

  it('prefers a matching channel and site, and skips those meant for others', async () => {
    await write(brand, 'Selectors', 'for mobile', { channel: 'mobile' })
    await write(brand, 'Selectors', 'for the shop', { url: 'https://shop.example' })
    expect(await chosen('Selectors')).toBeUndefined()
    await write(brand, 'Selectors', 'for all')
    expect(await chosen('Selectors')).toBe('for all')
    expect(await chosen('Selectors', { channel: 'desktop' })).toBe('for all')
    expect(await chosen('Selectors', { channel: 'mobile' })).toBe('for mobile')
    expect(await chosen('Selectors', { url: 'https://shop.example' })).toBe('for the shop')
    expect(await chosen('Selectors', { channel: 'mobile', url: 'https://shop.example' })).toBe('for mobile')
  })

  it('does not mistake another type or name', async () => {
    await write(brand, 'Exact', 'page')
    expect(await chosen('exact')).toBeUndefined()
    expect(await chosen('Exact', { type: 'email' })).toBeUndefined()
  })
})
