import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { camt053 } from '@signalbox/sandbox/psp/bank-statement-file'
import { parseSignedMoney } from '@signalbox/model/money/money-text'
import type { Client } from '../../kit/testing/kit-app.ts'
import { testPlatform, type TestPlatform } from '../../testing/test-app.ts'
import { settlementsOf, type Settlements } from '../settlements/testing/importer.ts'
import { fileOf, rightLine } from '../settlements/testing/planted-file.ts'
import { merchantId, plannedPayments, plantPayments } from '../settlements/testing/planted-store.ts'

let platform: TestPlatform
let client: Client
let finance: Settlements
let finance2: Settlements

beforeAll(async () => {
  platform = await testPlatform()
  client = await platform.as('finance')
  finance = settlementsOf(client)
  finance2 = settlementsOf(await platform.as('finance2'))
}, 120_000)
afterAll(() => platform.close())

const at = `merchantId=${merchantId}`
let turn = 0

/** A batch of one payment and nothing to decide. */
async function batchOf(name: string) {
  turn++
  const day = `2026-03-${String(turn).padStart(2, '0')}`
  const payments = plannedPayments(1, day, BigInt(turn) * 100_000n)
  await plantPayments(platform.db, payments, platform.deps.newId)
  const { id } = await finance.imported(fileOf(name, day, payments.map(rightLine)))
  await finance.decideOpen(id, 'accept-difference', { cause: 'OTHER', reason: 'test' })
  return finance.batch(id)
}

/** A statement with one entry of as much as the batch. */
async function entryFor(batch: Awaited<ReturnType<typeof batchOf>>, text = 'nothing known') {
  const { payoutDate } = batch
  const amount = parseSignedMoney(batch.net.amount, batch.net.currency)
  if (!amount) throw new Error('The batch has no amount')
  const booked = { bankRef: `B-${turn}`, reference: 'NOTPROVIDED', counterparty: 'Acme', text }
  const content = camt053(
    [
      {
        ref: `REOPEN-${turn}`,
        sequenceNo: 1,
        iban: 'DE89370400440532013000',
        openedOn: payoutDate,
        closedOn: payoutDate,
        opening: { minor: 0n, currency: amount.currency },
        entries: [{ ...booked, bookedOn: payoutDate, amount }],
      },
    ],
    '08',
  )
  const file = { fileName: 'reopen.xml', content, addAccounts: true }
  const { body, status, text: said } = await client.post(`/bank-statement/import/commit?${at}`, file)
  expect(status, said).toBe(200)
  const found = await client.get(`/bank-entry?${at}&statementId=${body.statements[0].id}`)
  return found.body.items[0].id as string
}

const entry = async (id: string) => (await client.get(`/bank-entry/${id}?${at}`)).body
const operate = async (id: string, name: string, body: object) =>
  client.post(`/bank-entry/${id}/${name}?${at}`, { version: (await entry(id)).version, ...body })
const link = (id: string, batch: string) => operate(id, 'link-batch', { batch, reason: 'Called the PSP' })
const reopen = (id: string, reason = 'It was another batch') => operate(id, 'reopen', { reason })
const audited = async (id: string) =>
  (
    await sql<{ action: string; note: string | null }>`select action, note from audit_entry
      where entity_id = ${id} order by seq`.execute(platform.db)
  ).rows

it('a bank entry linked to the wrong batch is reopened and confirms the right one', async () => {
  const [wrong, right] = [await batchOf('wrong'), await batchOf('right')]
  const id = await entryFor(right)
  expect((await link(id, wrong.batchRef)).body.state).toBe('CONFIRMED')
  const off = await finance.batch(wrong.id)
  expect([off.bankSource, off.openCount]).toEqual(['STATEMENT', 1])
  const seen = (await entry(id)).version

  expect((await operate(id, 'reopen', {})).status).toBe(422)
  const stale = await client.post(`/bank-entry/${id}/reopen?${at}`, { version: seen - 1, reason: 'Late' })
  expect([stale.status, stale.body.code]).toEqual([409, 'VERSION_CONFLICT'])
  const reopened = await reopen(id)
  // Whoever reopens it decides themselves, whatever fits.
  expect(reopened.body, reopened.text).toMatchObject({ state: 'PROPOSED', batchRef: right.batchRef })
  const { bankRef, bankAmount, bankSource, bankBookedOn, openCount, state, version } = await finance.batch(
    wrong.id,
  )
  expect({ bankRef, bankAmount, bankSource, bankBookedOn, openCount, state }).toEqual({
    bankRef: null,
    bankAmount: null,
    bankSource: null,
    bankBookedOn: null,
    openCount: wrong.openCount,
    state: wrong.state,
  })
  expect(version).toBeGreaterThan(off.version)
  expect((await audited(wrong.id)).at(-1)).toEqual({
    action: 'UNDO_PAYOUT',
    note: 'The bank entry that confirmed the payout was reopened',
  })
  expect((await audited(id)).at(-1)).toMatchObject({ action: 'REOPEN' })

  expect((await link(id, right.batchRef)).body.state).toBe('CONFIRMED')
  expect(await finance.batch(right.id)).toMatchObject({ bankSource: 'STATEMENT', bankAmount: right.net })
  expect((await finance2.operate(right.id, 'accept')).body.state).toBe('CLOSED')
})

