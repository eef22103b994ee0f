import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import { longRunLimitMs } from '../testing/one-in.ts'
import type { TestPlatform } from '../testing/test-app.ts'
import { systemActor } from '../kit/audit.ts'
import { approveDespite } from './approvals/approvals.ts'
import { captureDue } from './jobs/capture-due.ts'
import { checkBooks } from './ledger/invariants.ts'
import { inOwnName } from './core/operations/actor.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { ibanOf } from './testing/walk-accounts.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'

/** `npm run test:properties` and `test:full` try them all over and over. */
const runs = process.env.TEST_FULL === undefined ? 8 : 400

const bearers = ['USER', 'MERCHANT'] as const
const modes = ['ADDED', 'DEDUCTED'] as const
const taxes = ['NONE', 'EXCLUSIVE', 'INCLUSIVE'] as const
/** Tax is a matter of where the user lives. */
const countries = { NONE: 'EST', EXCLUSIVE: 'NOR', INCLUSIVE: 'SWE' } as const
const takings = ['AT_ONCE', 'BY_CLOCK', 'BY_HAND', 'IN_PARTS', 'PAYOUT'] as const

/** How a payment comes about, how often somebody doubts it and thinks better of it, and how it ends. */
interface Life {
  readonly taking: (typeof takings)[number]
  readonly billTo: (typeof bearers)[number]
  readonly mode: (typeof modes)[number]
  readonly vat: (typeof taxes)[number]
  readonly reopened: number
  readonly outcome: 'SUCCESSFUL' | 'FAILED' | 'INCONSISTENT'
}

const livingIn = (country: string): ReturnType<typeof onlyFor> => ({
  userCountry: { op: 'in', values: [country] },
})

const usersPerKind = 20
const userOf = ({ taking, billTo, mode, vat }: Omit<Life, 'reopened' | 'outcome'>, no: number) =>
  `${taking === 'IN_PARTS' || taking === 'BY_HAND' ? 'hand' : 'clock'}_${billTo}_${mode}_${no}_${countries[vat]}`
const usersWith = (wanted: Partial<Life>) =>
  takings
    .filter((taking) => taking === 'BY_HAND' || taking === 'BY_CLOCK')
    .flatMap((taking) =>
      bearers.flatMap((billTo) =>
        modes.flatMap((mode) => taxes.map((vat) => ({ taking, billTo, mode, vat }))),
      ),
    )
    .filter((kind) =>
      Object.entries(wanted).every(([key, value]) => kind[key as keyof typeof kind] === value),
    )
    .flatMap((kind) => Array.from({ length: usersPerKind }, (_, no) => userOf(kind, no)))

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform({}, publishRules)
})

async function publishRules(fresh: TestPlatform): Promise<void> {
  const publish = await rulePublisher(fresh)
  const fixedFee = { EUR: '500' }
  await publish(
    'fee',
    ...bearers.flatMap((billTo) =>
      modes.map((mode) => ({
        conditions: onlyFor(...usersWith({ billTo, mode })),
        outputs: { fixedFee, mode, billTo },
      })),
    ),
  )
  await publish(
    'vat',
    ...(['EXCLUSIVE', 'INCLUSIVE'] as const).map((mode) => ({
      conditions: livingIn(countries[mode]),
      outputs: { ratePct: 250_000, mode },
    })),
  )
  await publish(
    'provider-fee',
    // As people write it: what a deposit costs is a rule about deposits, whoever captures them.
    {
      conditions: { txType: { op: 'in', values: ['CreditcardDeposit'] } },
      outputs: { component: 'ACQUIRER', percentageFee: 20_000 },
    },
    {
      conditions: { method: { op: 'in', values: ['WITHDRAWAL'] } },
      outputs: { component: 'ACQUIRER', percentageFee: 20_000 },
    },
    { conditions: {}, outputs: { component: 'GATEWAY', fixedFee: { EUR: '10' } } },
  )
  await publish('void-capture', {
    conditions: onlyFor(...usersWith({ taking: 'BY_HAND' })),
    outputs: { action: 'CAPTURE', captureMethod: 'MANUAL' },
  })
}
afterAll(() => platform.close())

const captureAll = async (id: number, amounts: readonly (string | undefined)[]) => {
  for (const amount of amounts)
    await platform.carryOut(id, 'capture', amount ? { amount: { amount, currency: 'EUR' } } : {})
}

const approver = inOwnName({ id: randomUUID(), name: 'approver', roles: ['ADMIN_APPROVER'] })
const approve = (id: number) =>
  platform.app.payments.machine.change(
    { merchantId, id },
    systemActor,
    approveDespite(() => Promise.resolve([]), approver, { info: 'Known' }),
  )

let payments = 0

