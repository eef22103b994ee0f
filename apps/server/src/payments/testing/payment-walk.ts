import { randomUUID } from 'node:crypto'
import { allowedOperations } from '@signalbox/model/payments/operations'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { sql } from 'kysely'
import { systemActor } from '../../kit/audit.ts'
import { Semaphore } from '../../kit/semaphore.ts'
import type { TestNode, TestPlatform } from '../../testing/test-app.ts'
import { approveDespite } from '../approvals/approvals.ts'
import { receiveCallback } from '../core/flow/callbacks.ts'
import { askPsp } from '../core/flow/ask-psp.ts'
import { expireDue, applyWaitingCallbacks, pollDue, sweep } from '../jobs/payment-work.ts'
import { inOwnName, subjectOf } from '../core/operations/actor.ts'
import { succeed } from '../core/operations/force-successful.ts'
import { forceFailed } from '../core/operations/repairs.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { callbackOf, type ScriptedServices } from './scripted-services.ts'
import { cardNumber, ibanOf } from './walk-accounts.ts'
import { behaviourOf, merchantBehaviours } from './walk-psp.ts'
import { merchantId, type Walk, type Walker, type WalkEvent } from './walk.ts'

const laterMs = 25_000
const startsAtOnce = 3
const staff = inOwnName({ id: randomUUID(), name: 'walker', roles: ['INVESTIGATOR_ADMIN', 'ADMIN_APPROVER'] })

const pause = () => new Promise((resolve) => setTimeout(resolve, 2))

/** Leads payments along their walks, many side by side: they share the clock and meet nowhere else. */
export class WalkLeader {
  readonly #platform: TestPlatform
  readonly #survivor: TestNode
  readonly #services: ScriptedServices
  readonly #semaphore = new Semaphore(4)
  readonly #byTx = new Map<number, Walker>()
  readonly #tries = new Map<number, number>()
  #token = ''
  #users = 0
  #nowMs = Date.now()
  /** While everybody looks after payments nobody outside keeps them waiting. */
  #holds = true

