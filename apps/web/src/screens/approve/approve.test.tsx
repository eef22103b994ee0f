import type { DecisionSheet } from '@signalbox/model/calls/approval'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import ApproveScreen from './approve-screen.tsx'
// Loaded with the screen's first need of it otherwise, which on a busy machine takes longer than a test waits.
import './decision-sheet.tsx'
import { exampleSheet } from './testing/example-sheet.ts'

withLayout()

const second = { ...exampleSheet, id: exampleSheet.id + 1, version: 3, userId: 'user_2' }
const own: DecisionSheet = {
  ...exampleSheet,
  id: exampleSheet.id + 2,
  userId: 'user_3',
  allowed: ['hold'],
  obstacles: { approve: 'You gave the first approval.', deny: 'You gave the first approval.' },
}

function open(
  address = '',
  { roles = ['FIRST_APPROVER'] as Role[], required = false, refuse = false, redFlags = [] as string[] } = {},
) {
  signIn(roles)
  const items = [{ ...exampleSheet, redFlags }, second, own]
  const api = fakeApi({
    'GET /approval': () => ({ items, start: 0, limit: 100, total: 3, totalCapped: false }),
    'GET /approval/queue': () => ({
      queues: [{ queue: 'first', waiting: 3, late: 2, oldest: null, worth: [], approvedByClock: 0 }],
    }),
    'GET /approval/{id}': ({ params }) => items.find(({ id }) => String(id) === params.id) ?? exampleSheet,
    'GET /transaction/{id}/reason': () => ({
      required,
      tags: {
        deny: [
          { id: 'fraud', name: 'Fraud' },
          { id: 'documents', name: 'No documents' },
        ],
      },
      left: { capture: null, refund: null },
      corrections: [],
      inDoubt: null,
      targets: [],
      lastTold: [],
    }),
    // Before the call that any other name after the id means.
    'POST /transaction/{id}/note': () => ({
      id: 'n',
      author: 'anna',
      at: '2026-11-16T07:12:00.000Z',
      text: 'Asked',
      struckAt: null,
      mine: true,
    }),
    'POST /transaction/{id}/{op}': ({ params }) => {
      if (refuse)
        throw new Refusal('VERSION_CONFLICT', {
          message: 'Already approved by bert.',
          current: { version: 8 },
        })
      return { id: Number(params.id), version: 8, statusNo: 200, childId: null, waitsForOther: false }
    },
    'POST /transaction/bulk': () => ({
      results: [
        { id: String(exampleSheet.id), ok: true, version: 8 },
        { id: String(second.id), ok: false, code: 'VERSION_CONFLICT', message: 'Already denied by bert.' },
      ],
    }),
  })
  return { api, ...renderScreen(ApproveScreen, `/approve${address}`) }
}

/** The window of the tests is narrow, so the sheet lies over the queue. */
const sheetOf = async (userId: string) => {
  const sheet = await screen.findByRole('dialog', { name: /^Payment/ })
  await within(sheet).findByText(new RegExp(`· ${userId} ·`))
  return within(sheet)
}

