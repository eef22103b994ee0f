import { transactionTypeLabels } from '@signalbox/model/reference/transaction-types'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { Refusal } from '@signalbox/model/text/refusal'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeApi } from '../../kit/testing/fake-api.ts'
import { signIn } from '../../kit/testing/fake-session.ts'
import { findTable, renderScreen, withLayout } from '../../kit/testing/render-screen.tsx'
import { exampleTransaction } from './testing/example-transaction.ts'
import TransactionsScreen from './transactions-screen.tsx'

withLayout()

function open(pages = defaultSettings.pages) {
  signIn(['MERCHANT_SUPPORT'], { pages })
  const api = fakeApi({
    'GET /transaction': () => ({
      items: [exampleTransaction],
      start: 0,
      limit: 100,
      total: 1,
      totalCapped: false,
    }),
    'GET /transaction/export': () => {
      throw new Refusal('INTERNAL')
    },
    'GET /transaction/options': () => ({
      psp: ['acmecards'],
      initiatedPsp: [],
      pspAccount: [],
      pspService: [],
      cardBrand: [],
      userCat: [],
      channelId: [],
      tags: [],
    }),
  })
  return { api, ...renderScreen(TransactionsScreen, '/transactions') }
}

const headings = (table: HTMLElement): string[] =>
  within(table)
    .getAllByRole('columnheader')
    .map((each) => each.textContent ?? '')
    .filter((name) => name !== '' && name !== 'Actions')

/** What a screen 1440 px wide leaves of a card beside the menu, its border taken off. */
const cardPx = 1440 - 255 - 2 * 24 - 2

it('has ten columns in sight on a screen 1440 px wide', async () => {
  open()
  const table = await findTable()
  const tracks = [...table.style.getPropertyValue('--columns').matchAll(/(\d+)px/g)].map(([, px]) =>
    Number(px),
  )
  const [box = 0, ...columns] = tracks
  const menu = columns.pop() ?? 0
  const firstTen = columns.slice(0, 10).reduce((sum, px) => sum + px, 0)
  expect(box + firstTen + menu).toBeLessThanOrEqual(cardPx)
  expect(headings(table).slice(0, 10)).toEqual([
    'Id',
    'Created',
    'State',
    'Amount',
    'User',
    'Country',
    'Type',
    'Account',
    'PSP',
    'PSP code',
  ])
})

it('says the status once, in words, and exports its code beside it', async () => {
  const { api, user } = open()
  const table = within(await findTable())
  const row = (await table.findByText('Failed')).closest('tr')
  expect(row?.textContent).toContain('FailedIP blocked')
  expect(row?.textContent).toContain('Card deposit')
  expect(row?.textContent).not.toMatch(/[A-Z]{3,}_[A-Z]/)
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: 'CSV' }))
  await waitFor(() => expect(api.of('GET /transaction/export')).toHaveLength(1))
  const columns = api.of('GET /transaction/export')[0]?.query.columns?.split(',') ?? []
  expect(columns.slice(0, 4)).toEqual(['id', 'created', 'state', 'statusCode'])
  expect(new Set(columns).size).toBe(columns.length)
})

it('shows the columns somebody chose before, the code among them', async () => {
  open({ '/transactions': { columns: ['id', 'statusCode', 'state', 'method'], widths: { state: 170 } } })
  const table = await findTable()
  expect(headings(table)).toEqual(['Id', 'Status code', 'State', 'Method'])
  expect(await within(table).findByText('ERR_DECLINED_IP_BLOCKED')).toBeTruthy()
})

it('has a label of its own for every type of transaction', () => {
  const unlabelled = Object.entries(transactionTypeLabels).flatMap(([name, label]) =>
    /[a-z][A-Z]/.test(label) && !label.startsWith('PayPal') ? [name] : [],
  )
  expect(unlabelled).toEqual([])
})
