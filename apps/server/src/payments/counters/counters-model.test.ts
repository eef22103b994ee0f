import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { sql } from 'kysely'
import { rateSheet } from '@signalbox/model/money/rates'
import { windowAt } from '@signalbox/model/money/window'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Tx } from '../../kit/database.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { transaction } from '../../kit/transaction.ts'
import { longRunLimitMs } from '../../testing/one-in.ts'
import { newTransaction } from '../core/record/new-transaction.ts'
import {
  expected,
  hasFailed,
  timeZone,
  windows,
  type LimitQuestion,
  type Line,
  type Method,
} from '../testing/counted-lines.ts'
import { insertPayment } from '../core/record/payment-write-store.ts'
import { follow, followReservation, followReturn, read, reserve } from './counters.ts'
import type { CounterQuestion, CounterReading, CounterSubject } from './counter-types.ts'

const brand = 100010001
const rates = rateSheet([], { base: 'EUR', service: 'FILE', nowMs: 0 })

let kit: KitApp
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())

type Expected = ReturnType<typeof expected>
type Ended = 'SUCCESSFUL' | 'FAILED' | 'CANCELLED' | 'INCONSISTENT' | 'WAITING_APPROVAL'
type Step =
  | {
      readonly do: 'pay'
      readonly method: Method
      readonly who: number
      readonly cents: number
      readonly asked: LimitQuestion
    }
  | { readonly do: 'move'; readonly which: number; readonly to: Ended }
  | { readonly do: 'is reserved'; readonly which: number; readonly forMs: number }
  | { readonly do: 'is captured'; readonly which: number; readonly cents: number }
  | { readonly do: 'goes back'; readonly which: number; readonly cents: number }
  | { readonly do: 'ask again'; readonly which: number; readonly asked: LimitQuestion }
  | { readonly do: 'wait'; readonly ms: number }

const questionOf = ({ window, scope, net }: LimitQuestion): CounterQuestion => ({
  scope,
  net,
  currency: 'EUR',
  since: (gateMs) =>
    windowAt(window === 'ROLLING' ? { kind: window, hours: 24 } : { kind: window, timeZone }, gateMs).fromMs,
})

const subjectOf = ({ id, method, user, account, cents }: Line): CounterSubject => ({
  merchantId: brand,
  txId: id,
  method: method as Method,
  txType: 'BankDeposit',
  providerType: 'BANK',
  keys: { USER: user, ACCOUNT: account },
  amounts: { EUR: String(cents) },
  matchedRows: [],
})

let lastId = 0

const methods: readonly Method[] = ['DEPOSIT', 'WITHDRAWAL']

/** Two of the three users share an account. */
const ownLine = (id: number, method: Method, who: number, cents: number): Omit<Line, 'at'> => ({
  id,
  method,
  user: `user-${who}`,
  account: who < 2 ? 'shared' : `account-${who}`,
  cents,
  net: method === 'DEPOSIT' ? cents : -cents,
  status: '',
})

class Walk {
  /** What was counted, where that is not what happened. */
  readonly differences: unknown[] = []
  readonly #lines: Line[] = []
  // Just before the last Sunday of October ends, when clocks have changed.
  #now = Date.parse('2026-10-25T22:59:59.998Z')

  async take(step: Step): Promise<void> {
    if (step.do === 'wait') {
      this.#now += step.ms
      await this.askEverything()
    }
    if (step.do === 'pay') await this.#pay(step)
    if (step.do === 'move') await this.#move(step.which, step.to)
    if (step.do === 'is reserved') await this.#reserve(step.which, step.forMs)
    if (step.do === 'is captured') await this.#capture(step.which, step.cents)
    if (step.do === 'goes back') await this.#goBack(step.which, step.cents)
    if (step.do === 'ask again') await this.#askAgain(step.which, step.asked)
  }