describe('the approval desk', () => {
  it('opens, decides and goes on to the next without a mouse', async () => {
    const { user, api, search } = open()
    await findTable()
    expect(screen.getByText('2 late')).toBeTruthy()
    await user.keyboard('o')
    const sheet = await sheetOf('user_1')
    expect(sheet.getByText('1 other user has the same account.')).toBeTruthy()
    expect(sheet.getByText(/Large withdrawals/)).toBeTruthy()
    await user.keyboard('a')
    expect(sheet.getByRole('form', { name: 'Approve' })).toBeTruthy()
    await user.keyboard('{Enter}')
    await waitFor(() => expect(search()).toContain(`id=${second.id}`))
    expect(api.of('POST /transaction/{id}/{op}')[0]).toMatchObject({
      params: { id: String(exampleSheet.id), op: 'approve' },
      body: { version: 7 },
    })
    await sheetOf('user_2')
  })

  it('takes a reason by its number, and insists on one where the merchant does', async () => {
    const { user, api } = open(`?queue=first&id=${exampleSheet.id}`, { required: true })
    const sheet = await sheetOf('user_1')
    await user.keyboard('d')
    await sheet.findByRole('button', { name: /No documents/ })
    expect(sheet.getByRole('textbox', { name: /^Reason/ }).getAttribute('aria-required')).toBe('true')
    expect(sheet.queryByText('This field is required')).toBeNull()
    await user.keyboard('{Enter}')
    expect(await sheet.findByText('This field is required')).toBeTruthy()
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    await user.keyboard('2{Enter}')
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]).toMatchObject({
        params: { op: 'deny' },
        body: { version: 7, tagId: 'documents' },
      }),
    )
  })

  it('takes a reason in words letter by letter, and nothing is decided by a blank in it', async () => {
    const { user, api } = open(`?queue=first&id=${exampleSheet.id}`)
    const sheet = await sheetOf('user_1')
    await user.keyboard('d')
    await sheet.findByRole('form', { name: 'Deny' })
    await user.keyboard('ino papers yet')
    expect(sheet.getByRole<HTMLInputElement>('textbox', { name: /^Reason/ }).value).toBe('no papers yet')
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    await user.keyboard('{Escape}')
    expect(document.activeElement?.textContent).toMatch(/^Deny/)
  })

  it('asks for a reason before a payment with red flags is approved, and says so from the start', async () => {
    const { user, api } = open(`?queue=first&id=${exampleSheet.id}`, {
      redFlags: ['The identity is unknown.'],
    })
    const sheet = await sheetOf('user_1')
    await user.keyboard('a')
    const form = within(sheet.getByRole('form', { name: 'Approve' }))
    expect(form.getByText('The identity is unknown.')).toBeTruthy()
    const field = form.getByRole('textbox', { name: /^Reason/ })
    expect(field.getAttribute('aria-required')).toBe('true')
    await user.keyboard('{Enter}')
    expect(await form.findByText('This field is required')).toBeTruthy()
    expect(api.of('POST /transaction/{id}/{op}')).toEqual([])
    await user.type(field, 'Passport seen{Control>}{Enter}{/Control}')
    await waitFor(() =>
      expect(api.of('POST /transaction/{id}/{op}')[0]).toMatchObject({
        params: { op: 'approve' },
        body: { version: 7, info: 'Passport seen' },
      }),
    )
  })

  it('asks for a reason before several are approved, one of which has red flags', async () => {
    const { user, api } = open('', { redFlags: ['The identity is unknown.'] })
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    await user.click(await screen.findByRole('button', { name: 'Approve' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Approve: 2 payments' }))
    expect(dialog.getByText(/The identity is unknown/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Approve' }))
    expect(await dialog.findByText('This field is required')).toBeTruthy()
    expect(api.of('POST /transaction/bulk')).toEqual([])
  })

  it('stays where it is and says who was faster', async () => {
    const { user, search } = open(`?queue=first&id=${exampleSheet.id}`, { refuse: true })
    await sheetOf('user_1')
    await user.keyboard('a{Enter}')
    expect(await screen.findByText('Already approved by bert.')).toBeTruthy()
    expect(search()).toContain(`id=${exampleSheet.id}`)
  })

  it('offers nothing one cannot do, and says why', async () => {
    const { user } = open(`?queue=first&id=${own.id}`)
    const sheet = await sheetOf('user_3')
    expect(sheet.getByText('You gave the first approval.')).toBeTruthy()
    await user.keyboard('a')
    expect(sheet.queryByRole('form', { name: 'Approve' })).toBeNull()
    expect(sheet.getByRole('button', { name: /^Approve/ }).getAttribute('aria-disabled')).toBe('true')
  })

  it('takes notes', async () => {
    const { user, api } = open(`?queue=first&id=${exampleSheet.id}`)
    const sheet = await sheetOf('user_1')
    await user.keyboard('n')
    const field = sheet.getByRole('textbox', { name: 'New note' })
    expect(document.activeElement).toBe(field)
    await user.keyboard('Asked')
    await user.click(sheet.getByRole('button', { name: 'Add note' }))
    await waitFor(() => expect(api.of('POST /transaction/{id}/note')[0]?.body).toEqual({ text: 'Asked' }))
  })

  it('leaves out of a bulk decision what cannot be decided, and shows what failed', async () => {
    const { user, api } = open()
    await findTable()
    await user.click(screen.getByRole('checkbox', { name: /all/i }))
    await user.click(await screen.findByRole('button', { name: 'Deny' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Deny: 2 payments' }))
    expect(dialog.getByText('100.00')).toBeTruthy()
    expect(dialog.getByText(/You gave the first approval/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Deny' }))
    expect(await screen.findByText('1 done, 1 not')).toBeTruthy()
    expect(screen.getByText(/Already denied by bert/)).toBeTruthy()
    expect(api.of('POST /transaction/bulk')[0]?.body).toMatchObject({
      operation: 'deny',
      ids: [
        { id: String(exampleSheet.id), version: 7 },
        { id: String(second.id), version: 3 },
      ],
    })
  })

  it('exports for nobody who may not, by a button or by its key', async () => {
    const { user, api } = open()
    await findTable()
    expect(screen.queryByRole('button', { name: 'Export' })).toBeNull()
    await user.keyboard('eo')
    await sheetOf('user_1')
    expect(api.of('GET /approval/export')).toEqual([])
  })

  it('lets those look who may not decide', async () => {
    open(`?queue=first&id=${own.id}`, { roles: ['OPERATOR_ADMIN'] })
    await sheetOf('user_3')
    expect(screen.queryByRole('checkbox', { name: /all/i })).toBeNull()
  })
})
