import { randomUUID } from 'node:crypto'
import type { OperationName } from '@signalbox/model/payments/operations'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../kit/audit.ts'
import { perform } from '../kit/unit-of-work.ts'
import { approveDespite } from './approvals/approvals.ts'
import { captureDue } from './jobs/capture-due.ts'
import { approveDue, expireDue, pollDue, sweep } from './jobs/payment-work.ts'
import { checkBooks } from './ledger/invariants.ts'
import { inOwnName } from './core/operations/actor.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { runPaymentJobs } from './testing/run-payment-jobs.ts'
import { merchantId, scriptedPlatform, type ScriptedPlatform } from './testing/scripted-platform.ts'
import { behaviourOf, type PspBehaviourName } from './testing/walk-psp.ts'

const minute = 60_000
const day = 24 * 60 * minute
const captureMs = [minute, 5 * minute, 30 * minute]

/** Whose refunds somebody approves, or the clock; whose deposits somebody approves. */
const refunded = { person: ['waits_1', 'waits_2', 'waits_3'], clock: ['waits_4'] }
const approvedDepositors = ['waits_5', 'waits_6']

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
    const refund = { txType: { op: 'in', values: ['Refund'] } } as const
    await publish(
      'approval',
      {
        conditions: { ...onlyFor(...refunded.person), ...refund },
        outputs: { approvalMethod: 'MANUAL', levels: 'ONE' },
      },
      {
        conditions: { ...onlyFor(...refunded.clock), ...refund },
        outputs: { approvalMethod: 'AUTOMATIC', delay: 1, unit: 'MINUTE' },
      },
      { conditions: onlyFor(...approvedDepositors), outputs: { approvalMethod: 'MANUAL', levels: 'ONE' } },
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

  it('of a PSP that is under maintenance waits until that is over', async () => {
    const id = await reserved()
    const { psp } = await platform.row(id)
    await duringWindow(psp ?? '', 'FIXED', async () => {
      for (let hours = 0; hours < 3; hours++) {
        await captureDue(machine())
        platform.pass(60 * minute)
      }
    })
    expect(await platform.children(id)).toEqual([])
    expect(await openCases(id)).toEqual([])
    await captureDue(machine())
    expect(await platform.row(id)).toMatchObject({ statusNo: 5, capturedAmountMinor: 1000n })
  })

  it('of a PSP that was switched off fails for that, before the merchant is asked', async () => {
    const id = await reserved()
    const { psp } = await platform.row(id)
    const asked = callsOf('authorize')
    await whileIt(switchedOff, psp ?? '', () => captureDue(machine()))
    const [child] = await platform.children(id)
    expect(child?.statusNo).toBe(524)
    expect(callsOf('authorize')).toBe(asked)
    expect(await openCases(id)).toEqual(['CAPTURE_FAILED'])
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
async function offersOf(id: number, reader = platform.staff): Promise<OperationName[]> {
  const { body } = await reader.get(`/transaction?merchantId=${merchantId}&id=${id}`)
  const [listed] = body.items as { allowedOps: OperationName[] }[]
  const opened = await reader.get(`/transaction/${id}?merchantId=${merchantId}`)
  const { allowedOps } = opened.body as { allowedOps: OperationName[] }
  expect(listed?.allowedOps).toEqual(allowedOps)
  return allowedOps
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

const approver = inOwnName({ id: randomUUID(), name: 'approver', roles: ['ADMIN_APPROVER'] })
/** By somebody else than whoever began it. */
const approval = () => approveDespite(() => Promise.resolve([]), approver, { info: 'Known' })
const approve = (id: number) => machine().change({ merchantId, id }, systemActor, approval())
const switchedOff = 'is switched off for the merchant'
async function whileIt<T>(obstacle: string, psp: string, run: () => Promise<T>): Promise<T> {
  const { begin, end } = obstacles[obstacle] as Obstacle
  await begin(psp)
  try {
    return await run()
  } finally {
    await end(psp)
  }
}
const callsOf = (name: string) => platform.services.calls.filter((each) => each === name).length

describe('what waited while the PSP', () => {
  /** A refund that waits for approval, and its PSP. */
  async function waitingRefund(userId: string) {
    platform.services.answer(({ amount }) => behaviourOf('approves').submitted(amount))
    const id = await platform.pay({ userId })
    await platform.carryOut(id, 'refund')
    const [child] = await platform.children(id)
    expect(child?.completedAt).toBeNull()
    return { id: child?.id ?? 0, psp: child?.psp ?? '', statusNo: child?.statusNo }
  }

  it.each([
    ['is under maintenance', 'waits_1'],
    [switchedOff, 'waits_2'],
  ])('%s goes on waiting when somebody approves it', async (obstacle, userId) => {
    const { id, psp, statusNo } = await waitingRefund(userId)
    expect(statusNo).toBe(351)
    const { version } = await platform.row(id)
    const sent = callsOf('refund')
    // Whoever began it is not offered it in any case.
    const another = await platform.as('approver1')
    await whileIt(obstacle, psp, async () => {
      await expect(approve(id)).rejects.toThrow(obstacles[obstacle]?.says)
      expect(await offersOf(id, another)).not.toContain('approve')
    })
    expect(await platform.row(id)).toMatchObject({ statusNo: 351, version })
    expect(callsOf('refund')).toBe(sent)
    expect(await offersOf(id, another)).toContain('approve')
    expect(await approve(id)).toMatchObject({ statusNo: 0 })
  })

  it('is under maintenance goes on waiting when its clock has run out', async () => {
    const { id, psp, statusNo } = await waitingRefund(refunded.clock[0] ?? '')
    await duringWindow(psp, 'FIXED', async () => {
      platform.pass(2 * minute)
      await approveDue(machine())
    })
    const { info, ...row } = await platform.row(id)
    expect([row.statusNo, info]).toEqual([statusNo, expect.stringContaining('New machines')])
    platform.pass(6 * minute)
    await approveDue(machine())
    expect((await platform.row(id)).statusNo).toBe(0)
  })

  it.each([
    ['is under maintenance', 'waits_5', 512],
    [switchedOff, 'waits_6', 524],
  ])('%s is not sent there: a deposit may only be made elsewhere', async (obstacle, userId, statusNo) => {
    const id = await platform.pay({ userId })
    const { psp } = await platform.row(id)
    const sent: string[] = []
    platform.services.answer(({ amount, account }) => {
      sent.push(account.psp)
      return behaviourOf('approves').submitted(amount)
    })
    const row = await whileIt(obstacle, psp ?? '', () => approve(id))
    expect(sent).not.toContain(psp)
    expect(sent.length === 0 ? row?.statusNo : statusNo).toBe(statusNo)
  })

  it('was switched off a moment before it was sent fails for that', async () => {
    const { id, psp } = await waitingRefund('waits_3')
    const { begin, end } = obstacles[switchedOff] as Obstacle
    await perform(machine().deps.kit, systemActor, (unit) =>
      machine().changeLater(unit, { merchantId, id }, 'approver', approval()),
    )
    await begin(psp)
    await sweep(machine())
    await end(psp)
    expect((await platform.row(id)).statusNo).toBe(524)
  })
})

describe('a question to a PSP', () => {
  const asking: readonly OperationName[] = ['check', 'cancel', 'reprocess']
  const questions = (offered: readonly OperationName[]) => offered.filter((op) => asking.includes(op))
  const paid = (name: PspBehaviourName) => {
    platform.services.answer(({ amount }) => behaviourOf(name).submitted(amount))
    return platform.pay()
  }
  const states = { approvesLater: ['cancel', 'check'], hearsNothing: ['reprocess', 'check'] } as const
  const noQuery: Obstacle = {
    ops: [],
    says: / does not support status queries\.$/,
    begin: setPsp(sql`capabilities = array_remove(capabilities, 'STATUS_QUERY')`),
    end: setPsp(sql`capabilities = capabilities || '{STATUS_QUERY}'`),
  }
  const unasked: readonly (readonly [string, Obstacle, readonly OperationName[]])[] = [
    [switchedOff, obstacles[switchedOff] as Obstacle, ['check', 'cancel', 'reprocess']],
    ['has an unknown connector', obstacles['has an unknown connector'] as Obstacle, asking],
    ['is under maintenance', obstacles['is under maintenance'] as Obstacle, ['cancel', 'reprocess']],
    ['answers none', noQuery, ['check', 'reprocess']],
  ]

  it.each(unasked)('that %s is neither offered nor begun', async (_name, { says, begin, end }, ops) => {
    for (const name of ['approvesLater', 'hearsNothing'] as const) {
      const id = await paid(name)
      const before = await platform.row(id)
      expect(questions(await offersOf(id)).toSorted()).toEqual([...states[name]].toSorted())
      await begin(before.psp ?? '')
      try {
        const refused = states[name].filter((op) => ops.includes(op))
        expect(questions(await offersOf(id)).filter((op) => ops.includes(op))).toEqual([])
        for (const op of refused) {
          const { status, body } = await platform.operate(id, op)
          expect([name, op, status, body.message]).toEqual([name, op, 409, expect.stringMatching(says)])
        }
        expect((await platform.row(id)).version).toBe(before.version)
      } finally {
        await end(before.psp ?? '')
      }
    }
  })

  const lastNote = async (id: number) => {
    const { rows } = await sql<{ summary: string }>`select summary from tx_event where tx_id = ${id}
      order by seq desc limit 1`.execute(platform.db)
    return rows[0]?.summary
  }

  it.each([
    ['approvesLater', 'check', 303],
    ['approvesLater', 'cancel', 303],
    ['hearsNothing', 'check', 400],
    ['hearsNothing', 'reprocess', 400],
  ] as const)('that cannot be asked any more has an answer: %s, %s', async (name, op, statusNo) => {
    const id = await paid(name)
    const { psp } = await platform.row(id)
    await runPaymentJobs(platform)
    const asked = await platform.operate(id, op)
    expect(asked.status, asked.text).toBe(200)
    const calls = platform.services.calls.length
    await whileIt(switchedOff, psp ?? '', () => runPaymentJobs(platform))
    expect(platform.services.calls).toHaveLength(calls)
    expect(await lastNote(id)).toMatch(/ is no longer configured\.?$/)
    expect((await platform.row(id)).statusNo).toBe(statusNo)
    expect(await openCases(id)).toEqual(statusNo === 400 ? ['INCONSISTENT'] : [])
  })

  it('is not sent again into a window that began meanwhile', async () => {
    const id = await paid('hearsNothing')
    const { psp } = await platform.row(id)
    await platform.operate(id, 'reprocess')
    const sent = callsOf('submit')
    await duringWindow(psp ?? '', 'FIXED', () => runPaymentJobs(platform))
    expect(callsOf('submit')).toBe(sent)
    expect(await lastNote(id)).toMatch(/^Not tried again.* is under maintenance/)
    expect(await platform.row(id)).toMatchObject({ statusNo: 400, nextStep: null })
    expect(await openCases(id)).toEqual(['INCONSISTENT'])
  })

  it('that answers none is not asked by any job', async () => {
    const ids = [await paid('approvesLater'), await paid('hearsNothing')]
    const { psp } = await platform.row(ids[0] ?? 0)
    await noQuery.begin(psp ?? '')
    const asked = callsOf('query')
    await sql`update transaction set poll_at = now() - interval '1 second' where id = any(${ids}::bigint[])`.execute(
      platform.db,
    )
    platform.pass(minute)
    await pollDue(machine())
    for (const id of ids) expect((await platform.row(id)).pollAt).not.toBeNull()
    platform.pass(8 * day)
    await expireDue(machine())
    await noQuery.end(psp ?? '')
    expect(callsOf('query')).toBe(asked)
  })
})
