import { Refusal } from '@signalbox/model/text/refusal'
import { beforeEach, describe, expect, it } from 'vitest'
import { mayNow, sendUnsavedSettings, sessionStore, updateSettings } from './session-store.ts'
import { fakeApi } from '../testing/fake-api.ts'
import { metadataFor, signIn } from '../testing/fake-session.ts'

const settings = () => sessionStore.get()?.userData.settings
const data = () => sessionStore.get()?.userData as never as Record<string, unknown>

beforeEach(() => signIn(['CONFIG_ADMIN']))

describe('session store', () => {
  it('answers what the roles allow', () => {
    expect(mayNow('bank-mapping.edit')).toBe(true)
    expect(mayNow('audit-log.view')).toBe(false)
    sessionStore.signOut()
    expect(mayNow('bank-mapping.edit')).toBe(false)
  })

  it('keeps the selected merchant while it is in scope, else goes home', () => {
    sessionStore.selectMerchant(100010000)
    sessionStore.setMetadata(metadataFor([]))
    expect(sessionStore.merchantId()).toBe(100010000)
    sessionStore.selectMerchant(999)
    expect(sessionStore.merchantId()).toBe(100010000)
    const narrowed = metadataFor([])
    sessionStore.setMetadata({
      ...narrowed,
      merchants: narrowed.merchants.filter(({ id }) => id === 100010001),
    })
    expect(sessionStore.merchantId()).toBe(100010001)
  })

  it('shows a change of settings at once and saves only what changed', async () => {
    const api = fakeApi({ 'PUT /userdata': () => ({ ...data(), version: 2 }) as never })
    const saved = updateSettings({ density: 'compact', pages: { '/a': { panelOpen: true } } })
    expect(settings()).toMatchObject({ density: 'compact', pages: { '/a': { panelOpen: true } } })
    await saved
    await updateSettings({ pages: { '/b': { panelOpen: true } } })
    expect(api.of('PUT /userdata').map(({ body }) => body)).toEqual([
      { version: 1, settings: { density: 'compact', pages: { '/a': { panelOpen: true } } } },
      { version: 2, settings: { pages: { '/b': { panelOpen: true } } } },
    ])
    expect(Object.keys(settings()?.pages ?? {})).toEqual(['/a', '/b'])
  })

  it('saves on the newest version when another window was faster', async () => {
    const api = fakeApi({
      'GET /userdata': () => ({ ...data(), version: 7 }) as never,
      'PUT /userdata': ({ body }) => {
        if ((body as { version: number }).version !== 7)
          throw new Refusal('VERSION_CONFLICT', { current: data() })
        return { ...data(), version: 8 } as never
      },
    })
    await updateSettings({ density: 'roomy' })
    expect(settings()?.density).toBe('roomy')
    expect(api.of('PUT /userdata')).toHaveLength(2)
  })

  it('sends what waits its turn when the page is left, together with what is under way', async () => {
    let answer = (): void => undefined
    const answered = new Promise<void>((resolve) => (answer = resolve))
    const api = fakeApi({
      'PUT /userdata': async () => {
        await answered
        return { ...data(), version: 2 } as never
      },
    })
    const first = updateSettings({ density: 'compact', pages: { '/a': { panelOpen: true } } })
    await expect.poll(() => api.of('PUT /userdata').length).toBe(1)
    sendUnsavedSettings()
    expect(api.of('PUT /userdata')).toHaveLength(1)
    const second = updateSettings({ density: 'roomy', pages: { '/b': { panelOpen: true } } })
    sendUnsavedSettings()
    await expect.poll(() => api.of('PUT /userdata').length).toBe(2)
    expect(api.of('PUT /userdata')[1]?.body).toEqual({
      settings: { density: 'roomy', pages: { '/a': { panelOpen: true }, '/b': { panelOpen: true } } },
    })
    answer()
    await Promise.all([first, second])
    sendUnsavedSettings()
    expect(api.of('PUT /userdata')).toHaveLength(3)
  })

  it('takes back what cannot be saved', async () => {
    fakeApi({
      'PUT /userdata': () => {
        throw new Refusal('INTERNAL')
      },
    })
    await updateSettings({ density: 'compact', pages: { '/a': { panelOpen: true } } })
    expect(settings()).toMatchObject({ density: 'normal', pages: {} })
  })
})