/** The payment, and the transactions that moved its money. */
async function pay(life: Life): Promise<{ id: number; moved: number[] }> {
  const userId = userOf(life, ++payments % usersPerKind)
  const { taking } = life
  const isReserved = taking !== 'AT_ONCE' && taking !== 'PAYOUT'
  const id = await platform.pay(
    {
      userId,
      amount: { amount: '100.00', currency: 'EUR' },
      ...(isReserved && { authType: 'PRE_AUTH' }),
      ...(taking === 'PAYOUT' && { iban: ibanOf(payments) }),
    },
    taking === 'PAYOUT' ? 'withdrawals' : 'deposits',
  )
  if (taking === 'PAYOUT') await approve(id)
  if (taking === 'BY_CLOCK') await captureDue(platform.app.payments.machine)
  if (taking === 'BY_HAND') await captureAll(id, [undefined])
  if (taking === 'IN_PARTS') await captureAll(id, ['33.33', '0.01', undefined])
  const children = await platform.children(id)
  return { id, moved: isReserved ? children.map((child) => child.id) : [id] }
}

/** What is on the accounts of these transactions, without the accounts where nothing is left; credit counts up. */
async function booked(ids: readonly number[]): Promise<Record<string, bigint>> {
  const { rows } = await sql<{ account: string; minor: string }>`
    select split_part(p.account, ':', 1) as account, sum(p.credit - p.debit)::text as minor
    from journal_entry e join posting p on p.merchant_id = e.merchant_id and p.entry_id = e.id
    where e.merchant_id = ${merchantId} and e.source_type = 'TRANSACTION' and e.source_id = any(${ids.map(String)}::text[])
    group by 1 having sum(p.credit) <> sum(p.debit)`.execute(platform.db)
  return Object.fromEntries(rows.map(({ account, minor }) => [account, BigInt(minor)]))
}

/** Five euros, with a quarter of tax on top or inside. */
const chargesOf = ({ vat }: Life) =>
  ({ NONE: [500n, 0n], EXCLUSIVE: [500n, 125n], INCLUSIVE: [400n, 100n] } as const)[vat]

const feeAccounts = {
  USER: ['USER_FEE_INCOME', 'VAT_PAYABLE', 1n],
  MERCHANT: ['PLATFORM_FEE_EXPENSE', 'VAT_RECOVERABLE', -1n],
} as const

/** Two percent rounded half up and ten cents, of everything that was moved at the PSP. */
const costOf = (pspAmounts: readonly bigint[]) =>
  pspAmounts.reduce((sum, minor) => sum + (minor * 2n + 50n) / 100n + 10n, 0n)

function expectShare(actual: bigint | undefined, whole: bigint, part: readonly [bigint, bigint]): void {
  const exact = (whole * part[0]) / part[1]
  // A share is rounded down; only together they are the whole.
  const most = part[0] === part[1] ? 0n : 1n
  const off = (actual ?? 0n) - exact
  expect(off <= most && off >= -most, `${actual} is not ${exact}`).toBe(true)
}

async function expectOneSet(life: Life, id: number, moved: readonly number[]): Promise<void> {
  const rows = await Promise.all(moved.map((each) => platform.row(each)))
  const live = rows.filter(({ statusNo }) => isSuccessful(statusNo))
  const books = await booked([id, ...moved])
  const whole = (await platform.row(id)).amountMinor
  const size = (minor: bigint) => (minor < 0n ? -minor : minor)
  const taken = live.reduce((sum, { amountMinor }) => sum + size(amountMinor), 0n)
  const [fee, tax] = chargesOf(life)
  const [feeAccount, taxAccount, sign] = feeAccounts[life.billTo]
  expectShare(sign * (books[feeAccount] ?? 0n), fee, [taken, size(whole)])
  expectShare(sign * (books[taxAccount] ?? 0n), tax, [taken, size(whole)])
  const [otherFee, otherTax] = feeAccounts[life.billTo === 'USER' ? 'MERCHANT' : 'USER']
  expect([books[otherFee], books[otherTax]]).toEqual([undefined, undefined])
  const cost = costOf(live.map(({ pspAmountMinor }) => pspAmountMinor ?? 0n))
  expect([books.PSP_FEE_ACCRUED ?? 0n, books.PSP_FEE_EXPENSE ?? 0n]).toEqual([cost, -cost])
  if (live.length === 0 && life.outcome === 'FAILED') expect(books).toEqual({})
  // Of what is in doubt, the fee that is shown is the one that is expected.
  if (!moved.includes(id) || life.outcome === 'SUCCESSFUL') expect(await shownFee(id)).toBe(cost)
}

/** The PSP's fee as the payment shows it. */
const shownFee = async (id: number): Promise<bigint> => (await platform.row(id)).pspFeeMinor ?? 0n
const bookedFee = async (id: number): Promise<bigint> => {
  const captures = await platform.children(id)
  return (await booked([id, ...captures.map((each) => each.id)])).PSP_FEE_ACCRUED ?? 0n
}

