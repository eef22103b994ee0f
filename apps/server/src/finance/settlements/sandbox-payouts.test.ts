import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../../payments/testing/payment-platform.ts'
import { made, settlementsOf } from './testing/importer.ts'

const merchantId = 100010001
const at = `merchantId=${merchantId}`
const dayMs = 86_400_000

interface Payout {
  readonly id: string
  readonly psp: string
  readonly account: string
  readonly currency: string
}

/** What one account of a PSP owes, in minor units. */
type Owed = Record<string, string>

let platform: PaymentPlatform
let importer: Client
let accepter: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  importer = await platform.as('finance')
  accepter = await platform.as('finance2')
}, 120_000)
afterAll(() => platform.close())

const sandbox = async <T>(path: string): Promise<T> =>
  (await (await fetch(`${platform.sandboxUrl}${path}`)).json()) as T

/** By the book of the PSPs, which knows nothing of ours: what moved until a day and is not paid out before it. */
async function owedByPsps(until: string): Promise<Owed> {
  const { items } = await sandbox<{
    items: readonly (Pick<Payout, 'psp' | 'account' | 'currency'> & { readonly owedMinor: string })[]
  }>(`/admin/owed?until=${until}`)
  return Object.fromEntries(
    items
      .filter(({ owedMinor }) => owedMinor !== '0')
      .map(({ psp, account, currency, owedMinor }) => [`${psp}/${account} ${currency}`, owedMinor]),
  )
}

/** The same by our ledger. */
async function owedByLedger(): Promise<Owed> {
  const { rows } = await sql<{ account: string; minor: string }>`
    select split_part(account, ':', 3) || ' ' || split_part(account, ':', 4) as account,
      sum(debit - credit)::text as minor
    from posting where account like 'PSP\\_RECEIVABLE:%' group by 1 having sum(debit - credit) <> 0`.execute(
    platform.db,
  )
  return Object.fromEntries(rows.map(({ account, minor }) => [account, minor]))
}

async function pay(): Promise<void> {
  for (let no = 0; no < 6; no++)
    await platform.deposit({
      userId: `payer-${no}`,
      amount: { amount: `${20 + no}.37`, currency: no % 2 ? 'EUR' : 'SEK' },
    })
  await platform.deposit({
    userId: 'payer-7',
    card: { pan: '4000000000009995', expiry: '2030-12', cvv: '123', holder: 'Ada' },
  })
}

/** Lines of files that were imported. */
const imported = new Set<string>()

/** What a PSP writes of its book of today, but for the lines it wrote before. */
async function fileOf({ id }: Payout, batchRef: string) {
  const { file } = await sandbox<{ file: { readonly content: string } }>(
    `/admin/payouts/${encodeURIComponent(id)}?plant=none`,
  )
  const [header, ...lines] = file.content.trimEnd().split('\n')
  const fresh = lines.filter((line) => !imported.has(line))
  for (const line of fresh) imported.add(line)
  const ownRef = id.replaceAll('~', '-').toUpperCase()
  return [header, ...fresh.map((line) => line.replace(ownRef, batchRef))].join('\n')
}

async function bring(payout: Payout, batchRef: string): Promise<string> {
  const { psp, account, currency } = payout
  const content = await fileOf(payout, batchRef)
  const { profile } = await made(importer.post(`/settlement/import/sample?${at}`, { content }))
  const title = `${batchRef} in ${currency}`
  const { id: profileId } = await made(importer.post(`/settlement-profile?${at}`, { title, psp, ...profile }))
  const where = { psp, pspAccount: account, profileId }
  const { problems, sha256 } = await made(
    importer.post(`/settlement/import/preview?${at}`, { ...where, fileName: `${title}.csv`, content }),
  )
  expect(problems).toEqual([])
  return (await made(importer.post(`/settlement/import/commit?${at}`, { ...where, sha256 }))).id
}

async function accepted(batchId: string): Promise<void> {
  const finance = settlementsOf(importer)
  const open = await finance.linesOf(batchId, 'open=true')
  // What the PSP takes of some currencies no rule of this merchant says: its fees are news, and nothing else is.
  expect(open.filter(({ matchStatus }) => matchStatus !== 'DIFFERENCE')).toEqual([])
  await finance.decideOpen(batchId, 'accept-difference', { cause: 'FEE_CHANGE', reason: 'as agreed' })
  const { body, text } = await settlementsOf(accepter).operate(batchId, 'accept')
  expect(body.state, text).toBe('ACCEPTED')
}

const payouts = async (): Promise<readonly Payout[]> =>
  (await sandbox<{ items: readonly Payout[] }>('/admin/payouts?withToday=true&plant=none')).items

it('what PSPs owe is the same in both books before and after each payout, to the minor unit', async () => {
  await pay()
  const owed = await owedByPsps('2000-01-01')
  expect(Object.keys(owed)).toEqual(['acmecards/3DS SEK', 'acmecards/3DS EUR'])
  expect(await owedByLedger()).toEqual(owed)
  const batches = []
  for (const payout of await payouts())
    batches.push({ payout, id: await bring(payout, `FIRST-${payout.currency}`) })
  for (const { payout, id } of batches) {
    await accepted(id)
    delete owed[`${payout.psp}/${payout.account} ${payout.currency}`]
    expect(await owedByLedger()).toEqual(owed)
  }
  expect(owed).toEqual({})

  // Then one currency is paid out first: the other is not missing, it comes in a file of its own.
  await pay()
  for (const payout of await payouts()) await accepted(await bring(payout, `SECOND-${payout.currency}`))
  expect(await owedByLedger()).toEqual({})
  const later = new Date(Date.now() + 2 * dayMs).toISOString().slice(0, 10)
  expect(Object.values(await owedByPsps(later))).toEqual([])
}, 120_000)
