import { afterEach, describe, expect, it } from 'vitest'
import { acmecards } from '@signalbox/sandbox/providers/acmecards'
import { borealpay } from '@signalbox/sandbox/providers/borealpay'
import { coinsim } from '@signalbox/sandbox/providers/coinsim'
import { kestrelcard } from '@signalbox/sandbox/providers/kestrelcard'
import { manualbank } from '@signalbox/sandbox/providers/manualbank'
import { nordbank } from '@signalbox/sandbox/providers/nordbank'
import { voucherstore } from '@signalbox/sandbox/providers/voucherstore'
import { walletx } from '@signalbox/sandbox/providers/walletx'
import { noTotals, type Operation } from '@signalbox/sandbox/psp/operation'
import { approved } from '@signalbox/sandbox/psp/plan'
import { euro, testAccount, testCall } from '@signalbox/sandbox/testing/test-sandbox'
import { testWayOut } from '../../kit/outbound/testing/test-way-out.ts'
import { connectorNames, openExternalServices } from './index.ts'
import { ownStore } from './own-store.ts'
import { answering, faultServer, httpAnswer } from '../../kit/outbound/testing/fault-server.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const world = (sandboxUrl?: string) => {
  const now = () => new Date('2026-11-16T10:00:00Z')
  const wayOut = testWayOut(now)
  open.push(wayOut)
  const services = openExternalServices({ now, exchange: wayOut.exchange, sandboxUrl })
  return (psp: string) => services.connectorFor(psp)!
}

async function answered(psp: string, answer: string) {
  const server = await faultServer(answering(answer))
  open.push(server)
  const account = { ...testAccount(psp), endpoint: server.url }
  return world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback', { account }))
}

/** Our own store is asked in the database. */
const overTheNetwork = connectorNames.filter((name) => name !== ownStore)

describe.each(overTheNetwork)('%s', (psp) => {
  it('is sent nothing where the platform does not allow its address, and nobody is in doubt about it', async () => {
    let calls = 0
    const server = await faultServer(() => void calls++)
    open.push(server)
    const refused = 'psp.example is not among the hosts'
    const account = { ...testAccount(psp), endpoint: server.url, refused }
    const connector = world()(psp)
    const sent = await connector.submit(testCall(psp, 'http://127.0.0.1:9/callback', { account }))
    expect(sent).toMatchObject({
      kind: 'notSent',
      reason: 'refused',
      statusNo: 508,
      log: { failure: refused },
    })
    expect(await connector.ping(account)).toMatchObject({ ok: false, message: refused })
    expect(calls).toBe(0)
  })

  it.each([
    ['500 Internal Server Error', 'oops', 'unknown', 405],
    ['502 Bad Gateway', '<html></html>', 'unknown', 405],
    ['200 OK', '{"half":', 'unknown', 405],
    ['200 OK', '', 'unknown', 405],
    ['200 OK', '{"status":"something else"}', 'unknown', 405],
    ['302 Found', '', 'unknown', 405],
    ['400 Bad Request', '{"what":"ever"}', 'declined', 510],
    ['401 Unauthorized', '{}', 'declined', 508],
    ['403 Forbidden', '{}', 'declined', 508],
    ['429 Too Many Requests', '{}', 'notSent', 512],
  ] as const)('%s %s is %s %i', async (status, body, kind, statusNo) => {
    expect(await answered(psp, httpAnswer(status, body))).toMatchObject({ kind, statusNo })
  })

  it.each([
    ['400 Bad Request', '{"what":"ever"}'],
    ['401 Unauthorized', '{}'],
    ['403 Forbidden', '{}'],
    ['404 Not Found', '<html></html>'],
  ])('asked about a payment, %s %s says nothing about it', async (status, body) => {
    const server = await faultServer(answering(httpAnswer(status, body)))
    open.push(server)
    const account = { ...testAccount(psp), endpoint: server.url }
    const { reference, idempotencyKey, amount } = testCall(psp, 'http://127.0.0.1:9/callback', { account })
    const about = { account, reference, idempotencyKey, expectedAmount: amount }
    for (const direction of ['DEPOSIT', 'WITHDRAWAL'] as const)
      expect(await world()(psp).query({ ...about, direction })).toMatchObject({
        kind: 'notSent',
        reason: 'config',
      })
  })

  it('is not called without an address', async () => {
    const outcome = await world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback'))
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'config', statusNo: 508 })
  })

  it('is not called inside of a network, and nothing was sent', async () => {
    const account = { ...testAccount(psp), endpoint: 'https://169.254.169.254/' }
    const outcome = await world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback', { account }))
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'connect' })
    expect(outcome.log.failure).toContain('metadata service')
  })

  it('is not called without its credentials', async () => {
    const account = { ...testAccount(psp), secrets: {}, endpoint: 'http://127.0.0.1:9' }
    const outcome = await world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback', { account }))
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'config' })
    expect(outcome.log.failure).toContain('not configured')
  })

  it('sends real providers nothing that is meant for the sandbox', async () => {
    const outcome = await answered(psp, httpAnswer('200 OK', ''))
    expect(Object.keys(outcome.log.requestHeaders).join()).not.toContain('sandbox')
  })
})

