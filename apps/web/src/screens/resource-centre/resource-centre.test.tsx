import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import ResourceCentreScreen from './resource-centre-screen.tsx'

withLayout()

test('lists the calls that are served, webhook events and codes, and finds a code', async () => {
  signIn(['DOC_PORTAL'])
  fakeApi({
    'GET /resource-centre': () => ({
      base: 'https://pay.example/signalbox/api/v1',
      version: '2.43.0',
      openApi: 'https://pay.example/signalbox/api/v1/openapi.json',
      calls: [{ method: 'POST', path: '/deposits', summary: 'A deposit by a user', scope: 'payments:write' }],
    }),
    'GET /news': () => ({ items: [], unread: 0 }),
  })
  const { user } = renderScreen(ResourceCentreScreen, '/resource-centre')
  expect(await screen.findByText('POST /deposits')).toBeTruthy()
  const link = screen.getByRole<HTMLAnchorElement>('link', { name: 'OpenAPI description' })
  expect(link.href).toBe('https://pay.example/signalbox/api/v1/openapi.json')
  expect(screen.getByText('payment.completed')).toBeTruthy()
  await user.type(screen.getByRole('searchbox', { name: 'Search codes' }), 'READ_TIMEOUT')
  const codes = screen.getByRole('region', { name: 'Status and error codes' })
  expect(within(codes).getAllByRole('row')).toHaveLength(2)
  expect(within(codes).getByText('ERR_READ_TIMEOUT')).toBeTruthy()
})
