import { psp } from '@signalbox/model/entities/psp'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { fakeRecord } from '../../../kit/testing/fake-record.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import '../../../kit/record/record-drawer.tsx'
import PaymentProductCatalogScreen from './payment-product-catalog-screen.tsx'

withLayout()

/** The first look at a screen takes a busy machine a while. */
const patient = { timeout: 30_000 }

const acme = fakeRecord(psp, {
  id: 'psp-1',
  merchantId: 1000,
  version: 3,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  updatedBy: 'anna',
  name: 'Acme Cards',
  psp: 'acmecards',
  status: 'DRAFT',
  threeDsType: 'PROVIDER_MANAGED',
})

it('asks in the words of the specification before a PSP is deleted', { timeout: 60_000 }, async () => {
  signIn(['OPERATOR_ADMIN'])
  const { of } = fakeApi({
    'GET /psp': () => ({ items: [acme], start: 0, limit: 100, total: 1, totalCapped: false }),
    'GET /psp/{id}': () => acme,
    'DELETE /psp/{id}': () => ({ id: 'psp-1', deleted: true, nowInheritedFrom: null }),
  })
  const { user } = renderScreen(PaymentProductCatalogScreen, '/admin/payment-product-catalog?id=psp-1')
  const drawer = await screen.findByRole('dialog', { name: /Acme Cards/ }, patient)
  expect(drawer.textContent).toContain('Provider Managed')
  await user.click(await screen.findByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  expect(await screen.findByText('Are you sure you want to delete this PSP?')).toBeTruthy()
  expect(of('DELETE /psp/{id}')).toEqual([])
})
