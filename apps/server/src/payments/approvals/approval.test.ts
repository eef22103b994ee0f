import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DecisionSheet, QueueCount } from '@signalbox/model/calls/approval'
import { decisionNames } from '@signalbox/model/payments/approval-rules'
import { operationNames } from '@signalbox/model/payments/operations'
import { isInState } from '@signalbox/model/reference/status-codes'
import { isOnHold } from '@signalbox/model/reference/status-groups'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import type { Client } from '../../kit/testing/kit-app.ts'
import { statementsOf } from '../../kit/testing/statements-of.ts'
import { absentUser, accountOf } from '../../people/identity/read-model.ts'
import { offeringOf } from '../transactions/list.ts'
import { findRows } from '../transactions/read-model.ts'
import { approveDue } from '../jobs/payment-work.ts'
import { checkBooks } from '../ledger/invariants.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { ibanOf } from '../testing/walk-accounts.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'
import { typeWorthlessKrona } from '../testing/typed-rate.ts'
import type { TestNode } from '../../testing/test-app.ts'
import { oneIn } from '../../testing/one-in.ts'

const brand = 100010001
const at = `merchantId=${brand}`
/** Ten people who may all do everything an approver can. */
const crowd = [
  'approver3',
  'investigator',
  'finance',
  'finance2',
  'rules',
  'rules2',
  'kyc',
  'gdpr',
  'auditor',
  'agent',
]

const upTo50 = {
  op: 'moneyRange',
  max: { EUR: '5000' },
  minInclusive: true,
  maxInclusive: true,
  onMissing: 'CONVERT',
} as const

/** Rows that want two people, by who pays, and one that is content with one. */
const two = { levels: 'TWO' }
const twoPeopleRows = [
  ['two_manual', { approvalMethod: 'MANUAL', ...two }],
  ['two_held', { approvalMethod: 'MANUAL', approvalAction: 'HOLD', ...two }],
  ['two_held_by_itself', { approvalMethod: 'AUTOMATIC', approvalAction: 'HOLD', ...two }],
  ['one_large', { approvalMethod: 'MANUAL', levels: 'ONE' }],
  ['one_large_held', { approvalMethod: 'AUTOMATIC', approvalAction: 'HOLD' }],
] as const

