import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { signIn } from '../../kit/testing/fake-session.ts'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { KycAbout } from './kyc-about.tsx'
import { PartStatus, TransactionLink, Warnings } from './kyc-cells.tsx'

withLayout()
beforeEach(() => {
  fakeApi({})
})

const waiting = 'Clear PEP and sanctions hits of a KYC record'
const { label } = kycRecord.marks?.waiting ?? { label: '' }

it('a part nobody checked and a check no payment asked for are dashes', async () => {
  signIn(['KYC'])
  const Shown = () => (
    <>
      <p>
        Age <PartStatus value={null} />
      </p>
      <p>
        Payment <TransactionLink value={null} />
      </p>
    </>
  )
  renderScreen(Shown, '/kyc/search')
  expect(await screen.findByText('Age –')).toBeTruthy()
  expect(screen.getByText('Payment –')).toBeTruthy()
})

it('a hit somebody asked to clear says that a second person is awaited, in the list and in the record', async () => {
  signIn(['KYC'])
  const record = { id: 'check-1', version: 1, status: 'VERIFIED', waiting }
  const Shown = () => (
    <>
      <Warnings value={['PEP_WARNING']} row={record} />
      <KycAbout record={record} />
    </>
  )
  renderScreen(Shown, '/kyc/search')
  expect(await screen.findByText('Second person awaited')).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toBe(`${label}${waiting}.`)
})
