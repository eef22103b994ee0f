import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { fileOf, rightLine, type FileLine } from './testing/planted-file.ts'
import {
  merchantId,
  plannedPayments,
  plantPayments,
  psp,
  pspAccount,
  receivable,
} from './testing/planted-store.ts'

const at = `merchantId=${merchantId}`
const account = { psp, pspAccount }
let platform: TestPlatform
let finance: Client
let finance2: Client

beforeAll(async () => {
  platform = await testPlatform()
  finance = await platform.as('finance')
  finance2 = await platform.as('finance2')
}, 120_000)
afterAll(() => platform.close())

async function made(answer: Promise<{ status: number; body: any; text: string }>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}

const shaOf = (content: string) => createHash('sha256').update(content).digest('hex')
const preview = (content: string) =>
  made(finance.post(`/settlement/import/preview?${at}`, { ...account, fileName: 'file.csv', content }))
const commit = (content: string, more: object = {}) =>
  finance.post(`/settlement/import/commit?${at}`, { ...account, sha256: shaOf(content), ...more })

async function imported(content: string): Promise<string> {
  expect((await preview(content)).problems).toEqual([])
  return (await made(commit(content))).id
}

const operate = async (who: Client, id: string, name: string, body: object = {}) => {
  const { version } = await made(finance.get(`/settlement-batch/${id}?${at}`))
  return who.post(`/settlement-batch/${id}/${name}?${at}`, { version, ...body })
}

const planted = async (count: number, day: string) => {
  const payments = plannedPayments(count, day)
  await plantPayments(platform.db, payments, platform.deps.newId)
  return payments.map((payment) => ({ payment, line: rightLine(payment) }))
}

const unknown = (line: FileLine, name: string): FileLine => ({ ...line, pspRefId: name, merchantRef: '' })

it('a payment linked to lines of two batches at the same moment is settled by one of them', async () => {
  const [one] = await planted(1, '2026-03-02')
  if (!one) throw new Error('Nothing was planted')
  const ids: string[] = []
  for (const name of ['twice-a', 'twice-b'])
    // Of a day with no other payment of the amount, so nothing is found by itself.
    ids.push(
      await imported(
        fileOf(name, '2026-03-03', [unknown({ ...one.line, at: '2026-01-02T10:00:00Z' }, name)]),
      ),
    )
  const link = async (id: string, who: Client) => {
    const { items } = await made(
      finance.get(`/settlement-line?${at}&batchId=${id}&matchStatus=UNMATCHED&limit=200`),
    )
    const [{ id: lineId, version }] = items
    return who.post(`/settlement-line/${lineId}/link?${at}`, { version, txRefId: one.payment.reference })
  }
  const linked = await Promise.all(ids.map((id, index) => link(id, index === 0 ? finance : finance2)))
  expect(linked.map(({ status }) => status)).toEqual([200, 200])
  // Whoever sees the other's link is told so, and its line settles nothing.
  const isTold = linked.some(({ body }) => body.differences.includes('DUPLICATE'))
  for (const id of ids) {
    const { items } = await made(finance.get(`/settlement-line?${at}&batchId=${id}&open=true&limit=200`))
    for (const { id: lineId, version } of items)
      await made(
        finance.post(`/settlement-line/${lineId}/investigate?${at}`, { version, reason: 'Looking into it' }),
      )
  }
  const before = await receivable(platform.db)
  const accepted = await Promise.all(ids.map((id) => operate(finance2, id, 'accept')))
  expect(accepted.map(({ status }) => status).toSorted()).toEqual(isTold ? [200, 200] : [200, 409])
  if (!isTold)
    expect(accepted.find(({ status }) => status === 409)?.body.message).toContain('settled by another batch')
  expect(before - (await receivable(platform.db))).toBe(one.payment.minor)
})

it('a batch that is accepted and superseded at the same moment is one or the other', async () => {
  const lines = await planted(4, '2026-03-10')
  for (const [index, { line }] of lines.entries()) {
    const name = `raced-${index}`
    const first = fileOf(name, '2026-03-11', [line])
    const second = fileOf(name, '2026-03-11', [line]) + '\n'
    const id = await imported(first)
    const { items } = await made(finance.get(`/settlement-line?${at}&batchId=${id}&open=true&limit=200`))
    for (const { id: lineId, version } of items)
      await made(
        finance.post(`/settlement-line/${lineId}/investigate?${at}`, { version, reason: 'Looking into it' }),
      )
    await preview(second)
    const [accepted, replaced] = await Promise.all([
      operate(finance2, id, 'accept'),
      commit(second, { supersede: true }),
    ])
    expect([accepted.status, replaced.status].toSorted()).toEqual([200, 409])
    const { state } = await made(finance.get(`/settlement-batch/${id}?${at}`))
    expect(state).toBe(accepted.status === 200 ? 'ACCEPTED' : 'REJECTED')
  }
})
