import { expect, it } from 'vitest'
import { StatusNo } from '@signalbox/model/reference/status-no'
import { made, type Settlements } from './testing/importer.ts'
import { fileOf, rightLine, type FileLine } from './testing/planted-file.ts'
import { plannedPayments, plantPayments, setStatus, type PlantedPayment } from './testing/planted-store.ts'
import { openTwoInFinance, type TwoInFinance } from './testing/two-in-finance.ts'

/** One person writes off 50.00 EUR in a batch. */
let { platform, finance, finance2 } = {} as TwoInFinance
openTwoInFinance((two) => ({ platform, finance, finance2 } = two))

let days = 0
/** Each batch a week of its own, so that none misses payments of another. */
async function planted(count: number, more: Partial<PlantedPayment> = {}): Promise<PlantedPayment[]> {
  const day = new Date(Date.UTC(2025, 0, 6) + ++days * 7 * 86_400_000).toISOString().slice(0, 10)
  const payments = plannedPayments(count, day, 100_000n).map((payment) => ({ ...payment, ...more }))
  await plantPayments(platform.db, payments, platform.deps.newId)
  return payments
}

const importOf = (ref: string, lines: readonly FileLine[]) =>
  finance.imported(fileOf(ref, lines[0]?.at.slice(0, 10) ?? '', lines))

/** A line that fits no payment. */
const stranger = (minor: bigint, ref = 'stranger', at = '2024-01-03T10:00:00Z'): FileLine => ({
  ...{ type: 'SETTLED', pspRefId: ref, merchantRef: '', at, minor, feeMinor: 0n, fxRate: '1' },
})

const reason = { reason: 'lost' }
async function writeOff(who: Settlements, id: string, gross: string): Promise<string> {
  const line = (await who.linesOf(id, 'open=true')).find((each) => each.gross.amount === gross)
  if (!line) throw new Error(`No open line of ${gross}`)
  const { matchStatus } = await made(who.onLine(line, 'write-off', reason))
  return matchStatus
}

it('parts of a line that was split are written off by one person up to the limit together, and by two beyond it', async () => {
  const { id } = await importOf('parts', [stranger(10_100n)])
  const [whole] = await finance.linesOf(id, 'open=true')
  if (!whole) throw new Error('Nothing is open')
  await made(finance.onLine(whole, 'split', { amounts: ['50.00', '51.00'] }))
  const rest = (await finance.linesOf(id, 'open=true')).find(({ gross }) => gross.amount === '51.00')
  if (!rest) throw new Error('It was split')
  await made(finance.onLine(rest, 'split', { amounts: ['20.00', '31.00'] }))
  // Exactly the limit is one person's to write off.
  expect(await writeOff(finance, id, '50.00')).toBe('WRITTEN_OFF')
  expect(await writeOff(finance, id, '20.00')).toBe('UNMATCHED')
  const open = await finance.linesOf(id, 'open=true')
  expect(open.map(({ gross, writeOffBy }) => [gross.amount, writeOffBy])).toEqual([
    ['20.00', 'finance'],
    ['31.00', null],
  ])
  expect((await finance2.operate(id, 'accept')).status).toBe(409)
  // Another person is the second of that one, and has written off nothing alone by it.
  expect(await writeOff(finance2, id, '20.00')).toBe('WRITTEN_OFF')
  expect(await writeOff(finance2, id, '31.00')).toBe('WRITTEN_OFF')
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  expect(await finance.booked(id)).toEqual({ 'BANK EUR': 10_100, 'RECON_DIFFERENCE EUR': -10_100 })
})

it('small differences of one person add up: somebody else accepts the batch, or writes off what comes on top', async () => {
  const payments = await planted(3)
  const { id } = await importOf('together', [
    ...payments.map((payment) => ({ ...rightLine(payment), minor: payment.minor - 3_000n })),
  ])
  const open = await finance.linesOf(id, 'open=true')
  const [one, other, last] = open
  if (!one || !other || !last) throw new Error('Three differ')
  const agreed = { cause: 'OTHER', reason: 'agreed' }
  await made(finance2.onLine(one, 'accept-difference', agreed))
  await made(finance2.onLine(other, 'accept-difference', agreed))
  expect(await writeOff(finance2, id, last.gross.amount)).toBe('DIFFERENCE')
  expect(await writeOff(finance, id, last.gross.amount)).toBe('WRITTEN_OFF')
  const alone = await finance2.operate(id, 'accept')
  expect([alone.status, alone.body.code], alone.text).toEqual([403, 'FOUR_EYES'])
  const [again] = await finance.linesOf(id, 'matchStatus=ACCEPTED')
  if (!again) throw new Error('Two were accepted')
  await made(finance.onLine(again, 'reopen', {}))
  await finance.decideOpen(id, 'accept-difference', agreed)
  expect((await finance2.operate(id, 'accept')).body.state).toBe('ACCEPTED')
  // Each payment came with 30.00 less than it was.
  expect((await finance.booked(id))['RECON_DIFFERENCE EUR']).toBe(9_000)
})