  #some(which: number, fits: (line: Line) => boolean): Line | undefined {
    const some = this.#lines.filter(fits)
    return some[which % Math.max(1, some.length)]
  }

  /** Everything anybody could ask now, of everybody: a walk asks too little to meet what it has done itself. */
  async askEverything(): Promise<void> {
    for (const [who, method] of asking) {
      const own: Line = { ...ownLine(0, method, who, 1), at: this.#now }
      const readings = await read(
        kit.db,
        subjectOf(own),
        questions.map(questionOf),
        rates,
        new Date(this.#now),
      )
      questions.forEach((question, place) => {
        const reading = readings[place]
        if (reading) this.#compare(own, question, reading)
      })
    }
  }

  #compare(own: Line, asked: LimitQuestion, { count, live, used, reserved }: CounterReading): Expected {
    const model = expected(this.#lines, own, asked, this.#now)
    const found = { count, live, used: Number(used.minor), reserved: Number(reserved.minor) }
    if (!isDeepStrictEqual(found, model)) this.differences.push({ own, asked, found, model })
    return model
  }

  /** As the machine does it: what was read decides whether there is room. */
  async #ask(tx: Tx, own: Line, asked: LimitQuestion): Promise<void> {
    const [reading] = await read(tx, subjectOf(own), [questionOf(asked)], rates, new Date(this.#now))
    if (!reading) throw new Error('A question was not answered')
    const model = this.#compare(own, asked, reading)
    const hasRoom = model.used + model.reserved + own.cents <= asked.max
    await reserve(tx, subjectOf(own), { questions: [], rates, hasRoom: () => hasRoom })
    own.status = hasRoom ? 'PROCESSING' : 'FAILED'
    if (hasRoom || !this.#lines.includes(own)) own.at = this.#now
    await this.#stamp(tx, own)
  }

  /** Counted when the walk says, which is not when it runs. */
  async #stamp(tx: Tx, { id, at }: Line): Promise<void> {
    await sql`update counter_event set at = ${new Date(at)} where merchant_id = ${brand} and tx_id = ${id}`.execute(
      tx,
    )
  }

  async #pay({ method, who, cents, asked }: Extract<Step, { do: 'pay' }>): Promise<void> {
    const id = ++lastId
    const own: Line = { ...ownLine(id, method, who, cents), at: this.#now }
    await transaction(kit.db, async (tx) => {
      const row = newTransaction(
        {
          merchantId: brand,
          id,
          txType: 'BankDeposit',
          method,
          providerType: 'BANK',
          apiSource: 'FRONT_API',
          currency: 'EUR',
          requestedAmountMinor: BigInt(cents),
          userId: own.user,
          baseCurrency: 'EUR',
        },
        new Date(this.#now),
      )
      await insertPayment(tx, row, { events: [] })
      await this.#ask(tx, own, asked)
    })
    this.#lines.push(own)
  }

  async #move(which: number, to: Ended): Promise<void> {
    const line = this.#some(which, (each) => !hasFailed(each) && each.status !== 'SUCCESSFUL')
    if (!line) return
    await follow(kit.db, brand, line.id, to)
    line.status = to
  }

  async #reserve(which: number, forMs: number): Promise<void> {
    const line = this.#some(
      which,
      ({ status, method, reservation }) => status === 'PROCESSING' && method === 'DEPOSIT' && !reservation,
    )
    if (!line) return
    await follow(kit.db, brand, line.id, 'SUCCESSFUL')
    line.status = 'SUCCESSFUL'
    await this.#keepReservation(line, { until: this.#now + forMs, taken: 0 })
  }

  async #capture(which: number, cents: number): Promise<void> {
    const line = this.#some(which, ({ reservation }) => reservation !== undefined)
    if (!line?.reservation) return
    const { until, taken } = line.reservation
    await this.#keepReservation(line, { until, taken: Math.min(line.cents, taken + cents) })
  }

  async #keepReservation(line: Line, reservation: NonNullable<Line['reservation']>): Promise<void> {
    line.reservation = reservation
    await followReservation(kit.db, {
      merchantId: brand,
      id: line.id,
      captureUntil: new Date(reservation.until).toISOString(),
      authorizedAmountMinor: BigInt(line.cents),
      capturedAmountMinor: BigInt(reservation.taken),
      voidedAmountMinor: 0n,
    })
  }

  async #goBack(which: number, cents: number): Promise<void> {
    const origin = this.#some(
      which,
      ({ status, method, reservation }) =>
        status === 'SUCCESSFUL' && method !== 'REFUND' && method !== 'REVERSAL' && !reservation,
    )
    if (!origin) return
    const part = Math.min(cents, origin.cents)
    const isIn = origin.method === 'WITHDRAWAL'
    const line: Line = {
      ...origin,
      id: ++lastId,
      method: isIn ? 'REVERSAL' : 'REFUND',
      net: isIn ? part : -part,
      at: this.#now,
    }
    const returned = {
      merchantId: brand,
      txId: line.id,
      originTxId: origin.id,
      method: line.method,
      txType: line.method,
      netMinor: BigInt(line.net),
    }
    await followReturn(kit.db, returned, 'SUCCESSFUL', 0)
    await this.#stamp(kit.db, line)
    this.#lines.push(line)
  }

  async #askAgain(which: number, asked: LimitQuestion): Promise<void> {
    const own = this.#some(
      which,
      (line) => line.status === 'WAITING_APPROVAL' && line.method === 'WITHDRAWAL',
    )
    if (own) await transaction(kit.db, (tx) => this.#ask(tx, own, asked))
  }
}