let platform: PaymentPlatform
let other: TestNode
beforeAll(async () => {
  platform = await paymentPlatform()
  other = await platform.anotherNode()
  const publish = await rulePublisher(platform)
  await sql`update config set document = document || '{"approval.maxSingle": {"EUR": "1000.00"}}', version = version + 1
    where type = 'MerchantConfig' and merchant_id = 100010000`.execute(platform.db)
  await publish(
    'approval',
    ...twoPeopleRows.map(([userId, outputs]) => ({ conditions: onlyFor(userId), outputs })),
    {
      conditions: { ...onlyFor('little_by_itself'), amount: upTo50 },
      outputs: { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE' },
    },
  )
  await sql`update backoffice_user set roles = array['ADMIN_APPROVER'] where username = any(${crowd})`.execute(
    platform.db,
  )
})
afterAll(() => platform.close())

const large = { amount: { amount: '6000.00', currency: 'EUR' } }
let cents = 0
/** Each of another amount: an identical one is declined while the first is open. */
const withdraw = async ({ amount, ...changes }: Record<string, unknown> & Partial<typeof large> = {}) => {
  const asked = (amount?.amount ?? '50.00').replace(/\d\d$/, String(++cents).padStart(2, '0'))
  const { body } = await platform.withdraw({ ...changes, amount: { amount: asked, currency: 'EUR' } })
  expect(body.state, body.statusCode).toBe('WAITING_APPROVAL')
  return platform.row(body)
}
const decide = (client: Client, op: string, id: number, version: number, body: object = {}) =>
  client.post(`/transaction/${id}/${op}?${at}`, { version, ...body })
const versionOf = async (id: number) => (await platform.row({ merchantId: brand, txId: id })).version
const approvalsOf = async (id: number) => {
  const { rows } = await sql<{ level: number; decision: string; username: string }>`
    select level, decision, username from approval where tx_id = ${id} order by level`.execute(platform.db)
  return rows
}
const queue = async (client: Client, query = ''): Promise<ApprovalRow[]> => {
  const answer = await client.get(`/approval?${at}&limit=200${query}`)
  expect(answer.status, answer.text).toBe(200)
  return (answer.body as { items: ApprovalRow[] }).items
}
const sheet = async (client: Client, id: number) =>
  (await client.get(`/approval/${id}?${at}`)).body as DecisionSheet

interface Attempt {
  readonly who: string
  readonly status: number
  readonly code: string | undefined
  readonly message: string | undefined
  /** Missing where the payment is no longer one of those they are shown. */
  readonly current: { readonly id: number; readonly version: number } | undefined
}

/** Somebody tries and, when told that the payment has changed, tries again with what they were told. */
async function persist(
  who: string,
  client: Client,
  id: number,
  version: number,
  ops: readonly string[],
): Promise<Attempt[]> {
  const attempts: Attempt[] = []
  let seen = version
  for (const op of ops) {
    const { status, body } = await decide(client, op, id, seen)
    const { code, message, current } = body as Pick<Attempt, 'code' | 'message' | 'current'>
    attempts.push({ who, status, code, message, current })
    seen = current?.version ?? seen
  }
  return attempts
}

/** Signing in costs more than everything a test does with it. */
const signedIn = new Map<string, Promise<Client>>()
function as(who: string, node: TestNode = platform): Promise<Client> {
  const key = `${who} ${node === platform ? 1 : 2}`
  const client = signedIn.get(key) ?? node.as(who)
  signedIn.set(key, client)
  return client
}

/** All of them at once, half on each node. */
async function all(
  id: number,
  version: number,
  opsOf: (index: number) => readonly string[],
): Promise<Attempt[]> {
  const clients = await Promise.all(crowd.map((who, index) => as(who, index % 2 ? other : platform)))
  const attempts = await Promise.all(
    crowd.map((who, index) => persist(who, clients[index] as Client, id, version, opsOf(index))),
  )
  return attempts.flat()
}

describe('ten people on two nodes', () => {
  it('give one first and one second approval in fifty tries, two of them, and never whoever began it', async () => {
    const { id, version } = await withdraw(large)
    const [initiator = ''] = crowd
    await sql`update transaction set initiated_by = ${initiator} where id = ${id}`.execute(platform.db)
    const attempts = await all(id, version, () => Array.from({ length: 5 }, () => 'approve'))
    expect(attempts).toHaveLength(50)
    const given = await approvalsOf(id)
    expect(given.map(({ level, decision }) => [level, decision])).toEqual([
      [1, 'APPROVE'],
      [2, 'APPROVE'],
    ])
    const [first, second] = given.map(({ username }) => username)
    expect(first).not.toBe(second)
    expect([first, second]).not.toContain(initiator)
    const won = attempts.filter(({ status }) => status === 200)
    expect(won.map(({ who }) => who).toSorted()).toEqual([first, second].toSorted())
    for (const { who, status, code, current } of attempts.filter((each) => each.status !== 200)) {
      if (status === 403) expect([code, [initiator, first].includes(who)]).toEqual(['FOUR_EYES', true])
      else {
        expect(status).toBe(409)
        expect(['VERSION_CONFLICT', 'INVALID_STATE']).toContain(code)
        if (current) expect(current).toMatchObject({ id, version: expect.any(Number) })
      }
    }
  })

  it('decide once per level when some say yes and some say no', async () => {
    for (let round = 0; round < 3; round++) {
      const { id, version } = await withdraw(large)
      const attempts = await all(id, version, (index) => [(index + round) % 2 ? 'approve' : 'deny'])
      const given = await approvalsOf(id)
      expect(given).toHaveLength(1)
      expect(attempts.filter(({ status }) => status === 200).map(({ who }) => who)).toEqual([
        given[0]?.username,
      ])
      for (const { status, message } of attempts.filter((each) => each.status !== 200)) {
        expect(status).toBe(409)
        expect(message).toContain(`by ${given[0]?.username}`)
      }
      const { statusNo } = await platform.row({ merchantId: brand, txId: id })
      expect(statusNo === 356).toBe(given[0]?.decision === 'APPROVE')
    }
    expect(await checkBooks(platform.db, brand)).toEqual([])
  })
})

describe('a payment that two people must approve', () => {
  const stands = async (id: number) => (await platform.row({ merchantId: brand, txId: id })).statusNo
  const isWaiting = async (id: number) => isInState(await stands(id), 'WAITING_APPROVAL')
  const pay = {
    deposit: (userId: string, amount: object) => platform.deposit({ userId, amount }),
    withdrawal: (userId: string, amount: object) =>
      platform.withdraw({
        userId,
        amount,
        iban: ibanOf(twoPeopleRows.findIndex(([each]) => each === userId)),
      }),
  }
  const ways = Object.keys(pay).flatMap((kind) => twoPeopleRows.map(([userId]) => [kind, userId] as const))

  it.each(ways)('is not passed by one: %s of %s', async (kind, userId) => {
    const amount = { amount: userId.startsWith('one_large') ? '1200.00' : '90.00', currency: 'EUR' }
    const { body } = await pay[kind as keyof typeof pay](userId, amount)
    const { txId: id } = body
    expect(body.state, body.statusCode).toBe('WAITING_APPROVAL')
    const [head, second] = [await as('approver3'), await as('approver2')]
    const act = async (client: Client, op: string) =>
      (await decide(client, op, id, await versionOf(id), { info: 'Looked into' })).status
    if (isOnHold(await stands(id))) expect(await act(head, 'unhold')).toBe(200)
    expect((await platform.row({ merchantId: brand, txId: id })).approvalMode).toBe('TWO_LEVEL')
    expect(await act(head, 'approve')).toBe(200)
    expect(await isWaiting(id)).toBe(true)
    // The level is kept through a hold.
    expect([await act(head, 'hold'), await act(head, 'unhold')]).toEqual([200, 200])
    expect([await stands(id), await act(head, 'approve')]).toEqual([356, 403])
    expect((await queue(second, '&queue=second')).find((row) => row.id === id)?.level).toBe('second')
    expect(await act(second, 'approve')).toBe(200)
    expect(await isWaiting(id)).toBe(false)
    expect((await approvalsOf(id)).map(({ level, username }) => [level, username])).toEqual([
      [1, 'approver3'],
      [2, 'approver2'],
    ])
  })
})

describe('the approval queue', () => {
  it('shows what is due first, who approved first, and what each of them may do', async () => {
    const [early, late] = [await withdraw(), await withdraw()]
    await sql`update tx_event set at = at - interval '5 hours' where tx_id = ${late.id} and to_no = 351`.execute(
      platform.db,
    )
    const first = await as('approver1')
    const rows = (await queue(first)).filter(({ id }) => id === early.id || id === late.id)
    expect(rows.map(({ id, urgency, level }) => [id, urgency, level])).toEqual([
      [late.id, 'late', 'first'],
      [early.id, 'fine', 'first'],
    ])
    expect(rows[0]?.allowed).toEqual(['approve', 'deny', 'hold'])
    expect((await queue(first, '&urgency=late')).map(({ id }) => id)).toContain(late.id)
    expect((await queue(first, '&urgency=late')).map(({ id }) => id)).not.toContain(early.id)
    expect((await queue(first, '&band=huge')).map(({ id }) => id)).not.toContain(late.id)
    const newest = await queue(first, '&sort=created:desc')
    expect(newest.map(({ id }) => id)).toEqual(newest.map(({ id }) => id).toSorted((a, b) => b - a))
    expect((await first.get(`/approval?${at}&sort=email`)).status).toBe(422)
    expect((await first.get(`/approval?${at}&queue=everything`)).status).toBe(422)
  })

  it('leaves out of a bulk decision what one cannot decide, and says why', async () => {
    const [open, own, decided] = [await withdraw(), await withdraw(large), await withdraw()]
    const [one, two] = [await as('approver1'), await as('approver2')]
    expect((await decide(one, 'approve', own.id, own.version)).body.statusNo).toBe(356)
    const [second] = (await queue(one, '&queue=second')).filter(({ id }) => id === own.id)
    expect(second).toMatchObject({ level: 'second', firstApprover: 'approver1', allowed: ['hold'] })
    expect(second?.obstacles.deny).toContain('You gave the first approval')
    const [forTwo] = (await queue(two, '&queue=second')).filter(({ id }) => id === own.id)
    expect(forTwo?.allowed).toEqual(['approve', 'deny', 'hold'])
    expect((await queue(two)).find(({ id }) => id === open.id)?.obstacles.approve).toContain('first approver')
    expect((await queue(two, '&decidable=true')).map(({ id }) => id)).not.toContain(open.id)
    await decide(one, 'deny', decided.id, decided.version)
    const bulk = await one.post(`/transaction/bulk?${at}`, {
      operation: 'deny',
      ids: [
        { id: String(open.id), version: open.version },
        { id: String(own.id), version: await versionOf(own.id) },
        { id: String(decided.id), version: decided.version },
        { id: '1', version: 1 },
      ],
      params: { info: 'No documents' },
    })
    expect(bulk.body.results).toMatchObject([
      { id: String(open.id), ok: true },
      { id: String(own.id), ok: false, code: 'FOUR_EYES' },
      { id: String(decided.id), ok: false, code: 'VERSION_CONFLICT' },
      { id: '1', ok: false, code: 'NOT_FOUND' },
    ])
    expect(bulk.body.results[2].message).toContain('Already denied by approver1')
  })

  it('keeps the level through a hold, counts what waits, and remembers who decided', async () => {
    const { id } = await withdraw(large)
    const [one, head] = [await as('approver1'), await as('approver3')]
    await decide(one, 'approve', id, await versionOf(id))
    const countsOf = async () => {
      const { queues } = (await one.get(`/approval/queue?${at}`)).body as { queues: QueueCount[] }
      return Object.fromEntries(queues.map(({ queue: name, waiting }) => [name, waiting]))
    }
    const before = await countsOf()
    expect((await decide(one, 'hold', id, await versionOf(id), { info: 'Looking' })).body.statusNo).toBe(355)
    const [held] = (await queue(one, '&queue=hold')).filter((row) => row.id === id)
    expect(held).toMatchObject({ urgency: 'paused', level: 'second', dueAt: null })
    const during = await countsOf()
    expect([during.hold, during.second]).toEqual([Number(before.hold) + 1, Number(before.second) - 1])
    expect((await decide(head, 'unhold', id, await versionOf(id))).body.statusNo).toBe(356)
    expect((await decide(head, 'delay', id, await versionOf(id))).status).toBe(409)
    expect((await decide(head, 'approve', id, await versionOf(id))).status).toBe(200)
    expect((await queue(head, '&queue=mine')).map((row) => row.id)).toContain(id)
    const { approvals, urgency } = await sheet(head, id)
    expect(approvals.map(({ level, username }) => [level, username])).toEqual([
      [1, 'approver1'],
      [2, 'approver3'],
    ])
    expect(urgency).toBe('done')
  })

  it('finds a payment by its id, at its merchant, and refuses what is no id', async () => {
    const [mine, another] = [await withdraw(), await withdraw()]
    const elsewhere = await platform.withdraw({
      merchantId: 100010002,
      userId: 'user_elsewhere',
      iban: 'EE382200221020145685',
    })
    expect(elsewhere.body.state).toBe('WAITING_APPROVAL')
    const approver = await as('approver1')
    const found = async (id: string | number, merchant = brand) => {
      const answer = await approver.get(`/approval?merchantId=${merchant}&id=${id}`)
      expect(answer.status, answer.text).toBe(200)
      return (answer.body as { items: ApprovalRow[] }).items.map((row) => row.id)
    }
    expect(await found(mine.id)).toEqual([mine.id])
    expect(await found(another.id)).toEqual([another.id])
    expect(await found(elsewhere.body.txId)).toEqual([])
    expect(await found(elsewhere.body.txId, 100010002)).toEqual([elsewhere.body.txId])
    expect(await found(mine.id, 100010002)).toEqual([])
    expect(await found(mine.id + 1)).toEqual([])
    for (const wrong of ['abc', '12x', '1.5', '-1', '%27or%201=1', '99999999999999999999'])
      expect((await approver.get(`/approval?${at}&id=${wrong}`)).status, wrong).toBe(422)
  })

  it('is nobody’s who has no business with it', async () => {
    const { id } = await withdraw()
    const [rules, operator, one] = [await as('rulesviewer'), await as('operator'), await as('approver1')]
    expect((await rules.get(`/approval?${at}`)).status).toBe(403)
    expect((await rules.get(`/approval/${id}?${at}`)).status).toBe(403)
    expect((await sheet(operator, id)).allowed).toEqual(['hold'])
    expect((await operator.get(`/approval/export?${at}&columns=id,urgency`)).text).toContain(String(id))
    expect((await one.get(`/approval/export?${at}`)).status).toBe(403)
    expect((await one.get(`/approval/${id}?merchantId=100010003`)).status).toBe(404)
    expect((await one.get(`/approval/1?${at}`)).status).toBe(404)
  })
})

describe('what is offered of a payment', () => {
  let accounts = 50
  const ownAccount = () => ({ userId: `user_${++accounts}`, iban: ibanOf(accounts) })
  const firstGiven = async () => {
    const { id, version } = await withdraw(large)
    expect((await decide(await as('approver3'), 'approve', id, version)).status).toBe(200)
    return id
  }
  /** How payments wait, each so that some of those who look may not decide. */
  const standings: Readonly<Record<string, () => Promise<number>>> = {
    'for the first approval': async () => (await withdraw()).id,
    'for the second approval': firstGiven,
    'on hold at the second level': async () => {
      const id = await firstGiven()
      const held = await decide(await as('approver1'), 'hold', id, await versionOf(id), { info: 'Looking' })
      expect(held.status).toBe(200)
      return id
    },
    'begun by one of them': async () => {
      const { id } = await withdraw()
      await sql`update transaction set initiated_by = 'approver3' where id = ${id}`.execute(platform.db)
      return id
    },
    'approved by one of them before': async () => {
      const { id } = await withdraw()
      await sql`update transaction set approval_tags = '{FORBID_SAME_APPROVER}',
        step_state = step_state || '{"approvers": ["approver3"]}' where id = ${id}`.execute(platform.db)
      return id
    },
    'for an account that was changed': async () => {
      const { id, accountId } = await withdraw(ownAccount())
      await sql`update user_psp_account set hold_until = now() + interval '1 day' where id = ${accountId}`.execute(
        platform.db,
      )
      return id
    },
  }
  const people = ['approver1', 'approver2', 'approver3', 'operator', 'kyc']
  const decisionsIn = (offers: readonly string[] = []) =>
    decisionNames.filter((name) => offers.includes(name))

  it.each(oneIn(3, Object.keys(standings)))(
    'is the same in list, detail and queue, and nothing refused: %s',
    { timeout: 120_000 },
    async (how) => {
      const id = (await standings[how]?.()) ?? 0
      for (const who of people) {
        const client = await as(who)
        const queued = (await sheet(client, id)).allowed
        const { body: detail } = await client.get(`/transaction/${id}?${at}`)
        const { body: list } = await client.get(`/transaction?${at}&id=${id}`)
        const offers = [detail, list.items[0]].map(({ allowedOps }) => decisionsIn(allowedOps))
        expect([who, ...offers]).toEqual([who, decisionsIn(queued), decisionsIn(queued)])
        for (const name of decisionNames.filter((each) => !queued.includes(each))) {
          const { status } = await decide(client, name, id, await versionOf(id), { info: 'Looked into' })
          expect([403, 409], `${who} ${name}`).toContain(status)
        }
      }
    },
  )

  it('costs a long list no more statements than a short one, and others none', async () => {
    const ids = (await queue(await as('approver3'))).map(({ id }) => id)
    expect(ids.length).toBeGreaterThan(3)
    const { settings } = platform.app.payments.machine.deps
    const askedBy = (who: string, asked: readonly number[]) =>
      platform.db.transaction().execute(async (tx) => {
        const { rows } = await sql<{
          id: string
        }>`select id from backoffice_user where username = ${who}`.execute(tx)
        const user = absentUser(await accountOf(tx, rows[0]?.id ?? ''))
        const found = await findRows(tx, [brand], asked)
        const scope = { selected: brand, chain: [], effective: [brand], group: 0 }
        const deps = { settings, offered: new Set(operationNames), emailHash: String }
        return statementsOf(tx, (counted) =>
          offeringOf({ tx: counted, user, scope, now: new Date(), deps: platform.deps }, deps, found),
        )
      })
    const short = await askedBy('approver3', ids.slice(0, 1))
    expect(await askedBy('approver3', ids)).toEqual(short)
    expect(short).toHaveLength(1)
    expect(await askedBy('rulesviewer', ids)).toEqual([])
  })
})

describe('the clock', () => {
  it('does not let go what nobody could pay out, and does once the maintenance is over', async () => {
    const { id } = await withdraw()
    const isDue = () =>
      sql`update transaction set status_no = 353, approval_mode = 'AUTO', approval_due_at = now() - interval '1 minute'
        where id = ${id}`.execute(platform.db)
    const admin = await as('admin')
    const opened = await admin.post(`/maintenance?${at}`, {
      title: 'Banks are closed',
      providerType: 'BANKIBAN',
      method: 'WITHDRAWAL',
      kind: 'FIXED',
      startAt: new Date(Date.now() - 60_000).toISOString(),
      note: 'For a test',
    })
    expect(opened.status, opened.text).toBe(200)
    await isDue()
    await approveDue(platform.app.payments.machine)
    const waiting = await platform.row({ merchantId: brand, txId: id })
    expect(waiting).toMatchObject({ statusNo: 353, info: expect.stringContaining('Banks are closed') })
    expect(Date.parse(waiting.approvalDueAt ?? '')).toBeGreaterThan(Date.now())
    await admin.post(`/maintenance/${opened.body.id}/end-now?${at}`, {})
    await isDue()
    await approveDue(platform.app.payments.machine)
    expect((await platform.row({ merchantId: brand, txId: id })).statusNo).not.toBe(353)
  })
})

describe('the evidence', () => {
  it('is what the user did, who else has the account, and what the rules said', async () => {
    const userId = 'user_31'
    const paid = await platform.deposit({ userId, amount: { amount: '200.00', currency: 'EUR' } })
    expect(paid.body.state).toBe('SUCCESSFUL')
    const { id, accountId } = await withdraw({ userId, iban: 'SE4550000000058398257466' })
    await sql`insert into user_psp_account
      select (jsonb_populate_record(null::user_psp_account, to_jsonb(a) || jsonb_build_object(
        'id', gen_random_uuid(), 'merchant_user_id', 'somebody_else', 'holder', 'Carl Carlsson'))).*
      from user_psp_account a where a.id = ${accountId}`.execute(platform.db)
    const one = await as('approver1')
    const found = await sheet(one, id)
    expect(found.money).toMatchObject({ deposits: 1, withdrawals: 0, capped: false })
    expect(found.money.net).toEqual(found.money.depositSum)
    expect(found.sharing.map((each) => each.userId)).toEqual(['somebody_else'])
    expect(found).toMatchObject({
      sharedWith: 1,
      firstWithdrawal: true,
      methodMatch: 'other',
      bankCountry: 'SWE',
    })
    expect(found.recent.map((each) => each.id)).toEqual([paid.body.txId])
    expect(found.signals.map(({ code }) => code)).toEqual(
      expect.arrayContaining(['ACCOUNT_SHARED', 'FIRST_WITHDRAWAL', 'OTHER_METHOD']),
    )
    expect(found.steps.map(({ summary }) => summary)).toContain('One person must approve it')
    const note = await one.post(`/transaction/${id}/note?${at}`, { text: 'Asked for documents' })
    expect(note.status).toBe(200)
    expect((await sheet(one, id)).notes.map(({ text, mine }) => [text, mine])).toEqual([
      ['Asked for documents', true],
    ])
  })

  it('asks an API client for a reason, too', async () => {
    const red = await withdraw()
    // Somebody else began it: who began a payment may not approve it.
    await sql`update transaction set kyc_status = 'NOT_VERIFIED', api_client_id = null, initiated_by = 'somebody'
      where id = ${red.id}`.execute(platform.db)
    await sql`delete from kyc_check where user_id = ${red.userId}`.execute(platform.db)
    const approve = (body: object) => platform.call('POST', `/payments/${red.id}/approve`, body)
    for (const body of [{}, { info: ' ' }, { info: '\u200B' }]) expect((await approve(body)).status).toBe(422)
    expect(await approvalsOf(red.id)).toEqual([])
    const given = await approve({ info: 'Passport seen on the phone' })
    expect(given.status, JSON.stringify(given.body)).toBe(200)
  })

  it('asks whoever approves against it for a reason, one by one and for several', async () => {
    const [red, clean] = [await withdraw(), await withdraw()]
    await sql`update transaction set kyc_status = 'NOT_VERIFIED' where id = ${red.id}`.execute(platform.db)
    await sql`delete from kyc_check where user_id = ${red.userId}`.execute(platform.db)
    const one = await as('approver1')
    const flagged = 'The identity of the user could not be verified.'
    const rowOf = async (id: number) => (await queue(one)).find((row) => row.id === id)
    expect((await rowOf(red.id))?.redFlags).toContain(flagged)
    expect((await rowOf(clean.id))?.redFlags).toEqual([])
    expect((await sheet(one, red.id)).redFlags).toContain(flagged)
    const refused = await decide(one, 'approve', red.id, red.version)
    expect([refused.status, refused.body.fields]).toEqual([
      422,
      [{ field: 'info', code: 'REQUIRED', message: `Approving it needs a reason: ${flagged}` }],
    ])
    for (const info of ['  ', '\u200B', '\u2800 \u3164']) {
      const blank = await decide(one, 'approve', red.id, red.version, { info })
      expect(blank.status, JSON.stringify(info)).toBe(422)
    }
    const ids = [red, clean].map(({ id, version }) => ({ id: String(id), version }))
    const bulk = await one.post(`/transaction/bulk?${at}`, { operation: 'approve', ids })
    expect(bulk.body.results).toMatchObject([
      { id: String(red.id), ok: false, message: `Approving it needs a reason: ${flagged}` },
      { id: String(clean.id), ok: true },
    ])
    expect(await approvalsOf(red.id)).toEqual([])
    const given = await decide(one, 'approve', red.id, red.version, { info: 'Passport seen on the phone' })
    expect(given.status, given.text).toBe(200)
  })

  /** Somebody of a sister brand has the account of this payment, too. */
  const shareWithSister = (accountId: string | null) =>
    sql`insert into user_psp_account
      select (jsonb_populate_record(null::user_psp_account, to_jsonb(a) || jsonb_build_object(
        'id', gen_random_uuid(), 'merchant_id', 100010002, 'merchant_user_id', 'at_the_sister'))).*
      from user_psp_account a where a.id = ${accountId}`.execute(platform.db)

  it('says the same against a payment whichever merchant is selected', async () => {
    const { id, version, accountId } = await withdraw({ userId: 'user_33', iban: 'FI2112345600000785' })
    await shareWithSister(accountId)
    const one = await as('approver1')
    const flagged = '1 other user has the same account.'
    for (const selected of [100010000, brand]) {
      const of = `merchantId=${selected}`
      const { body } = await one.get(`/approval?${of}&limit=200`)
      const listed = (body as { items: ApprovalRow[] }).items.find((row) => row.id === id)
      const shown = (await one.get(`/approval/${id}?${of}`)).body as DecisionSheet
      const asked = await one.post(`/transaction/${id}/approve?${of}`, { version })
      expect([listed?.redFlags, shown.redFlags], String(selected)).toEqual([[flagged], [flagged]])
      expect(shown.sharing.map(({ userId }) => userId)).toEqual(['at_the_sister'])
      expect([asked.status, asked.body.fields]).toEqual([
        422,
        [{ field: 'info', code: 'REQUIRED', message: `Approving it needs a reason: ${flagged}` }],
      ])
    }
    const given = await decide(one, 'approve', id, version, { info: 'They are married' })
    expect(given.status, given.text).toBe(200)
  })

  it('hides personal data where the merchant wants it hidden', async () => {
    const { id } = await withdraw()
    const one = await as('approver1')
    const clear = await sheet(one, id)
    await sql`update merchant set mask_sensitive_data = true where id = ${brand}`.execute(platform.db)
    const masked = await sheet(one, id)
    await sql`update merchant set mask_sensitive_data = false where id = ${brand}`.execute(platform.db)
    expect([clear.masked, masked.masked]).toEqual([false, true])
    expect(masked.ipAddr).not.toBe(clear.ipAddr)
    expect(masked.email).not.toBe(clear.email)
  })
})

it('a rule that approves what is little approves nothing by a rate that somebody has just entered', async () => {
  const pay = async (amount: string) => {
    const { body } = await platform.withdraw({
      userId: 'little_by_itself',
      amount: { amount, currency: 'SEK' },
      // Of nobody else in these tests.
      iban: ibanOf(90),
    })
    const { approvalMode } = await platform.row(body)
    expect(approvalMode, body.statusCode).not.toBe('NONE')
    return approvalMode
  }
  expect([await pay('100.04'), await pay('20000.04')]).toEqual(['AUTO', 'TWO_LEVEL'])
  const rate = await typeWorthlessKrona(platform)
  expect(await pay('20000.05')).toBe('TWO_LEVEL')
  await rate.remove()
})

it('two people must approve what only a rate that somebody entered calls little, whenever, and one what is little', async () => {
  const rate = await typeWorthlessKrona(platform)
  const modeOf = async (amount: string) => {
    const { body } = await platform.withdraw({ amount: { amount, currency: 'SEK' } })
    expect(body.state, body.statusCode).toBe('WAITING_APPROVAL')
    return (await platform.row(body)).approvalMode
  }
  expect(await modeOf('20000.01')).toBe('TWO_LEVEL')
  await rate.age()
  expect(await modeOf('20000.02')).toBe('TWO_LEVEL')
  expect(await modeOf('200.03')).toBe('SINGLE')
  await rate.remove()
})