it('whoever wrote off within the limit and accepted differences beyond it does not accept the batch', async () => {
  const [one, other] = await planted(2)
  if (!one || !other) throw new Error('Two were planted')
  const { id } = await importOf('mixed', [
    { ...rightLine(one), minor: one.minor - 3_000n },
    { ...rightLine(other), minor: other.minor - 3_000n },
  ])
  expect(await writeOff(finance2, id, '970.00')).toBe('WRITTEN_OFF')
  await finance2.decideOpen(id, 'accept-difference', { cause: 'OTHER' })
  expect((await finance2.operate(id, 'accept')).body.code).toBe('FOUR_EYES')
})

it('what the books have nothing of is at stake as a whole: a line that came twice, and a payment that failed', async () => {
  const [twice, failed] = await planted(2)
  if (!twice || !failed) throw new Error('Two were planted')
  await setStatus(platform.db, failed.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  const { id } = await importOf('nothing', [rightLine(twice), rightLine(twice), rightLine(failed)])
  for (const kind of ['DUPLICATE', 'STATE_DIFF']) {
    const [line] = await finance.linesOf(id, `differences=${kind}`)
    if (!line) throw new Error(`No ${kind}`)
    const asked = await made(finance.onLine(line, 'write-off', reason))
    expect([kind, asked.matchStatus, asked.writeOffBy]).toEqual([kind, 'DIFFERENCE', 'finance'])
  }
})

it('a line that is 40.00 off in its gross, its fee and its net each is 120.00 off', async () => {
  const [payment] = await planted(1)
  if (!payment) throw new Error('One was planted')
  const content = fileOf('thrice', payment.at.slice(0, 10), [
    { ...rightLine(payment), minor: payment.minor - 4_000n, feeMinor: payment.feeMinor + 4_000n },
  ])
  // 1000.00 with a fee of 12.00 came as 960.00 with 52.00, so 908.00; the file says 868.00.
  const { id } = await finance.imported(content.replace('908.00', '868.00'))
  expect(await writeOff(finance, id, '960.00')).toBe('DIFFERENCE')
})

it('a write-off somebody asked for is asked for anew once the line is about something else', async () => {
  const [payment] = await planted(1)
  if (!payment) throw new Error('One was planted')
  const { id } = await importOf('linked', [stranger(6_000n, 'linked'), stranger(6_100n, 'split')])
  const ofGross = async (gross: string) => {
    const line = (await finance.linesOf(id, 'open=true')).find((each) => each.gross.amount === gross)
    if (!line) throw new Error(`No open line of ${gross}`)
    return line
  }
  expect(await writeOff(finance, id, '60.00')).toBe('UNMATCHED')
  const link = { txRefId: payment.reference }
  const linked = await made(finance2.onLine(await ofGross('60.00'), 'link', link))
  expect([linked.matchStatus, linked.writeOffBy]).toEqual(['DIFFERENCE', null])
  // Now it is about the 940.00 the payment is more, which takes two who know of it.
  expect(await writeOff(finance2, id, '60.00')).toBe('DIFFERENCE')
  expect((await ofGross('60.00')).writeOffBy).toBe('finance2')

  expect(await writeOff(finance, id, '61.00')).toBe('UNMATCHED')
  const split = await made(finance2.onLine(await ofGross('61.00'), 'split', { amounts: ['60.50', '0.50'] }))
  expect(split.writeOffBy).toBeNull()
})

it('a write-off somebody asked for outlives matching that finds the same, and no other', async () => {
  const [payment] = await planted(1)
  if (!payment) throw new Error('One was planted')
  const line = { ...rightLine(payment), minor: payment.minor - 6_000n }
  const late = { ...plannedPayments(1, '2025-11-03', 600_000n)[0], pspRefId: 'late' } as PlantedPayment
  const { id } = await importOf('again', [line, stranger(7_000n, 'late', late.at)])
  expect(await writeOff(finance, id, '940.00')).toBe('DIFFERENCE')
  expect(await writeOff(finance, id, '70.00')).toBe('UNMATCHED')
  await made(finance.operate(id, 'rematch'))
  const asked = async () =>
    (await finance.linesOf(id, 'open=true')).map(({ gross, writeOffBy }) => [gross.amount, writeOffBy])
  expect(await asked()).toEqual([
    ['940.00', 'finance'],
    ['70.00', 'finance'],
  ])
  await plantPayments(platform.db, [late], platform.deps.newId)
  await made(finance.operate(id, 'rematch'))
  expect(await asked()).toEqual([
    ['940.00', 'finance'],
    ['70.00', null],
  ])
  // What was there failed meanwhile: all of it is at stake.
  await setStatus(platform.db, payment.id, StatusNo.ERR_DECLINED_NO_FUNDS)
  await made(finance.operate(id, 'rematch'))
  expect((await asked())[0]).toEqual(['940.00', null])
})
