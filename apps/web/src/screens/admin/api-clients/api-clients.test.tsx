import type { RecordOf } from '@signalbox/model/field/entity'
import { webhookEvents, type apiClient } from '@signalbox/model/entities/api-client'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import '../../../kit/record/record-drawer.tsx'
import '../../../kit/record/record-form.tsx'
import './secrets-tab.tsx'
import ApiClientsScreen from './api-clients-screen.tsx'

withLayout()

/** The first look at a screen takes a busy machine a while. */
const patient = { timeout: 30_000 }
beforeEach(() => signIn(['MERCHANT_ADMIN']))

const client: RecordOf<typeof apiClient> = {
  id: 'client-1',
  merchantId: 100010001,
  version: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'anna',
  name: 'Shop',
  clientId: 'abc',
  description: null,
  scopes: ['payments:read'],
  accessTokenTtl: 3600,
  ipAllowlist: [],
  rateLimit: 50,
  signingKeyPublic: null,
  state: 'ACTIVE',
  secretExpiresAt: null,
  lastUsedAt: null,
  lastUsedIp: null,
  createdBy: 'anna',
}

describe('the secret of an API client', () => {
  it('is shown once, and is gone with its dialog', { timeout: 60_000 }, async () => {
    const { of } = fakeApi({
      'GET /api-client': () => ({ items: [client], start: 0, limit: 100, total: 1, totalCapped: false }),
      'GET /api-client/{id}': () => client,
      'GET /api-client/{id}/secret': () => ({ items: [] }),
      'POST /api-client/{id}/secret': () => ({
        id: 'secret-1',
        secret: 'sbs_only-once',
        expiresAt: '2027-01-01T00:00:00Z',
      }),
    })
    const { user } = renderScreen(ApiClientsScreen, '/admin/api-clients?id=client-1&tab=secrets')
    await user.click(await screen.findByRole('button', { name: 'New secret' }, patient))
    await user.click(await screen.findByRole('button', { name: 'Create secret' }))
    expect(await screen.findByText('sbs_only-once')).toBeTruthy()
    expect(of('POST /api-client/{id}/secret')[0]?.body).toEqual({ overlapHours: 24, expiresInDays: 365 })
    await user.click(screen.getByRole('button', { name: 'I have stored it' }))
    await waitFor(() => expect(screen.queryByText('sbs_only-once')).toBeNull())
  })
})

describe('the signing secret of a webhook', () => {
  const endpoint = {
    id: 'hook-1',
    url: 'https://shop.example/first',
    events: ['payment.completed' as const],
    state: 'ACTIVE' as const,
    formerUntil: null,
    version: 1,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    updatedBy: 'anna',
  }

  it('is saved on the newest version after it changed under the form', { timeout: 60_000 }, async () => {
    const api = fakeApi({
      'GET /api-client': () => ({ items: [client], start: 0, limit: 100, total: 1, totalCapped: false }),
      'GET /api-client/{id}': () => client,
      'GET /api-client/{id}/webhook': () => ({ items: [endpoint] }),
      'PUT /api-client/{id}/webhook/{webhookId}': ({ body }) => {
        if ((body as { version: number }).version === 1)
          throw new Refusal('VERSION_CONFLICT', { current: { ...endpoint, version: 2 } })
        return { ...endpoint, version: 3 }
      },
    })
    const { user } = renderScreen(ApiClientsScreen, '/admin/api-clients?id=client-1&tab=webhooks')
    await user.click(await screen.findByRole('button', { name: `Actions on ${endpoint.url}` }, patient))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }, patient))
    await user.click(await screen.findByRole('button', { name: 'Save' }))
    expect(await screen.findByText(/changed while you had it open/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() =>
      expect(api.of('PUT /api-client/{id}/webhook/{webhookId}').map(({ body }) => body)).toMatchObject([
        { version: 1 },
        { version: 2 },
      ]),
    )
  })

  it('shows what a colleague changed, and keeps what was typed', { timeout: 60_000 }, async () => {
    const theirs = { url: 'https://shop.example/theirs', version: 2 }
    const api = fakeApi({
      'GET /api-client': () => ({ items: [client], start: 0, limit: 100, total: 1, totalCapped: false }),
      'GET /api-client/{id}': () => client,
      'GET /api-client/{id}/webhook': () => ({ items: [endpoint] }),
      'PUT /api-client/{id}/webhook/{webhookId}': ({ body }) => {
        if ((body as { version: number }).version === 1)
          throw new Refusal('VERSION_CONFLICT', { current: { ...endpoint, ...theirs } })
        return { ...endpoint, version: 3 }
      },
    })
    const { user } = renderScreen(ApiClientsScreen, '/admin/api-clients?id=client-1&tab=webhooks')
    await user.click(await screen.findByRole('button', { name: `Actions on ${endpoint.url}` }, patient))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }, patient))
    await user.click(await screen.findByRole('checkbox', { name: webhookEvents['dispute.filed'] }))
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByDisplayValue(theirs.url)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(api.of('PUT /api-client/{id}/webhook/{webhookId}')).toHaveLength(2))
    expect(api.of('PUT /api-client/{id}/webhook/{webhookId}')[1]?.body).toEqual({
      ...theirs,
      events: ['payment.completed', 'dispute.filed'],
    })
  })

  it('is another one at another address, shown once', { timeout: 60_000 }, async () => {
    fakeApi({
      'GET /api-client': () => ({ items: [client], start: 0, limit: 100, total: 1, totalCapped: false }),
      'GET /api-client/{id}': () => client,
      'GET /api-client/{id}/webhook': () => ({ items: [endpoint] }),
      'PUT /api-client/{id}/webhook/{webhookId}': ({ body }) => ({
        ...endpoint,
        ...((body as { url: string }).url !== endpoint.url && { secret: 'whsec_only-once' }),
      }),
    })
    const { user } = renderScreen(ApiClientsScreen, '/admin/api-clients?id=client-1&tab=webhooks')
    await user.click(await screen.findByRole('button', { name: `Actions on ${endpoint.url}` }, patient))
    await user.click(await screen.findByRole('menuitem', { name: 'Edit' }, patient))
    const address = await screen.findByLabelText(/^Address/)
    await user.clear(address)
    await user.type(address, 'https://shop.example/second')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('whsec_only-once')).toBeTruthy()
  })
})
