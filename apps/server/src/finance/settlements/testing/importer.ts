import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import type { Answer, Client } from '../../../kit/testing/kit-app.ts'
import { merchantId, psp, pspAccount } from './planted-store.ts'

const account = { psp, pspAccount }

interface ListedLine {
  readonly id: string
  readonly version: number
  readonly matchStatus: string
  readonly gross: { readonly amount: string }
  readonly writeOffBy: string | null
}

type Versioned = Pick<ListedLine, 'id' | 'version'>

const shaOf = (content: string) => createHash('sha256').update(content).digest('hex')

/** The answer of a call that has to work. */
export async function made(answer: Promise<Answer>): Promise<any> {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}

/** Decimals of two digits as whole cents. */
const cents = (amount: string): number => Math.round(Number(amount) * 100)

/** What the postings of a batch come to in cents, by account and currency: more than zero is a debit. */
async function booked(finance: Client, id: string, at: string): Promise<Record<string, number>> {
  const { items } = await made(finance.get(`/settlement-batch/${id}/posting?${at}`))
  const sums: Record<string, number> = {}
  for (const { account, debit, credit } of items.flatMap(({ lines }: { lines: object[] }) => lines)) {
    const [type, , , currency] = account.split(':')
    const key = `${type} ${currency}`
    sums[key] = (sums[key] ?? 0) + cents(debit?.amount ?? '0') - cents(credit?.amount ?? '0')
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

/** What somebody in finance does with settlement files, batches and lines of the planted account. */
export function settlementsOf(finance: Client, ofMerchant = merchantId) {
  const at = `merchantId=${ofMerchant}`
  const preview = (content: string) =>
    finance.post(`/settlement/import/preview?${at}`, { ...account, fileName: 'file.csv', content })
  const commit = (content: string, more: object = {}) =>
    finance.post(`/settlement/import/commit?${at}`, { ...account, sha256: shaOf(content), ...more })
  const imported = async (content: string, more: object = {}): Promise<{ id: string; state: string }> => {
    expect((await made(preview(content))).problems).toEqual([])
    return made(commit(content, more))
  }
  const batch = (id: string) => made(finance.get(`/settlement-batch/${id}?${at}`))
  const operate = async (id: string, name: string, body: object = {}) =>
    finance.post(`/settlement-batch/${id}/${name}?${at}`, { version: (await batch(id)).version, ...body })
  const linesOf = async (id: string, filter: string): Promise<ListedLine[]> =>
    (await made(finance.get(`/settlement-line?${at}&batchId=${id}&${filter}&limit=200`))).items
  const onLine = (line: Versioned, name: string, body: object) =>
    finance.post(`/settlement-line/${line.id}/${name}?${at}`, { version: line.version, ...body })
  /** Every open line, page by page, but for so many. */
  const decideOpen = async (id: string, name: string, body: object, left = 0) => {
    for (;;) {
      const open = await linesOf(id, 'open=true')
      if (open.length <= left) return
      for (const line of open.slice(left)) await made(onLine(line, name, body))
    }
  }
  return {
    ...{ client: finance, preview, commit, imported, batch, operate, linesOf, onLine, decideOpen },
    booked: (id: string) => booked(finance, id, at),
  }
}

export type Settlements = ReturnType<typeof settlementsOf>