async function expectFeesOnce(life: Life): Promise<void> {
  const { id, moved } = await pay(life)
  for (const each of moved) expect((await platform.row(each)).statusNo, `${each}`).toBeLessThan(100)
  const doubted = moved[0] ?? 0
  for (let round = 0; round < life.reopened; round++) {
    await platform.carryOut(doubted, 'force-inconsistent')
    await platform.carryOut(doubted, 'force-successful')
  }
  if (life.outcome !== 'SUCCESSFUL') await platform.carryOut(doubted, 'force-inconsistent')
  if (life.outcome === 'FAILED') await platform.carryOut(doubted, 'force-failed')
  await expectOneSet(life, id, moved)
}

const usual: Life = {
  taking: 'AT_ONCE',
  billTo: 'MERCHANT',
  mode: 'ADDED',
  vat: 'EXCLUSIVE',
  reopened: 0,
  outcome: 'SUCCESSFUL',
}

describe('the fees of a payment', () => {
  it.each(takings)('are in the books once: %s', async (taking) => {
    await expect(expectFeesOnce({ ...usual, taking })).resolves.toBeUndefined()
  })

  it.each(['AT_ONCE', 'BY_HAND', 'PAYOUT'] as const)(
    'are in the books once when it was opened again and again: %s',
    async (taking) => {
      await expect(expectFeesOnce({ ...usual, taking, reopened: 2 })).resolves.toBeUndefined()
    },
  )

  it.each(['AT_ONCE', 'BY_HAND', 'PAYOUT'] as const)(
    'are not in the books when it turns out to have failed: %s',
    async (taking) => {
      await expect(
        expectFeesOnce({ ...usual, taking, reopened: 1, outcome: 'FAILED' }),
      ).resolves.toBeUndefined()
    },
  )

  it(
    'are in the books once, whatever happened',
    async () => {
      const anyLife = fc.record({
        taking: fc.constantFrom(...takings),
        billTo: fc.constantFrom(...bearers),
        mode: fc.constantFrom(...modes),
        vat: fc.constantFrom(...taxes),
        reopened: fc.nat({ max: 2 }),
        outcome: fc.constantFrom('SUCCESSFUL', 'FAILED', 'INCONSISTENT'),
      })
      await fc.assert(fc.asyncProperty(anyLife, expectFeesOnce), { numRuns: runs, endOnFailure: true })
    },
    longRunLimitMs,
  )

  describe('charged by the PSP for a reservation', () => {
    const reserve = () =>
      platform.pay({
        userId: userOf({ ...usual, taking: 'BY_HAND' }, ++payments % usersPerKind),
        amount: { amount: '100.00', currency: 'EUR' },
        authType: 'PRE_AUTH',
      })
    const expectShownAsBooked = async (id: number, minor: bigint) =>
      expect([await shownFee(id), await bookedFee(id)]).toEqual([minor, minor])

    it('are expected until it is captured, also when somebody doubted it', async () => {
      const id = await reserve()
      const expected = await shownFee(id)
      expect(expected).toBeGreaterThan(0n)
      for (const decision of ['force-failed', 'force-successful'] as const) {
        await platform.carryOut(id, 'force-inconsistent')
        await platform.carryOut(id, decision)
      }
      expect(await shownFee(id)).toBe(expected)
      await captureAll(id, [undefined])
      await expectShownAsBooked(id, expected)
    })

    it('are none where it was voided', async () => {
      const id = await reserve()
      await platform.carryOut(id, 'void')
      expect([await shownFee(id), await bookedFee(id)]).toEqual([0n, 0n])
    })

    it('are those of the captures that happened, in the list and in files too', async () => {
      const id = await reserve()
      await captureAll(id, ['33.33', '10.00', '20.00'])
      await expectShownAsBooked(id, costOf([3333n, 1000n, 2000n]))
      const [first] = await platform.children(id)
      await platform.carryOut(first?.id ?? 0, 'force-inconsistent')
      await platform.carryOut(first?.id ?? 0, 'force-failed')
      await expectShownAsBooked(id, costOf([1000n, 2000n]))
      expect(await shownFee(first?.id ?? 0)).toBe(0n)
      const of = `merchantId=${merchantId}&id=${id}`
      const fee = { amount: '0.80', currency: 'EUR' }
      expect((await platform.staff.get(`/transaction?${of}`)).body.items).toMatchObject([{ pspFee: fee }])
      const file = await platform.staff.get(`/transaction/export?${of}&format=json&columns=id,pspFee`)
      expect(JSON.stringify(file.body)).toContain(JSON.stringify(fee))
    })
  })

  it('are all that the check of the books expects', async () => {
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})
