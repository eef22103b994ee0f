import type { OperationName } from '@signalbox/model/payments/operations'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { captureDue } from './jobs/capture-due.ts'
import { sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'
import { behaviourOf, type PspBehaviourName } from './testing/walk-psp.ts'

const minute = 60_000
const day = 24 * 60 * minute
const captureMs = [minute, 5 * minute, 30 * minute]

let platform: ScriptedPlatform
beforeAll(async () => {
  platform = await scriptedPlatform({ captureMs }, async (fresh) => {
    const publish = await rulePublisher(fresh)
    const automatic = { action: 'CAPTURE', captureMethod: 'AUTOMATIC' }
    await publish(
      'void-capture',
      { conditions: onlyFor('late_1'), outputs: { ...automatic, beforeExpiryHours: 24 } },
      {
        conditions: onlyFor('late_2'),
        outputs: { ...automatic, delay: 10_000, unit: 'HOUR', beforeExpiryHours: 100 },
      },
    )
  })
})
afterAll(() => platform.close())
afterEach(() => {
  platform.services.followUps(() => undefined)
  platform.clock.now = null
})

const machine = () => platform.app.payments.machine
const capturesAre = (name: PspBehaviourName) =>
  platform.services.followUps((_op, { amount }) => behaviourOf(name).submitted(amount))

/** Reserved, and captured by itself as soon as the job looks. */
async function reserved(amount = '10.00'): Promise<number> {
  const id = await platform.pay({ authType: 'PRE_AUTH', amount: { amount, currency: 'EUR' } })
  expect(await platform.row(id)).toMatchObject({ statusNo: 4, authorizedAmountMinor: 1000n })
  return id
}

/** The job goes on as it does all day. Afterwards it is now again: nobody stays signed in for days. */
async function daysPass(days: number): Promise<void> {
  for (let passed = 0; passed < days * day; passed += 2 * 60 * minute) {
    platform.pass(2 * 60 * minute)
    await captureDue(machine())
  }
  platform.clock.now = null
}

const openCases = async (id: number) =>
  (await platform.cases(id)).filter(({ state }) => state !== 'RESOLVED').map(({ type }) => type)

describe('an automatic capture', () => {
  it('that the PSP refuses is a case, and ends when it is captured by hand', async () => {
    const id = await reserved()
    capturesAre('declines')
    await captureDue(machine())
    expect(await platform.row(id)).toMatchObject({ statusNo: 3, captureDueAt: null, capturedAmountMinor: 0n })
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
    await daysPass(1)
    expect(await platform.children(id)).toHaveLength(1)

    expect(await platform.offers(id)).toEqual(expect.arrayContaining(['capture', 'void']))
    platform.services.followUps(() => undefined)
    await platform.carryOut(id, 'capture')
    expect(await platform.row(id)).toMatchObject({ statusNo: 6, capturedAmountMinor: 1000n })
    expect(await platform.cases(id)).toMatchObject([{ state: 'RESOLVED', resolution: 'CAPTURED' }])
  })

  it('that the PSP refuses ends when it is voided', async () => {
    const id = await reserved()
    capturesAre('declines')
    await captureDue(machine())
    platform.services.followUps(() => undefined)
    await platform.carryOut(id, 'void')
    expect(await platform.row(id)).toMatchObject({ statusNo: 3, voidedAmountMinor: 1000n })
    expect(await platform.cases(id)).toMatchObject([{ state: 'RESOLVED', resolution: 'VOIDED' }])
  })

  it('of a PSP that is away is tried again after growing pauses, then it is a case', async () => {
    const id = await reserved()
    capturesAre('isAway')
    await captureDue(machine())
    const begun: number[] = []
    for (const pause of captureMs) {
      expect(await openCases(id)).toEqual([])
      const { captureDueAt, statusNo } = await platform.row(id)
      expect(statusNo).toBe(4)
      begun.push((await platform.children(id)).length)
      const [last] = (await platform.children(id)).slice(-1)
      expect(Date.parse(captureDueAt ?? '') - Date.parse(last?.completedAt ?? '')).toBe(pause)
      platform.clock.now = new Date(Date.parse(captureDueAt ?? '') - 1)
      await captureDue(machine())
      expect(await platform.children(id)).toHaveLength(begun.length)
      platform.pass(1)
      await captureDue(machine())
    }
    expect(begun).toEqual([1, 2, 3])
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
    await daysPass(2)
    expect(await platform.children(id)).toHaveLength(4)
    expect(await platform.row(id)).toMatchObject({ statusNo: 3, captureDueAt: null })
  })

  it('of a PSP that was away for a moment is made, and nobody hears of it', async () => {
    const id = await reserved()
    capturesAre('isAway')
    await captureDue(machine())
    platform.services.followUps(() => undefined)
    platform.pass(minute + 1_000)
    await captureDue(machine())
    expect(await platform.row(id)).toMatchObject({
      statusNo: 5,
      capturedAmountMinor: 1000n,
      captureDueAt: null,
    })
    expect(await platform.cases(id)).toEqual([])
  })

  it('that the platform itself refuses is not tried for ever', async () => {
    const id = await reserved()
    await sql`update transaction set psp = 'gone' where id = ${id}`.execute(platform.db)
    await captureDue(machine())
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
    expect(await platform.row(id)).toMatchObject({ statusNo: 3, captureDueAt: null })
    expect(await captureDue(machine())).toBe(0)
  })

  it('that somebody decided has failed can be made again', async () => {
    const id = await reserved()
    capturesAre('hearsNothing')
    await captureDue(machine())
    const [child] = await platform.children(id)
    expect(child?.statusNo).toBe(400)
    await daysPass(1)
    expect(await platform.children(id)).toHaveLength(1)
    await platform.carryOut(child?.id ?? 0, 'force-failed')
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
    platform.services.followUps(() => undefined)
    await platform.carryOut(id, 'capture')
    expect(await platform.row(id)).toMatchObject({ statusNo: 6, capturedAmountMinor: 1000n })
    expect(await openCases(id)).toEqual([])
  })

  it('comes after one by hand that failed', async () => {
    const id = await reserved()
    capturesAre('declines')
    await platform.carryOut(id, 'capture')
    expect(await platform.row(id)).toMatchObject({ statusNo: 4 })
    platform.services.followUps(() => undefined)
    await captureDue(machine())
    expect(await platform.row(id)).toMatchObject({ statusNo: 5, capturedAmountMinor: 1000n })
  })
})

describe('a reservation', () => {
  const hours = 60 * minute
  const until = async (id: number) => (await platform.row(id)).captureUntil ?? ''

  it.each([
    ['without a delay so long before it ends', 'late_1', (end: number) => end - 24 * hours],
    ['after a delay, no later than so long before it ends', 'late_2', (end: number) => end - 100 * hours],
  ])('is captured %s', async (_when, userId, due) => {
    const id = await platform.pay({ userId, authType: 'PRE_AUTH' })
    const { captureDueAt, authorizedAt, statusNo } = await platform.row(id)
    const end = Date.parse(authorizedAt ?? '') + 30 * day
    expect([statusNo, Date.parse(captureDueAt ?? '')]).toEqual([4, due(end)])
    const { body } = await platform.staff.get(`/transaction/${id}?merchantId=${merchantId}`)
    expect(Date.parse(body.captureUntil)).toBe(end)
  })

  const ends = (id: number) =>
    sql`update transaction set capture_until = now() - interval '1 minute' where id = ${id}`.execute(
      platform.db,
    )

  it('that has ended is not captured by hand, and not offered to be; it is voided', async () => {
    const id = await reserved()
    expect(await until(id)).not.toBe('')
    expect(await platform.offers(id)).toContain('capture')
    await ends(id)
    expect(await platform.offers(id)).not.toContain('capture')
    expect((await platform.operate(id, 'capture')).status).toBe(409)
    expect(await platform.children(id)).toEqual([])
    await platform.carryOut(id, 'void')
  })

  it('that has ended is not captured by itself: it is a case', async () => {
    const id = await reserved()
    await ends(id)
    await captureDue(machine())
    expect(await platform.children(id)).toEqual([])
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
    await platform.carryOut(id, 'void')
    expect(await openCases(id)).toEqual([])
  })
})

describe('a capture', () => {
  it('opened again and forced failed leaves its amount to be captured again', async () => {
    const id = await reserved()
    await captureDue(machine())
    const [child] = await platform.children(id)
    await platform.carryOut(child?.id ?? 0, 'force-inconsistent')
    expect(await platform.row(id)).toMatchObject({ statusNo: 3, capturedAmountMinor: 0n })
    expect((await platform.operate(id, 'capture')).status).toBe(409)
    expect((await platform.operate(id, 'void')).status).toBe(409)
    await platform.carryOut(child?.id ?? 0, 'force-failed')
    await platform.carryOut(id, 'capture')
    expect(await platform.row(id)).toMatchObject({ statusNo: 6, capturedAmountMinor: 1000n })
  })

  it('follows a void that turned out to have failed', async () => {
    const id = await reserved()
    await platform.carryOut(id, 'void')
    const [child] = await platform.children(id)
    expect((await platform.operate(id, 'capture')).status).toBe(409)
    await platform.carryOut(child?.id ?? 0, 'force-inconsistent')
    expect((await platform.operate(id, 'capture')).status).toBe(409)
    await platform.carryOut(child?.id ?? 0, 'force-failed')
    await platform.carryOut(id, 'capture')
    expect(await platform.row(id)).toMatchObject({
      statusNo: 6,
      capturedAmountMinor: 1000n,
      voidedAmountMinor: 0n,
    })
  })

  it('opened again and forced successful is captured as before', async () => {
    const id = await reserved()
    await captureDue(machine())
    const [child] = await platform.children(id)
    await platform.carryOut(child?.id ?? 0, 'force-inconsistent')
    await platform.carryOut(child?.id ?? 0, 'force-successful')
    expect(await platform.row(id)).toMatchObject({ statusNo: 5, capturedAmountMinor: 1000n })
  })

  it.each(['capture', 'void'] as const)('under way leaves nothing for a %s beside it', async (op) => {
    const id = await reserved()
    capturesAre('approvesLater')
    await platform.carryOut(id, 'capture')
    const [child] = await platform.children(id)
    expect(child?.statusNo).toBe(303)
    expect(await platform.offers(id)).not.toContain(op)
    expect((await platform.operate(id, op)).status).toBe(409)
    await platform.carryOut(child?.id ?? 0, 'force-failed')
    platform.services.followUps(() => undefined)
    await platform.carryOut(id, op)
  })

  it('that turns out to be made after another one took the money cannot be made twice', async () => {
    const id = await reserved()
    capturesAre('approvesInSilence')
    await captureDue(machine())
    const [first] = await platform.children(id)
    await platform.carryOut(first?.id ?? 0, 'force-failed')
    platform.services.followUps(() => undefined)
    await platform.carryOut(id, 'capture')
    const again = await platform.operate(first?.id ?? 0, 'force-inconsistent')
    expect(again.status, again.text).toBe(409)
  })
})

describe('after all of that', () => {
  it('the books are right', async () => {
    platform.clock.now = new Date(Date.now() + day)
    await sweep(machine())
    expect(await checkBooks(platform.db, merchantId)).toEqual([])
  })
})

/** Something that keeps a PSP from taking what follows a payment, what is said of it, and how it is over. */
interface Obstacle {
  readonly ops: readonly FollowUp[]
  readonly says: RegExp
  readonly begin: (psp: string) => Promise<unknown>
  readonly end: (psp: string) => Promise<unknown>
}
type FollowUp = 'capture' | 'void' | 'refund'
const followUps: readonly FollowUp[] = ['capture', 'void', 'refund']

const windowId = '01a1eb2e-0000-7000-8000-000000000001'
const openWindow = (psp: string, kind: 'FIXED' | 'HALF_OPEN') =>
  sql`insert into maintenance (merchant_id, id, title, psp, method, kind, probe_every, probe_unit, start_at,
      excluded_user_ids, source, created_at, updated_at, updated_by)
    values (${merchantId}, ${windowId}, 'New machines', ${psp}, 'BOTH', ${kind}, ${kind === 'FIXED' ? null : 1},
      ${kind === 'FIXED' ? null : 'MINUTE'}, now() - interval '1 hour', '{}', 'MANUAL', now(), now(), 'test')`.execute(
    platform.db,
  )
const endWindow = () => sql`delete from maintenance where id = ${windowId}`.execute(platform.db)

async function duringWindow<T>(psp: string, kind: 'FIXED' | 'HALF_OPEN', run: () => Promise<T>): Promise<T> {
  await openWindow(psp, kind)
  try {
    return await run()
  } finally {
    await endWindow()
  }
}

const setPsp = (change: RawBuilder<unknown>) => (psp: string) =>
  sql`update psp set ${change}, version = version + 1 where psp = ${psp}`.execute(platform.db)
const setConfig = (change: RawBuilder<unknown>) => (psp: string) =>
  sql`update config set ${change}, version = version + 1 where type = 'ProviderConfig' and provider = ${psp}`.execute(
    platform.db,
  )

const obstacles: Readonly<Record<string, Obstacle>> = {
  'is under maintenance': {
    ops: followUps,
    says: / is under maintenance: New machines\.$/,
    begin: (psp) => openWindow(psp, 'FIXED'),
    end: endWindow,
  },
  'has an unknown connector': {
    ops: followUps,
    says: / has an unknown connector: gone\.$/,
    begin: setPsp(sql`connector = 'gone'`),
    end: setPsp(sql`connector = psp`),
  },
  'is switched off for the merchant': {
    ops: followUps,
    says: / is no longer configured\.$/,
    begin: setConfig(sql`enabled = false`),
    end: setConfig(sql`enabled = true`),
  },
  'neither voids nor refunds': {
    ops: ['void', 'refund'],
    says: / does not support (voids|refunds)\.$/,
    begin: setPsp(sql`capabilities = array_remove(array_remove(capabilities, 'VOID'), 'REFUND')`),
    end: setPsp(sql`capabilities = capabilities || '{VOID,REFUND}'`),
  },
  'gives nothing back so late': {
    ops: ['refund'],
    says: / only refunds within 0 days\.$/,
    begin: setPsp(sql`refund_window_days = 0`),
    end: setPsp(sql`refund_window_days = 365`),
  },
}

/** What is offered, which is the same on the page of a payment and in the list. */
async function offersOf(id: number): Promise<OperationName[]> {
  const { body } = await platform.staff.get(`/transaction?merchantId=${merchantId}&id=${id}`)
  const [listed] = body.items as { allowedOps: OperationName[] }[]
  const offered = await platform.offers(id)
  expect(listed?.allowedOps).toEqual(offered)
  return offered
}

describe('where the PSP', () => {
  const asked = (offered: readonly OperationName[]) =>
    offered.filter((op) => followUps.includes(op as FollowUp))

  it.each(Object.entries(obstacles))(
    '%s, what follows a payment is neither offered nor begun',
    async (_name, { ops, says, begin, end }) => {
      for (const authType of ['PRE_AUTH', 'FINAL_AUTH']) {
        const id = await platform.pay({ authType })
        const before = await platform.row(id)
        const possible = asked(await offersOf(id))
        expect(possible).toEqual(authType === 'PRE_AUTH' ? ['capture', 'void'] : ['refund'])
        await begin(before.psp ?? '')
        try {
          expect(asked(await offersOf(id))).toEqual(possible.filter((op) => !ops.includes(op as FollowUp)))
          for (const op of possible.filter((each) => ops.includes(each as FollowUp))) {
            const { status, body } = await platform.operate(id, op)
            expect([op, status, body.message]).toEqual([op, 409, expect.stringMatching(says)])
          }
          expect(await platform.children(id)).toEqual([])
          expect((await platform.row(id)).version).toBe(before.version)
        } finally {
          await end(before.psp ?? '')
        }
        expect(asked(await offersOf(id))).toEqual(possible)
      }
    },
  )

  it('comes back and lets single payments through, all is offered', async () => {
    const id = await platform.pay({ authType: 'PRE_AUTH' })
    const { psp } = await platform.row(id)
    const offered = await duringWindow(psp ?? '', 'HALF_OPEN', () => offersOf(id))
    expect(asked(offered)).toEqual(['capture', 'void'])
  })

  it('is under maintenance, nothing that is offered is refused for it, whatever it is', async () => {
    const paid = (name: PspBehaviourName) => () => {
      platform.services.answer(({ amount }) => behaviourOf(name).submitted(amount))
      return platform.pay()
    }
    const states = [
      () => platform.pay({ authType: 'PRE_AUTH' }),
      () => platform.pay({ authType: 'FINAL_AUTH' }),
      paid('hearsNothing'),
      paid('declines'),
    ]
    const tried = new Set<OperationName>()
    const refused: string[] = []
    for (const make of states) {
      const first = await make()
      const psp = (await platform.row(first)).psp ?? ''
      const offered = await duringWindow(psp, 'FIXED', () => offersOf(first))
      for (const op of offered.filter((each) => !tried.has(each))) {
        tried.add(op)
        const id = await make()
        const amount = op === 'repeat' ? { amount: { amount: '1.00', currency: 'EUR' } } : {}
        const { text } = await duringWindow(psp, 'FIXED', () => platform.operate(id, op, amount))
        if (text.includes('maintenance')) refused.push(`${op}: ${text}`)
      }
    }
    expect(tried.size).toBeGreaterThan(8)
    expect(refused).toEqual([])
  }, 120_000)
})