const asking = [0, 1, 2].flatMap((who) => methods.map((method) => [who, method] as const))
const questions: readonly LimitQuestion[] = windows.flatMap((window) =>
  (['USER', 'ACCOUNT'] as const).flatMap((scope) =>
    [true, false].map((net) => ({ window, scope, net, max: 0 })),
  ),
)

const hour = 3_600_000
const asked = fc.record({
  window: fc.constantFrom(...windows),
  scope: fc.constantFrom('USER', 'ACCOUNT'),
  net: fc.boolean(),
  max: fc.constantFrom(0, 250, 1_000, 10_000),
})
const which = fc.nat(20)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('pay'),
      method: fc.constantFrom(...methods),
      who: fc.nat(2),
      cents: fc.constantFrom(1, 50, 100),
      asked,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('move'),
      which,
      to: fc.constantFrom(
        'SUCCESSFUL',
        'SUCCESSFUL',
        'SUCCESSFUL',
        'FAILED',
        'CANCELLED',
        'INCONSISTENT',
        'WAITING_APPROVAL',
      ),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('is reserved'),
      which,
      forMs: fc.constantFrom(1, hour, 24 * hour),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('is captured'), which, cents: fc.constantFrom(1, 33, 100) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('goes back'), which, cents: fc.constantFrom(1, 33, 100) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('ask again'), which, asked }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('wait'),
      ms: fc.constantFrom(
        1,
        2,
        hour,
        23 * hour,
        24 * hour - 1,
        24 * hour,
        25 * hour,
        6 * 24 * hour,
        31 * 24 * hour,
      ),
    }),
  },
) as fc.Arbitrary<Step>

const isLong = process.env.TEST_FULL !== undefined
// Left to itself the library makes walks of a few steps, which meet nothing they have done.
const length = isLong ? 60 : 30
const anyWalk = fc.array(step, { minLength: length / 2, maxLength: length, size: 'max' })

it(
  'counts and sums are what somebody would find who went through everything that happened',
  async () => {
    await fc.assert(
      fc.asyncProperty(anyWalk, async (steps) => {
        await sql`delete from counter_event`.execute(kit.db)
        const walk = new Walk()
        for (const each of steps) await walk.take(each)
        await walk.askEverything()
        expect(walk.differences).toEqual([])
      }),
      { numRuns: isLong ? 40 : 3 },
    )
  },
  longRunLimitMs,
)
