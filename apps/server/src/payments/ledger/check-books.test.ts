import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { movementBooked, movementHeld } from '@signalbox/model/ledger/movement'
import { merchantFeeCharged, pspFeeAccrued } from '@signalbox/model/ledger/postings'
import { movementFor } from '@signalbox/model/ledger/testing/movement-for'
import { isSuccessful } from '@signalbox/model/reference/status-codes'
import { transaction } from '../../kit/transaction.ts'
import { unresolvedAlerts } from '../../setup/alert/store.ts'
import { checkBooksJob } from './check-books.ts'
import { journalOf, post, reverse } from './ledger.ts'
import { countOpenFindings } from './read-model.ts'
import { sealDays } from './seal-days.ts'
import { dropConstraint } from './testing/drop-constraint.ts'
import { insertTransaction, inSameCurrency } from './testing/ledger-payments.ts'
import {
  brand,
  check,
  closeLedger,
  day,
  deps,
  draft,
  emptyBooks,
  eur,
  kit,
  nextId,
  now,
  owner,
  put,
  startLedger,
  unguarded,
} from './testing/ledger-books.ts'

beforeAll(startLedger)
afterAll(closeLedger)
afterEach(emptyBooks)

describe('the check', () => {
  const money = inSameCurrency({
    direction: 'DEPOSIT',
    psp: 'acmecards',
    pspAccount: '3DS',
    wallet: eur(10_000n),
    fee: eur(50n),
    vat: eur(0n),
    billTo: 'USER',
  })
  const deposit = async (statusNo: number, isBooked = true) => {
    const id = nextId()
    const { wallet, pspAmount } = money
    await insertTransaction(kit.db, brand, { id, method: 'DEPOSIT', statusNo, wallet, pspAmount })
    const lines = movementBooked(movementFor(money))
    const sourceId = String(id)
    if (isBooked)
      await put(draft({ sourceType: 'TRANSACTION', eventType: 'DEPOSIT_SUCCESS', sourceId, lines }))
    return id
  }
  const found = async () => [...new Set((await check()).map(({ invariant }) => invariant))]
  const tamper = (statement: string) => unguarded(() => owner.query(statement))

  it('finds a line that was changed', async () => {
    await deposit(0)
    await tamper(`update posting set credit = credit + 1 where account like 'USER_FUNDS%'`)
    expect(await found()).toEqual(['I1', 'I2', 'I3'])
  })

  it('finds a text that was changed, and an entry that is gone', async () => {
    await deposit(0)
    await tamper(`update journal_entry set description = 'something else'`)
    expect(await found()).toEqual(['I2'])
    await tamper(`truncate posting, journal_entry`)
    expect(await found()).toEqual(['I3', 'I5', 'I8'])
  })

  it('finds a wrong balance', async () => {
    await deposit(0)
    await sql`update account_balance set debit_total = debit_total + 1 where account like 'PSP%'`.execute(
      kit.db,
    )
    expect(await found()).toEqual(['I3', 'I4'])
  })

  it('finds a success that was not booked, and a failure that was', async () => {
    await deposit(0, false)
    expect(await found()).toEqual(['I5', 'I8'])
    await sql`delete from transaction`.execute(kit.db)
    await deposit(506)
    expect(await found()).toEqual(['I5', 'I8'])
  })

  it('finds a success booked twice', async () => {
    const id = await deposit(0)
    const lines = movementBooked(movementFor(money))
    await put(
      draft({ sourceType: 'TRANSACTION', eventType: 'DEPOSIT_SUCCESS', sourceId: String(id), seq: 1, lines }),
    )
    expect(await found()).toEqual(['I5', 'I8'])
  })

  describe('finds fees', () => {
    const cost = pspFeeAccrued('acmecards', eur(162n))
    const charge = merchantFeeCharged(eur(500n), eur(125n))
    const bookFee = (id: number, eventType: 'PSP_FEE' | 'MERCHANT_FEE', seq = 0) => {
      const lines = eventType === 'PSP_FEE' ? cost : charge
      return put(draft({ sourceType: 'TRANSACTION', sourceId: String(id), eventType, seq, lines }))
    }
    const withFees = async (statusNo: number) => {
      const id = await deposit(statusNo, isSuccessful(statusNo))
      await sql`update transaction set psp_fee_minor = 162, psp_fee_currency = 'EUR', fee_bill_to = 'MERCHANT',
        fee_minor = 500, vat_minor = 125 where id = ${id}`.execute(kit.db)
      return id
    }

    it.each(['PSP_FEE', 'MERCHANT_FEE'] as const)('of a success twice or not at all: %s', async (event) => {
      const id = await withFees(0)
      await bookFee(id, event === 'PSP_FEE' ? 'MERCHANT_FEE' : 'PSP_FEE')
      expect(await found()).toEqual(['I5'])
      await bookFee(id, event)
      expect(await found()).toEqual([])
      await bookFee(id, event, 1)
      expect(await found()).toEqual(['I5'])
      const again = (await journalOf(kit.db, brand, 'TRANSACTION', String(id))).at(-1)
      if (!again) throw new Error('The entry is missing')
      await transaction(kit.db, (tx) =>
        reverse(tx, again, { valueDate: day, description: 'Twice', createdBy: 'tester' }, deps()),
      )
      expect(await found()).toEqual([])
    })

    it.each(['PSP_FEE', 'MERCHANT_FEE'] as const)('of what failed or is unclear: %s', async (event) => {
      await bookFee(await withFees(506), event)
      expect(await found()).toEqual(['I5'])
      await sql`update transaction set status_no = 404`.execute(kit.db)
      expect(await found()).toEqual(['I5'])
    })
  })

  it('finds books of a payment that does not exist', async () => {
    const lines = movementBooked(movementFor(money))
    await put(draft({ sourceType: 'TRANSACTION', eventType: 'DEPOSIT_SUCCESS', lines }))
    expect(await found()).toEqual(['I5'])
  })

  it('finds a reserve nobody waits for', async () => {
    const id = nextId()
    const { wallet, pspAmount } = money
    await insertTransaction(kit.db, brand, { id, method: 'WITHDRAWAL', statusNo: 200, wallet, pspAmount })
    const sourceId = String(id)
    await put(draft({ sourceType: 'TRANSACTION', eventType: 'WITHDRAWAL_RESERVED', sourceId }))
    expect(await found()).toEqual(['I6'])
  })

  it('finds money in suspense that nobody has a case about any more', async () => {
    const id = nextId()
    const { wallet, pspAmount } = money
    await insertTransaction(kit.db, brand, { id, method: 'DEPOSIT', statusNo: 402, wallet, pspAmount })
    const [sourceId, lines] = [String(id), movementHeld(movementFor(money))]
    await put(draft({ sourceType: 'TRANSACTION', eventType: 'SUSPENSE_HELD', sourceId, lines }))
    expect(await found()).toEqual(['I7'])
    await sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, cause, due_at, opened_at,
        updated_at, updated_by)
      values (${brand}, ${kit.deps.newId()}, ${id}, 'INCONSISTENT', 'OPEN', 'LOW', 'Unclear', ${now}, ${now}, ${now},
        'system')`.execute(kit.db)
    expect(await found()).toEqual([])
  })

  it('finds more that went back than was captured, and totals that are not what the children moved', async () => {
    const id = await deposit(0)
    const totals = (refunded: number, captured: number) =>
      sql`update transaction set refunded_minor = ${refunded}, authorized_minor = ${captured},
        captured_minor = ${captured}, psp_captured_minor = 10050 where id = ${id}`.execute(kit.db)
    const refundOf = async (minor: bigint) => {
      const child = nextId()
      const part = eur(minor)
      await insertTransaction(kit.db, brand, {
        id: child,
        method: 'REFUND',
        statusNo: 0,
        wallet: part,
        pspAmount: part,
      })
      await sql`update transaction set origin_tx_id = ${id} where id = ${child}`.execute(kit.db)
      const lines = movementBooked(
        movementFor({ ...money, wallet: part, pspAmount: part }, { method: 'REFUND' }),
      )
      const sourceId = String(child)
      await put(draft({ sourceType: 'TRANSACTION', eventType: 'REFUND', sourceId, lines }))
    }
    await refundOf(6000n)
    await totals(6000, 10_000)
    expect(await found()).toEqual([])
    await totals(5999, 10_000)
    expect(await found()).toEqual(['I10'])
    await refundOf(6000n)
    await expect(totals(12_000, 10_000)).rejects.toThrow('transaction_check')
    const chargeback = sql`update transaction set chargeback_minor = 4002 where id = ${id}`
    await expect(chargeback.execute(kit.db)).rejects.toThrow('transaction_returned_at_most_captured')
    await totals(12_000, 12_000)
    expect(await found()).toEqual(['I10'])
  })

  it('finds what was posted into a closed period', async () => {
    await put(draft())
    await sql`insert into ledger_period (merchant_id, first_day, last_day, state, closed_at)
      values (${brand}, '2026-02-01', '2026-02-28', 'CLOSED', ${new Date(now.getTime() - 1)})`.execute(kit.db)
    expect(await found()).toEqual(['I9'])
  })

  it('finds a payment with a next step that nobody will ever take, which the database lets nobody write', async () => {
    const id = await deposit(0)
    const forget = () => owner.query('update transaction set lease_until = null')
    await expect(forget()).rejects.toThrow('transaction_has_runner')
    await withoutConstraint(async () => {
      await forget()
      expect(await check()).toEqual([
        { invariant: 'I11', subject: String(id), detail: '0: nobody will ever take the step submit' },
      ])
    })
  })

  /** Whatever the database lets nobody write, the check looks for it all the same. */
  const withoutConstraint = async (body: () => Promise<unknown>) => {
    const restore = await dropConstraint(owner, 'transaction_has_runner')
    await body()
    await owner.query('update transaction set lease_until = now() where next_step is not null')
    await restore()
  }

  it('finds payments that are not over and wait for nobody', async () => {
    const openNumbers = [100, 200, 250, 303, 351, 400]
    const ids = new Map<number, number>()
    for (const statusNo of openNumbers) ids.set(statusNo, await deposit(statusNo, false))
    await sql`update transaction set next_step = null, lease_until = null`.execute(kit.db)
    const subjects = async () => (await check()).map(({ subject }) => Number(subject)).toSorted()
    const without = (...numbers: number[]) =>
      openNumbers.filter((no) => !numbers.includes(no)).map((no) => ids.get(no))
    expect(await found()).toEqual(['I11'])
    expect(await subjects()).toEqual(without(351))
    await sql`update transaction set expires_at = ${now}`.execute(kit.db)
    expect(await subjects()).toEqual(without(100, 303, 351))
    await sql`update transaction set expires_at = null, poll_at = ${now}`.execute(kit.db)
    expect(await subjects()).toEqual(without(303, 351))
    await sql`insert into investigation_case (merchant_id, id, tx_id, type, state, severity, cause, due_at, opened_at,
        updated_at, updated_by)
      values (${brand}, ${kit.deps.newId()}, ${ids.get(400)}, 'INCONSISTENT', 'OPEN', 'LOW', 'Unclear', ${now}, ${now},
        ${now}, 'system')`.execute(kit.db)
    expect(await subjects()).toEqual(without(303, 351, 400))
    await sql`update investigation_case set state = 'RESOLVED', resolved_at = ${now}`.execute(kit.db)
    expect(await subjects()).toEqual(without(303, 351))
    expect(await checkBooksJob(kit.deps).run({ now, signal: new AbortController().signal })).toBe(
      `Merchants checked: 1, ${brand}: I11 4`,
    )
  })

  it('finds what is tried without end', async () => {
    const id = await deposit(0)
    const set = (changes: ReturnType<typeof sql>) =>
      sql`update transaction set ${changes} where id = ${id}`.execute(kit.db)
    await set(sql`status_no = 4, authorized_minor = 10000, capture_due_at = null`)
    expect((await check()).filter(({ invariant }) => invariant === 'I11')).toMatchObject([
      { subject: String(id) },
    ])
    const found12 = async () => (await check()).filter(({ invariant }) => invariant === 'I12').length
    await set(sql`capture_due_at = now() - interval '20 hours'`)
    expect(await found12()).toBe(0)
    await set(sql`capture_due_at = now() - interval '25 hours'`)
    expect(await found12()).toBe(1)
    await set(sql`capturing_minor = 1`)
    expect(await found12()).toBe(0)
    await set(
      sql`next_step = 'transfer', lease_until = now(), step_state = jsonb_build_object('transferTries', 15)`,
    )
    expect(await found12()).toBe(0)
    await set(sql`step_state = jsonb_build_object('cancelTries', 16)`)
    expect(await found12()).toBe(1)
    await set(sql`next_step = null, lease_until = null, capture_due_at = null, attempt_count = 16`)
    expect(await found12()).toBe(1)
    await set(sql`attempt_count = 1`)
    for (let tried = 0; tried < 16; tried++) {
      expect(await found12()).toBe(0)
      const child = nextId()
      await insertTransaction(kit.db, brand, {
        id: child,
        method: 'CAPTURE',
        statusNo: 512,
        wallet: eur(1n),
        pspAmount: eur(1n),
      })
      await sql`update transaction set origin_tx_id = ${id}, api_source = 'BATCH' where id = ${child}`.execute(
        kit.db,
      )
    }
    expect(await found12()).toBe(1)
  })

  it('finds entries taken out of a sealed day or slipped into one', async () => {
    await put(draft())
    const victim = draft()
    await put(victim)
    const job = sealDays(kit.deps)
    const run = (at: string) => job.run({ now: new Date(at), signal: new AbortController().signal })
    expect(await run('2026-02-03T23:59:59Z')).toBe('Days sealed: 0')
    expect(await run('2026-02-04T00:20:00Z')).toBe('Days sealed: 1')
    expect(await run('2026-02-04T00:20:00Z')).toBe('Days sealed: 0')
    await transaction(kit.db, (tx) => post(tx, draft(), { ...deps(), now: new Date('2026-02-05T10:00:00Z') }))
    expect(await run('2026-02-06T00:20:00Z')).toBe('Days sealed: 1')
    expect(await check()).toEqual([])
    const slipped = draft()
    await put(slipped)
    expect(await found()).toEqual(['I2'])
    const remove = (sourceId: string) =>
      tamper(`delete from posting where entry_id in (select id from journal_entry where source_id = '${sourceId}');
        delete from journal_entry where source_id = '${sourceId}';
        delete from account_balance;
        insert into account_balance select merchant_id, account, 0, sum(debit), sum(credit), 1 from posting group by 1, 2`)
    await remove(slipped.sourceId)
    expect(await check()).toEqual([])
    await remove(victim.sourceId)
    expect(await check()).toMatchObject([
      { invariant: 'I2', subject: day, detail: 'sealed with 2 entries, has 1' },
    ])
  })

  it('raises an alert once and takes it back when things are right again', async () => {
    const id = await deposit(0)
    const job = checkBooksJob(kit.deps)
    const run = () => job.run({ now, signal: new AbortController().signal })
    const audited = async () => {
      const { rows } = await sql<{ entityId: string }>`
        select entity_id from audit_entry where action = 'LEDGER_FINDING' and entity_id = ${String(id)}
          order by seq`.execute(kit.db)
      return rows.map((row) => row.entityId)
    }
    expect(await run()).toBe('Merchants checked: 1')
    await sql`update transaction set status_no = 506`.execute(kit.db)
    expect(await run()).toBe(`Merchants checked: 1, ${brand}: I5 4 I8 1`)
    await run()
    expect(await audited()).toEqual([String(id), String(id)])
    expect(await countOpenFindings(kit.db, [brand])).toBe(2)
    expect(await unresolvedAlerts(kit.db, [brand])).toMatchObject([{ source: 'LEDGER', times: 2 }])
    expect(await countOpenFindings(kit.db, [100010002])).toBe(0)
    await sql`update transaction set status_no = 0`.execute(kit.db)
    expect(await run()).toBe('Merchants checked: 1')
    expect(await countOpenFindings(kit.db, [brand])).toBe(0)
    expect(await unresolvedAlerts(kit.db, [brand])).toEqual([])
  })
})
