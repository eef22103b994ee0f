import { describe, expect, it } from 'vitest'
import { judge, type Observation, type PspOperation, type SeenPayment } from './oracle.ts'

const merchantId = 100010001
const payment = (id: number, changes: Partial<SeenPayment> = {}): SeenPayment => ({
  merchantId,
  id,
  originTxId: null,
  key: `key-${id}`,
  statusNo: 0,
  nextStep: null,
  leaseUntil: null,
  looksAt: null,
  ...changes,
})
const history = (txId: number, ...numbers: number[]) =>
  numbers.map((toNo, i) => ({ txId, seq: i + 1, fromNo: i === 0 ? null : (numbers[i - 1] ?? null), toNo }))
const operation = (id: number, changes: Partial<PspOperation> = {}): PspOperation => ({
  reference: `${merchantId}A${id}`,
  key: `${merchantId}A${id}-1`,
  kind: 'deposit',
  currency: 'EUR',
  captured: 1000n,
  paidOut: 0n,
  refunded: 0n,
  returned: 0n,
  disputed: 0n,
  ...changes,
})

/** One deposit that went well, one payout, one that failed: as it should be. */
const sound: Observation = {
  acknowledged: [
    { key: 'key-1', txId: 1, state: 'SUCCESSFUL' },
    { key: 'key-2', txId: 2, state: 'WAITING_APPROVAL' },
    { key: 'key-3', txId: 3, state: 'FAILED' },
  ],
  payments: [payment(1), payment(2), payment(3, { statusNo: 504 })],
  events: [
    ...history(1, 100, 200, 201, 0),
    ...history(2, 100, 200, 351, 200, 201, 0),
    ...history(3, 100, 200, 504),
  ],
  seals: [],
  written: new Map([
    [1, 4],
    [2, 6],
    [3, 3],
  ]),
  chains: [{ chainId: 1000, ok: true, reason: null }],
  operations: [
    operation(1),
    operation(2, { kind: 'withdrawal', captured: 0n, paidOut: 500n }),
    operation(3, { captured: 0n }),
  ],
  movements: [
    { key: 'a', movement: 'captured' },
    { key: 'b', movement: 'paidOut' },
  ],
  ledger: [
    { txId: 1, currency: 'EUR', receivable: 1000n },
    { txId: 2, currency: 'EUR', receivable: -500n },
  ],
  cases: new Set(),
  unsettled: [],
  announced: new Set([1, 2, 3]),
  findings: [],
}

const sealsOf = (events: Observation['events']) =>
  events.map(({ txId, seq }) => ({ txId, firstSeq: seq, lastSeq: seq }))

/** Whatever happened is in the audit log, unless a test says otherwise. */
const judged = (changes: Partial<Observation> = {}) =>
  judge({ ...sound, seals: sealsOf(changes.events ?? sound.events), ...changes })

const rulesBroken = (changes: Partial<Observation>) => [...new Set(judged(changes).map(({ rule }) => rule))]

