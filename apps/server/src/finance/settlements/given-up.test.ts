import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { made } from './testing/importer.ts'
import { fileOf, rightLine } from './testing/planted-file.ts'
import { plannedPayments, plantPayments, type PlantedPayment } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

const paidOut = '2026-03-05'
const imported = async (ref: string, payments: readonly PlantedPayment[]) =>
  (await finance.imported(fileOf(ref, paidOut, payments.map(rightLine)))).id

/** A batch of two payments in which the third, 1000.02 EUR, was missing and written off, accepted. */
async function givenUp(): Promise<{ id: string; left: PlantedPayment }> {
  const payments = plannedPayments(3, '2026-03-02', 100_000n)
  await plantPayments(platform.db, payments, platform.deps.newId)
  const [one, other, left] = payments as [PlantedPayment, PlantedPayment, PlantedPayment]
  const id = await imported('without-the-third', [one, other])
  for (const who of [finance, finance2]) {
    const [line] = await who.linesOf(id, 'differences=MISSING_AT_PSP')
    if (!line) throw new Error('Nothing is missing')
    await made(who.onLine(line, 'write-off', { reason: 'lost' }))
  }
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  return { id, left }
}

const unaccept = async (id: string) => {
  await made(finance.operate(id, 'unaccept', { reason: 'test' }))
  return finance2.operate(id, 'unaccept', { reason: 'test' })
}
const reconStatus = async ({ id }: PlantedPayment) =>
  (
    await sql<{ status: string }>`select recon_status as status from transaction where id = ${id}`.execute(
      platform.db,
    )
  ).rows[0]?.status

it('what comes for a payment that was given up makes up for that difference, and clears nothing twice', async () => {
  const { id, left } = await givenUp()
  expect(await finance.booked(id)).toMatchObject({
    'PSP_RECEIVABLE EUR': -200_001 - 100_002,
    'RECON_DIFFERENCE EUR': 100_002,
  })
  const came = await imported('the-third-after-all', [left])
  const accepted = async () => {
    expect((await finance2.operate(came, 'accept')).body.state).toBe('ACCEPTED')
    // 1000.02 without the fee of 12.00, which was still expected.
    expect(await finance.booked(came)).toEqual({
      'BANK EUR': 98_802,
      'PSP_FEE_ACCRUED EUR': 1_200,
      'RECON_DIFFERENCE EUR': -100_002,
    })
    expect(await reconStatus(left)).toBe('MATCHED')
  }
  await accepted()

  const refused = await unaccept(id)
  expect([refused.status, refused.body.message]).toEqual([
    409,
    'A payment that was written off here came with batch the-third-after-all. Undo the acceptance of that batch first.',
  ])
  expect((await unaccept(came)).status).toBe(200)
  expect([await finance.booked(came), await reconStatus(left)]).toEqual([{}, 'WRITTEN_OFF'])
  await accepted()

  // Once nothing is given up any more, the money clears what was expected.
  expect((await unaccept(came)).status).toBe(200)
  expect((await finance2.operate(id, 'unaccept', { reason: 'test' })).status).toBe(200)
  expect(await reconStatus(left)).toBe('EXPECTED')
  expect((await finance2.operate(came, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(came)).toEqual({
    'BANK EUR': 98_802,
    'PSP_FEE_ACCRUED EUR': 1_200,
    'PSP_RECEIVABLE EUR': -100_002,
  })
})