  constructor(platform: TestPlatform, survivor: TestNode, services: ScriptedServices) {
    this.#platform = platform
    this.#survivor = survivor
    this.#services = services
    for (const name of ['submit', 'transfer', 'merchant-cancel'])
      services.after(name, (whose) => this.#hold(whose))
    services.answer((call) => this.#submitted(call.reference, call.user.userId).submitted(call.amount))
    for (const name of ['transfer', 'merchant-cancel'] as const)
      services.merchantAnswers(name, (txId) => {
        const tryNo = (this.#tries.get(txId) ?? 0) + 1
        this.#tries.set(txId, tryNo)
        return merchantBehaviours[this.#byTx.get(txId)?.walk.merchant ?? 'accepts'](tryNo)
      })
  }

  readonly #walkers = new Map<string, Walker>()

  #submitted(reference: string, userId: string) {
    const walker = this.#walkers.get(userId)
    if (!walker) throw new Error(`Nobody walks for ${reference}`)
    walker.txId = Number(reference.split('A')[1])
    this.#byTx.set(walker.txId, walker)
    return behaviourOf(walker.walk.psp)
  }

  #hold(whose: string): Promise<void> | undefined {
    const walker = this.#byTx.get(Number(whose.split('A').at(-1)))
    if (!walker || !this.#holds) return undefined
    return new Promise((resolve) => walker.held.push(resolve))
  }

  #begin(walker: Walker, work: Promise<unknown>): void {
    const done = work
      .catch((error: unknown) => walker.failures.push(String(error)))
      .finally(() => walker.begun.delete(done))
    walker.begun.add(done)
  }

  /** Until everything that was begun is over or waits for somebody outside. */
  async #settled(walkers: readonly Walker[]): Promise<void> {
    const end = Date.now() + 30_000
    while (walkers.some(({ begun, held }) => begun.size > held.length)) {
      if (Date.now() > end) throw new Error('The walkers do not come to rest')
      await pause()
    }
  }

  async #call(path: string, body?: object): Promise<{ txId: number; statusCode: number }> {
    const answer = await this.#platform.app.inject({
      method: 'POST',
      url: `/signalbox${path}`,
      headers: this.#token
        ? { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() }
        : { authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}` },
      ...(body && { payload: body }),
    })
    if (answer.statusCode >= 400) throw new Error(`${answer.statusCode} ${answer.body}`)
    const found = answer.json<{ txId: number; access_token: string }>()
    if (!this.#token) this.#token = found.access_token
    return { ...found, statusCode: answer.statusCode }
  }

  #request(userId: string): object {
    const amount = { amount: '10.00', currency: 'EUR' }
    return { merchantId, userId, sessionId: 's-1', amount, ip: '192.0.2.10' }
  }

  async #start(walker: Walker): Promise<void> {
    const { walk, userId } = walker
    if (walk.kind === 'DEPOSIT') {
      const card = { pan: cardNumber(walker.no), expiry: '2030-12', cvv: '123' }
      const paid = { ...this.#request(userId), txType: 'CreditcardDeposit', card }
      return this.#begin(walker, this.#call('/api/v1/deposits', paid))
    }
    const request = { ...this.#request(userId), txType: 'BankIBANWithdrawal', iban: ibanOf(walker.no) }
    const { txId } = await this.#call('/api/v1/withdrawals', request)
    walker.txId = txId
    const { machine } = this.#platform.app.payments
    const approve = approveDespite(() => Promise.resolve([]), staff, { info: 'Walks on' })
    this.#begin(walker, machine.change({ merchantId, id: txId }, systemActor, approve))
  }

  async #row({ txId }: Walker): Promise<Transaction | undefined> {
    return findTransaction(this.#platform.db, merchantId, txId)
  }

  /** Everybody who looks after payments, on the node that is left. */
  async later(): Promise<void> {
    this.#nowMs += laterMs
    this.#platform.clock.now = new Date(this.#nowMs)
    const { machine } = this.#survivor.app.payments
    this.#holds = false
    for (const job of [sweep, applyWaitingCallbacks, pollDue, expireDue]) await job(machine)
    this.#holds = true
  }

  #decide({ txId, walk }: Walker): void {
    const reference = txRefId(merchantId, txId)
    const { decides } = behaviourOf(walk.psp)
    const amount = { minor: 1000n, currency: 'EUR' }
    if (decides && this.#services.written(reference)?.kind === 'pending')
      this.#services.decide(reference, decides(amount))
  }

  async #tell(walker: Walker, eventId: string): Promise<void> {
    const reference = txRefId(merchantId, walker.txId)
    const written = this.#services.written(reference)
    const row = await this.#row(walker)
    if (!written || !row?.psp) return
    const { statusNo } = written
    const amount = written.kind === 'approved' ? written.amount : null
    walker.lastEvent = eventId
    const told = receiveCallback(this.#survivor.app.payments.machine, {
      psp: row.psp,
      account: row.pspAccount ?? '',
      raw: callbackOf({ eventId, reference, statusNo, amount }),
      ip: '192.0.2.1',
      semaphore: this.#semaphore,
    })
    this.#begin(walker, told)
  }

  /** Says what the PSP did, as far as the console offers it; what is offered must not be refused. */
  async #decideByHand(walker: Walker, atLast = false): Promise<void> {
    const { machine } = this.#survivor.app.payments
    const row = await this.#row(walker)
    if (!row) return
    const offered = allowedOperations(subjectOf(row, machine.deps.kit.now()), staff.roles)
    const written = this.#services.written(txRefId(merchantId, row.id))
    const moved = written?.kind === 'approved'
    const name = moved ? 'force-successful' : 'force-failed'
    // A merchant that will not listen is told in another way in the end.
    const sendToMerchant = !atLast || walker.walk.merchant === 'accepts'
    const input = { info: 'Seen in the book of the PSP', pspRefId: 'book', sendToMerchant }
    const change = moved ? succeed(staff, input) : forceFailed(staff, input)
    const isDecided = written?.kind !== 'pending'
    const work =
      isDecided && offered.includes(name)
        ? machine.change({ merchantId, id: row.id }, systemActor, change)
        : offered.includes('check')
          ? askPsp(machine, row)
          : undefined
    if (work)
      this.#begin(
        walker,
        work.catch((error: unknown) =>
          walker.refusedOffers.push(`${name} at ${row.statusNo}: ${String(error)}`),
        ),
      )
  }

  async #step(walker: Walker, event: WalkEvent): Promise<void> {
    switch (event) {
      case 'answer':
        return walker.held.shift()?.()
      case 'callback':
        return this.#tell(walker, randomUUID())
      case 'again':
        return this.#tell(walker, walker.lastEvent ?? randomUUID())
      case 'decide':
        return this.#decide(walker)
      case 'staff':
        return this.#decideByHand(walker)
      case 'later':
        return undefined
    }
  }

  /** Walks that let time pass at the same places go side by side. `look` is called after every step. */
  async lead(walks: readonly Walk[], look: () => Promise<void>): Promise<Walker[]> {
    this.#nowMs = Date.now()
    this.#platform.clock.now = new Date(this.#nowMs)
    this.#token = ''
    await this.#call('/oauth/token?grant_type=client_credentials')
    const walkers = walks.map((walk): Walker => {
      const no = ++this.#users
      return {
        walk,
        no,
        userId: `walker_${no}`,
        txId: 0,
        begun: new Set(),
        held: [],
        failures: [],
        refusedOffers: [],
      }
    })
    for (const walker of walkers) this.#walkers.set(walker.userId, walker)
    // No more at a time than there are connections; whoever waits outside holds none.
    for (let at = 0; at < walkers.length; at += startsAtOnce) {
      const some = walkers.slice(at, at + startsAtOnce)
      await Promise.all(some.map((walker) => this.#start(walker)))
      await this.#settled(some)
    }
    const steps = Math.max(0, ...walks.map(({ events }) => events.length))
    for (let step = 0; step < steps; step++) {
      if (walks.some(({ events }) => events[step] === 'later')) await this.later()
      await Promise.all(
        walkers.map(async (walker) => {
          const event = walker.walk.events[step]
          if (event) await this.#step(walker, event)
        }),
      )
      await this.#settled(walkers)
      await look()
    }
    await this.#toTheEnd(walkers, look)
    return walkers
  }

  /** PSPs decide and tell in the end, servers that slept wake up, and whoever looks after payments finds all that is left. */
  async #toTheEnd(walkers: readonly Walker[], look: () => Promise<void>): Promise<void> {
    await this.later()
    for (const walker of walkers) this.#decide(walker)
    this.#holds = false
    for (const { held } of walkers) for (const release of held.splice(0)) release()
    await this.#settled(walkers)
    await Promise.all(walkers.map((walker) => this.#tell(walker, randomUUID())))
    await this.#settled(walkers)
    await this.quiet()
    await look()
  }

  /** Until nobody has anything to do any more. */
  async quiet(): Promise<void> {
    for (let round = 0; round < 12; round++) {
      await this.later()
      const { rows } = await sql`select 1 from transaction where next_step is not null limit 1`.execute(
        this.#platform.db,
      )
      if (rows.length === 0) return
    }
  }

  async staffDecides(walkers: readonly Walker[]): Promise<void> {
    this.#holds = false
    await Promise.all(walkers.map((walker) => this.#decideByHand(walker, true)))
    await this.#settled(walkers)
    await this.quiet()
    this.#holds = true
  }

  forget(walkers: readonly Walker[]): void {
    for (const { txId, userId } of walkers) {
      this.#byTx.delete(txId)
      this.#walkers.delete(userId)
      this.#tries.delete(txId)
    }
  }
}
