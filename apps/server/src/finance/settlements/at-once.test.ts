import { expect, it } from 'vitest'
import type { Settlements } from './testing/importer.ts'
import { fileOf, rightLine, type FileLine } from './testing/planted-file.ts'
import { plannedPayments, plantPayments, receivable } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const planted = async (count: number, day: string) => {
  const payments = plannedPayments(count, day)
  await plantPayments(platform.db, payments, platform.deps.newId)
  return payments.map((payment) => ({ payment, line: rightLine(payment) }))
}

const unknown = (line: FileLine, name: string): FileLine => ({ ...line, pspRefId: name, merchantRef: '' })
const lookInto = (id: string) => finance.decideOpen(id, 'investigate', { reason: 'Looking into it' })

it('a payment linked to lines of two batches at the same moment is settled by one of them', async () => {
  const [one] = await planted(1, '2026-03-02')
  if (!one) throw new Error('Nothing was planted')
  const ids: string[] = []
  for (const name of ['twice-a', 'twice-b']) {
    // Of a day with no other payment of the amount, so nothing is found by itself.
    const line = unknown({ ...one.line, at: '2026-01-02T10:00:00Z' }, name)
    ids.push((await finance.imported(fileOf(name, '2026-03-03', [line]))).id)
  }
  const link = async (id: string, who: Settlements) => {
    const [line] = await finance.linesOf(id, 'matchStatus=UNMATCHED')
    if (!line) throw new Error('The line is gone')
    return who.onLine(line, 'link', { txRefId: one.payment.reference })
  }
  const linked = await Promise.all(ids.map((id, index) => link(id, index === 0 ? finance : finance2)))
  expect(linked.map(({ status }) => status)).toEqual([200, 200])
  // Whoever sees the other's link is told so, and its line settles nothing.
  const isTold = linked.some(({ body }) => body.differences.includes('DUPLICATE'))
  for (const id of ids) await lookInto(id)
  const before = await receivable(platform.db)
  const accepted = await Promise.all(ids.map((id) => finance2.operate(id, 'accept')))
  expect(accepted.map(({ status }) => status).toSorted()).toEqual(isTold ? [200, 200] : [200, 409])
  if (!isTold)
    expect(accepted.find(({ status }) => status === 409)?.body.message).toContain('settled by another batch')
  expect(before - (await receivable(platform.db))).toBe(one.payment.minor)
})

it('a batch that is accepted and superseded at the same moment is one or the other', async () => {
  const lines = await planted(4, '2026-03-10')
  for (const [index, { line }] of lines.entries()) {
    const first = fileOf(`raced-${index}`, '2026-03-11', [line])
    const second = `${first}\n`
    const { id } = await finance.imported(first)
    await lookInto(id)
    await finance.preview(second)
    const [accepted, replaced] = await Promise.all([
      finance2.operate(id, 'accept'),
      finance.commit(second, { supersede: true }),
    ])
    expect([accepted.status, replaced.status].toSorted()).toEqual([200, 409])
    expect((await finance.batch(id)).state).toBe(accepted.status === 200 ? 'ACCEPTED' : 'REJECTED')
  }
})