it('a bank entry of an accepted batch stays; of a rejected one it is reopened and the batch left as it is', async () => {
  const [accepted, rejected] = [await batchOf('accepted'), await batchOf('rejected')]
  const id = await entryFor(accepted)
  await link(id, accepted.batchRef)
  expect((await finance2.operate(accepted.id, 'accept')).body.state).toBe('CLOSED')
  const refused = await reopen(id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    `Batch ${accepted.batchRef} is accepted. Undo its acceptance first.`,
  ])
  expect((await entry(id)).state).toBe('CONFIRMED')

  const other = await entryFor(rejected)
  await link(other, rejected.batchRef)
  await finance.operate(rejected.id, 'reject', { reason: 'test' })
  const { version } = await finance.batch(rejected.id)
  expect((await reopen(other)).body.state).not.toBe('CONFIRMED')
  expect(await finance.batch(rejected.id)).toMatchObject({ state: 'REJECTED', version })
})

it('a bank entry confirmed without anybody’s choice is reopened with a reason, and stays open until a person decides', async () => {
  const batch = await batchOf('by-itself')
  const id = await entryFor(batch, `Payout ${batch.batchRef}`)
  expect((await entry(id)).matchedBy).toBe('reference and amount')
  const confirmed = await finance.batch(batch.id)
  expect(confirmed.bankSource).toBe('STATEMENT')
  expect((await operate(id, 'reopen', {})).status).toBe(422)
  const asProposed = {
    ...{ state: 'PROPOSED', batchRef: batch.batchRef, matchedBy: null, reopenedBy: 'finance' },
    matchNote: 'Names this batch and has its amount, but was reopened by finance',
  }
  const reopened = await reopen(id, 'The PSP paid something else under this reference')
  expect(reopened.body, reopened.text).toMatchObject(asProposed)
  const without = await finance.batch(batch.id)
  expect(without).toMatchObject({ bankRef: null, bankAmount: null, bankSource: null, bankBookedOn: null })
  expect(without.version).toBeGreaterThan(confirmed.version)
  expect((await audited(batch.id)).at(-1)?.action).toBe('UNDO_PAYOUT')
  expect((await audited(id)).at(-1)?.action).toBe('REOPEN')

  // Nothing confirms it by itself again: not one by one, and not all at once.
  expect((await operate(id, 'match', {})).body).toMatchObject(asProposed)
  const { status, text } = await client.post(`/bank-entry/match?${at}`)
  expect(status, text).toBe(200)
  expect(await entry(id)).toMatchObject(asProposed)
  expect((await finance.batch(batch.id)).bankSource).toBeNull()

  const again = await operate(id, 'confirm', {})
  expect(again.body, again.text).toMatchObject({ state: 'CONFIRMED', matchedBy: 'finance', reopenedBy: null })
  expect(await finance.batch(batch.id)).toMatchObject({ bankSource: 'STATEMENT', bankAmount: batch.net })
  expect((await finance2.operate(batch.id, 'accept')).body.state).toBe('CLOSED')
  expect((await reopen(id)).body.message).toBe(
    `Batch ${batch.batchRef} is accepted. Undo its acceptance first.`,
  )
})

it('a bank entry that is open is not reopened', async () => {
  const open = await entryFor(await batchOf('open'))
  expect((await reopen(open)).body.message).toBe('The entry is open.')
})

it('a payout somebody had overwritten by hand before it was written down who said so counts as theirs', async () => {
  const [overwritten, right] = [await batchOf('overwritten'), await batchOf('as-booked')]
  for (const batch of [overwritten, right]) await link(await entryFor(batch), batch.batchRef)
  await sql`update settlement_batch set bank_amount_minor = bank_amount_minor + 1
    where id = ${overwritten.id}::uuid`.execute(platform.db)
  const migration = new URL('../../../migrations/0037-payouts-by-hand.sql', import.meta.url)
  await sql.raw(await readFile(migration, 'utf8')).execute(platform.db)
  const sources = await Promise.all(
    [overwritten, right].map(async ({ id }) => (await finance.batch(id)).bankSource),
  )
  expect(sources).toEqual(['HAND', 'STATEMENT'])
})