describe('the oracle', () => {
  it('has nothing to say about a sound platform', () => {
    expect(judged()).toEqual([])
  })

  it('notices a payment that was answered and is gone', () => {
    expect(rulesBroken({ payments: sound.payments.slice(1), events: sound.events.slice(4) })).toEqual([
      'nothing acknowledged is lost',
      'both books agree',
    ])
  })

  it('notices an answer that no longer holds', () => {
    const turned = [payment(1), payment(2), payment(3)]
    const events = [...sound.events.slice(0, 10), ...history(3, 100, 200, 0)]
    expect(rulesBroken({ payments: turned, events })).toEqual(['nothing acknowledged is lost'])
  })

  it('notices two payments for one key', () => {
    const twice = [...sound.payments, payment(4, { key: 'key-3', statusNo: 504 })]
    expect(rulesBroken({ payments: twice, events: [...sound.events, ...history(4, 100, 504)] })).toEqual([
      'one payment per key',
    ])
  })

  it('notices a capture made twice with one key', () => {
    const movements = [...sound.movements, { key: 'a', movement: 'captured' }]
    const operations = [operation(1, { captured: 2000n }), ...sound.operations.slice(1)]
    expect(rulesBroken({ movements, operations })).toEqual(['at most one capture', 'both books agree'])
  })

  it('notices a second attempt that captured too, even where the sums agree', () => {
    const operations = [
      operation(1, { captured: 500n }),
      operation(1, { captured: 500n, key: 'other' }),
      ...sound.operations.slice(1),
    ]
    expect(rulesBroken({ operations })).toEqual(['at most one capture'])
  })

  it('notices money that is in one book only', () => {
    expect(rulesBroken({ ledger: sound.ledger.slice(1) })).toEqual(['both books agree'])
    expect(rulesBroken({ operations: sound.operations.slice(1) })).toEqual(['both books agree'])
    expect(rulesBroken({ operations: [...sound.operations, operation(9)] })).toEqual(['both books agree'])
  })

  it('counts a refund with the payment it belongs to', () => {
    const refund = payment(5, { originTxId: 1, key: null })
    const seen = {
      payments: [...sound.payments, refund],
      events: [...sound.events, ...history(5, 100, 200, 0)],
      operations: [operation(1, { refunded: 400n }), ...sound.operations.slice(1)],
    }
    const booked = [...sound.ledger, { txId: 5, currency: 'EUR', receivable: -400n }]
    expect(rulesBroken({ ...seen, ledger: booked })).toEqual([])
    expect(rulesBroken(seen)).toEqual(['both books agree'])
  })

  it('notices a callback nobody has dealt with, and lets books differ while somebody has a case about one', () => {
    const operations = [operation(1, { returned: 400n }), ...sound.operations.slice(1)]
    const heard = (outcome: string, hasCase: boolean) => ({
      operations,
      unsettled: [{ txId: 1, outcome, hasCase }],
    })
    expect(rulesBroken(heard('FAILED', true))).toEqual([])
    expect(rulesBroken(heard('RECEIVED', false))).toEqual(['both books agree', 'callbacks are dealt with'])
    expect(rulesBroken(heard('REFUSED', false))).toEqual(['both books agree', 'callbacks are dealt with'])
    expect(rulesBroken({ unsettled: [{ txId: 1, outcome: 'PARKED', hasCase: false }] })).toEqual([])
  })

  it('lets books differ while a payment is unclear, if somebody was asked to look', () => {
    const seen = {
      payments: [payment(1, { statusNo: 400 }), ...sound.payments.slice(1)],
      events: [...history(1, 100, 200, 400), ...sound.events.slice(4)],
      ledger: sound.ledger.slice(1),
    }
    expect(rulesBroken({ ...seen, cases: new Set([1]) })).toEqual([])
    expect(rulesBroken(seen)).toEqual(['what is unclear has a case'])
  })

  it('lets our book wait for what the PSP has not told yet', () => {
    const looksAt = '2026-11-16T10:00:00.000Z'
    const payments = [payment(1, { statusNo: 303, looksAt }), ...sound.payments.slice(1)]
    const events = [...history(1, 100, 200, 303), ...sound.events.slice(4)]
    expect(rulesBroken({ payments, events, ledger: sound.ledger.slice(1) })).toEqual([])
  })

  it('notices a payment nobody goes on with', () => {
    const seen = {
      payments: [payment(1, { statusNo: 200 }), ...sound.payments.slice(1)],
      events: [...history(1, 100, 200), ...sound.events.slice(4)],
      ...{ operations: sound.operations.slice(1), ledger: sound.ledger.slice(1) },
    }
    expect(rulesBroken(seen)).toEqual(['everything comes to an end'])
  })

  it('notices a next step that nobody will take, and a wait that nobody ends', () => {
    const unclear = {
      events: [...history(1, 100, 200, 400), ...sound.events.slice(4)],
      ledger: sound.ledger.slice(1),
      cases: new Set([1]),
    }
    const withStep = (leaseUntil: string | null) => [
      payment(1, { statusNo: 400, nextStep: 'transfer', leaseUntil }),
      ...sound.payments.slice(1),
    ]
    expect(judged({ ...unclear, payments: withStep(null) })).toEqual([
      {
        rule: 'somebody goes on with everything',
        subject: '1',
        detail: 'is 400 and nobody will ever take the step transfer',
      },
    ])
    expect(judged({ ...unclear, payments: withStep('2026-11-16T10:00:00.000Z') })).toEqual([])
    const payments = [payment(1, { statusNo: 303 }), ...sound.payments.slice(1)]
    const events = [...history(1, 100, 200, 303), ...sound.events.slice(4)]
    expect(rulesBroken({ payments, events })).toEqual(['somebody goes on with everything'])
  })

  it.each([
    ['a step that cannot be', history(1, 100, 200, 504, 0)],
    ['a missing event', history(1, 100, 200, 201, 0).filter(({ seq }) => seq !== 2)],
    ['a change without an event', history(1, 100, 200, 201)],
  ])('notices %s', (_what, events) => {
    expect(rulesBroken({ events: [...events, ...sound.events.slice(4)] })).toEqual(['the history is legal'])
  })

  it('notices what the audit log does not hold, and a log that was changed', () => {
    const seals = [
      { txId: 1, firstSeq: 1, lastSeq: 2 },
      { txId: 1, firstSeq: 4, lastSeq: 4 },
      ...sealsOf(sound.events.slice(4)),
    ]
    expect(judged({ seals })).toEqual([
      { rule: 'every event is in the audit log', subject: '1', detail: 'event 3 is not in the audit log' },
    ])
    // What was written after everything was to be sealed is not missed.
    const written = new Map([...sound.written, [1, 2]])
    expect(judged({ seals, written })).toEqual([])
    const broken = { chainId: 1000, ok: false, reason: 'An entry was changed' }
    expect(rulesBroken({ chains: [...sound.chains, broken] })).toEqual(['the audit log holds'])
    expect(rulesBroken({ chains: [] })).toEqual(['the audit log holds'])
  })

  it('passes on what the platform found itself, and what nobody was told', () => {
    const findings = [{ invariant: 'I1', subject: 'an entry', detail: 'debit 1, credit 2' }]
    expect(rulesBroken({ findings })).toEqual(['the ledger holds'])
    expect(rulesBroken({ announced: new Set([1, 2]) })).toEqual(['changes are announced'])
  })
})
