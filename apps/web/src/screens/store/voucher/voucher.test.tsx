import { Refusal } from '@signalbox/model/text/refusal'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../../kit/testing/fake-api.ts'
import { signIn } from '../../../kit/testing/fake-session.ts'
import { renderScreen, withLayout } from '../../../kit/testing/render-screen.tsx'
import VoucherScreen from './voucher-screen.tsx'

withLayout()

const code = 'ABCD EFGH JKMN PQRS'

const open = (answer: () => { verdict: 'OK'; id: string; serial: string }) => {
  signIn(['STORE'])
  const calls = fakeApi({
    'GET /voucher': () => ({ items: [], start: 0, limit: 100, total: 0, totalCapped: false }),
    'POST /voucher/check': answer,
  })
  return { ...calls, ...renderScreen(VoucherScreen, '/voucher/read') }
}

async function check(user: ReturnType<typeof open>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Find by code' }))
  const dialog = await screen.findByRole('dialog', { name: 'Find by code' })
  await user.type(within(dialog).getByRole('textbox', { name: 'Code' }), code)
  await user.click(within(dialog).getByRole('button', { name: 'Check' }))
  return dialog
}

it('a voucher is found by its code, which stands nowhere in the address', async () => {
  const { user, of, search } = open(() => ({ verdict: 'OK', id: 'voucher-1', serial: '000000000017' }))
  const dialog = await check(user)
  expect(await within(dialog).findByText('Can be redeemed now.')).toBeTruthy()
  expect(within(dialog).getByRole('button', { name: 'Open voucher 000000000017' })).toBeTruthy()
  expect(of('POST /voucher/check')[0]?.body).toEqual({ code })
  expect(decodeURIComponent(search())).not.toContain('ABCD')
})

it('too many wrong codes are said where the code was typed', async () => {
  const { user } = open(() => {
    throw new Refusal('RATE_LIMITED', { message: 'Too many wrong codes. Try again in an hour.' })
  })
  await check(user)
  expect((await screen.findAllByText(/Too many wrong codes/)).length).toBeGreaterThan(0)
})

it('a counter cannot block a range of vouchers', async () => {
  open(() => ({ verdict: 'OK', id: 'voucher-1', serial: '000000000017' }))
  await screen.findByRole('button', { name: 'Find by code' })
  expect(screen.queryByRole('button', { name: /range/i })).toBeNull()
})
