import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBooks } from '../ledger/invariants.ts'
import { deposit, openCases, operate, platform, startOperations } from '../testing/operated-payments.ts'
import { oneDecides } from '../testing/one-decides.ts'
import { typeWorthlessKrona } from '../testing/typed-rate.ts'

beforeAll(startOperations)
afterAll(() => platform.close())

const info = 'On the statement'
const at = 'merchantId=100010001'
interface Paid {
  readonly merchantId: number
  readonly txId: number
}
let users = 0
/** The PSP gave an answer nobody can read: whether it moved the money is not known. */
const unclear = async (amount = '777.03'): Promise<Paid> => {
  const { body } = await deposit(`unclear-${++users}`, amount)
  await platform.until(body, 'INCONSISTENT')
  return body
}
/** The bank of the payer asks them to confirm it, and they never do. */
const unpaid = async (amount: object): Promise<Paid> => {
  const card = { pan: '4000000000003220', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }
  const { body } = await platform.deposit({ userId: `unpaid-${++users}`, amount, card })
  expect(body.state, JSON.stringify(body)).toBe('WAITING_INPUT')
  return body
}
const force = async (who: string, paid: Paid, body: object = {}) => {
  const { status, body: said } = await operate(who, paid, 'force-successful', {
    info,
    pspRefId: `seen-${paid.txId}`,
    sendToMerchant: false,
    ...body,
  })
  return [status, status === 200 ? said.waitsForOther : said.code]
}
const standing = async (paid: Paid) => {
  const { statusNo, capturedAmountMinor } = await platform.row(paid)
  return [statusNo, capturedAmountMinor]
}
const [asked, done, refused] = [
  [200, true],
  [200, false],
  [403, 'FOUR_EYES'],
]

describe('a deposit the PSP has not confirmed', () => {
  it('counts as successful, where it is much, once another person has confirmed it', async () => {
    const paid = await unclear()
    const before = await standing(paid)
    expect(await force('admin', paid)).toEqual(asked)
    expect(await standing(paid)).toEqual(before)
    expect((await platform.row(paid)).info).toContain('A second person must confirm that it was successful')
    expect(await force('admin', paid)).toEqual(refused)
    const { outcomes } = (await (await platform.as('finance')).get(`/transaction/${paid.txId}/outcome?${at}`))
      .body
    const reference = `seen-${paid.txId}`
    expect(outcomes[0]).toMatchObject({
      outcome: 'SUCCESSFUL',
      takesTwo: true,
      asked: { by: 'admin', isOwn: false, reference, amount: { amount: '777.03', currency: 'EUR' } },
    })
    expect(await force('finance', paid)).toEqual(done)
    const row = await platform.row(paid)
    expect([row.statusNo, row.capturedAmountMinor === row.amountMinor]).toEqual([0, true])
    expect(row.stepState.successAskedBy).toBeUndefined()
    expect(row.info).not.toContain('second person')
    expect(await openCases(paid.txId)).toEqual([{ state: 'RESOLVED', resolution: 'FORCED_SUCCESS' }])
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
    const { rows } = await sql<{ actor: string; waits: boolean | null }>`
      select actor_name as actor, (after->>'waitsForOther')::boolean as waits from audit_entry
      where entity_id = ${String(paid.txId)} and action = 'FORCE_SUCCESSFUL' order by seq`.execute(
      platform.db,
    )
    expect(rows).toEqual([
      { actor: 'admin', waits: true },
      { actor: 'finance', waits: null },
    ])
  })

  it('that waits for its payer is not credited by one person either', async () => {
    const body = await unpaid({ amount: '900.00', currency: 'EUR' })
    expect(await force('admin', body)).toEqual(asked)
    expect(await force('admin', body)).toEqual(refused)
    expect((await platform.row(body)).capturedAmountMinor).toBe(0n)
    const { outcomes } = (await (await platform.as('admin')).get(`/transaction/${body.txId}/outcome?${at}`))
      .body
    expect(outcomes[0]).toMatchObject({ takesTwo: true, asked: { by: 'admin', isOwn: true } })
    expect(await force('finance', body)).toEqual(done)
    expect((await platform.row(body)).statusNo).toBe(0)
  })

  it('is confirmed as it was asked for: another amount or reference is another request', async () => {
    const paid = await unclear('777.05')
    const before = await standing(paid)
    const much = { amount: { amount: '90000.00', currency: 'EUR' } }
    expect(await force('admin', paid, much)).toEqual(asked)
    expect(await force('finance', paid, { amount: { amount: '90001.00', currency: 'EUR' } })).toEqual(asked)
    expect(await force('finance', paid, much)).toEqual(asked)
    expect(await force('admin', paid, { ...much, pspRefId: 'another' })).toEqual(asked)
    expect(await standing(paid)).toEqual(before)
    expect(await force('finance', paid, { ...much, pspRefId: 'another' })).toEqual(done)
    expect(await standing(paid)).toEqual([0, expect.any(BigInt)])
    expect(await checkBooks(platform.db, 100010001)).toEqual([])
  })

  it('is not confirmed by two requests of one person at the same moment', async () => {
    const paid = await unclear()
    const admin = await platform.as('admin')
    const { version } = await platform.row(paid)
    const send = (seen: number) =>
      admin.post(`/transaction/${paid.txId}/force-successful?${at}`, {
        version: seen,
        info,
        pspRefId: `seen-${paid.txId}`,
      })
    const answers = await Promise.all([send(version), send(version), send(version + 1)])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await standing(paid))[1]).toBe(0n)
    expect(await force('admin', paid)).toEqual(refused)
  })

  it('is not asked for where it could not be done', async () => {
    const paid = await unclear('777.05')
    const row = await platform.row(paid)
    const euro = { amount: { amount: '90000.00', currency: 'EUR' } }
    expect(await force('investigator', paid, euro)).toEqual([403, 'FORBIDDEN'])
    expect(await platform.row(paid)).toEqual(row)
  })

  it('asked for is no longer so when somebody forces it failed, or opens it again', async () => {
    const paid = await unclear()
    expect(await force('admin', paid)).toEqual(asked)
    await operate('finance', paid, 'force-failed', { info: 'It never arrived' })
    expect((await platform.row(paid)).stepState.successAskedBy).toBeUndefined()
    for (const who of ['admin', 'finance'])
      await operate(who, paid, 'force-inconsistent', { info: 'A doubt' })
    expect(await force('finance', paid)).toEqual(asked)
    expect(await force('admin', paid)).toEqual(done)
    // What two people said is not the PSP's word when it is opened again.
    for (const who of ['admin', 'finance'])
      await operate(who, paid, 'force-inconsistent', { info: 'A doubt' })
    expect(await force('finance', paid)).toEqual(asked)
  })

  it('is one person’s to decide where it is little, and where the PSP has confirmed it', async () => {
    const { body } = await deposit('confirmed-by-psp', '999.04')
    expect(body.statusCodeNo).toBe(402)
    expect(await force('investigator', body)).toEqual(done)
    await oneDecides(platform)
    const little = await unclear()
    expect(await force('investigator', little)).toEqual(done)
    await sql`update config set document = document - 'investigate.fourEyesAbove', version = version + 1
      where type = 'MerchantConfig' and merchant_id = 100010000`.execute(platform.db)
  })

  it('is much where only a rate that somebody entered says it is little', async () => {
    const body = await unpaid({ amount: '9000.00', currency: 'SEK' })
    const rate = await typeWorthlessKrona(platform)
    const forced = await force('admin', body)
    await rate.remove()
    expect(forced).toEqual(asked)
  })
})