it('services that receive card and identity data are sent nothing where the platform does not allow it', async () => {
  let calls = 0
  const server = await faultServer(() => void calls++)
  open.push(server)
  const now = () => new Date('2026-11-16T10:00:00Z')
  const wayOut = testWayOut(now)
  open.push(wayOut)
  const { fraud, kyc, threeDs } = openExternalServices({
    now,
    exchange: wayOut.exchange,
    sandboxUrl: undefined,
  })
  const refused = 'service.example is not among the hosts'
  const provider = { provider: 'service', endpoint: server.url, refused }
  const about = { userId: 'u', txType: 'CreditcardDeposit', amount: euro('1.00') }
  const outcomes = [
    await fraud.screen({ provider, reference: 'r', timeoutMs: 1_000, ...about }),
    await kyc.check({ provider, idempotencyKey: 'k', userId: 'u', scopes: ['ID'] }),
    await kyc.result(provider, 'r'),
    await threeDs.result(provider, 't'),
  ]
  for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'failed', log: { failure: refused } })
  expect(calls).toBe(0)
})

it('refuses what a provider cannot do, instead of asking it for something else', async () => {
  const followUp = {
    account: { ...testAccount('nordbank'), endpoint: 'http://127.0.0.1:9' },
    reference: '100010001A2',
    idempotencyKey: '100010001A2-1',
    originReference: '100010001A1',
    originPspRefId: null,
    amount: { minor: 100n, currency: 'EUR' },
    requestedAmount: { minor: 100n, currency: 'EUR' },
    callbackUrl: '',
  }
  for (const operation of ['capture', 'void'] as const)
    expect(await world()('nordbank')[operation](followUp)).toMatchObject({
      kind: 'notSent',
      reason: 'config',
    })
})

describe.each([
  [acmecards, '"modificationReference":"back-1"'],
  [borealpay, '&rid=back-1'],
  [coinsim, '"movement":{"id":"back-1"}'],
  [kestrelcard, '"returnId":"back-1"'],
  [manualbank, '"returnNo":"back-1"'],
  [nordbank, '"RtrId":"back-1"'],
  [voucherstore, '"movement":"back-1"'],
  [walletx, '&return_id=back-1'],
] as const)('what went back at $psp', (provider, field) => {
  const { psp } = provider
  const account = testAccount(psp)
  const reference = '100010001A27023107'
  const amount = euro('30.00')
  const operation: Operation = {
    id: 'op-1',
    psp,
    account: account.account,
    kind: 'deposit',
    key: 'key-1',
    reference,
    originId: null,
    amount: euro('100.00'),
    requested: euro('100.00'),
    authorizeOnly: false,
    callbackUrl: '',
    returnUrl: '',
    plan: approved,
    acceptedAt: 0,
    state: 'approved',
    code: '',
    arrivedMinor: null,
    totals: noTotals(),
    movedBack: [],
    tasks: [],
  }
  const told = (subject: 'reversal' | 'disputeFiled' | 'disputeResolved', returnId?: string) =>
    provider.tell({ eventId: 'e-1', subject, operation, reference, amount, returnId, at: 0 }, false)
  const read = (raw: ReturnType<typeof told>) => world()(psp).readCallback(raw, account)

  it.each(['reversal', 'disputeFiled', 'disputeResolved'] as const)('is read with its id: %s', (subject) => {
    const message = told(subject, 'back-1')
    expect(message.body).toContain(field)
    expect(read(message)).toMatchObject({ kind: 'read', subject, amount, returnId: 'back-1' })
    expect(read(told(subject))).toMatchObject({ kind: 'read', subject, amount, returnId: null })
  })

  it('has an id whenever it moved, which its connector declares', () => {
    expect(world()(psp).traits.namesReturns).toBe(true)
  })

  it('cannot be given another id, and cannot lose it, on the way', () => {
    const message = told('disputeFiled', 'back-1')
    for (const other of [field.replace('back-1', 'back-2'), field.replace('back-1', '')]) {
      const body = message.body.replace(field, other)
      expect(read({ ...message, body })).toMatchObject({ kind: 'rejected' })
    }
  })
})
