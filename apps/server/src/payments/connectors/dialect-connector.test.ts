import { afterEach, describe, expect, it } from 'vitest'
import { testAccount, testCall } from '../../sandbox/testing/test-sandbox.ts'
import { openOutside } from './index.ts'
import { answering, faultServer, httpAnswer } from './testing/fault-server.ts'

const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

const providers = [
  'acmecards',
  'borealpay',
  'kestrelcard',
  'nordbank',
  'walletx',
  'manualbank',
  'voucherstore',
  'coinsim',
] as const

const world = (sandboxUrl?: string) => {
  const outside = openOutside({ now: () => new Date('2026-11-16T10:00:00Z'), sandboxUrl })
  open.push(outside)
  return (psp: string) => outside.connectorFor(psp)!
}

async function answered(psp: string, answer: string) {
  const server = await faultServer(answering(answer))
  open.push(server)
  const account = { ...testAccount(psp), endpoint: server.url }
  return world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback', { account }))
}

describe.each(providers)('%s', (psp) => {
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

  it('is not called without an address', async () => {
    const outcome = await world()(psp).submit(testCall(psp, 'http://127.0.0.1:9/callback'))
    expect(outcome).toMatchObject({ kind: 'notSent', reason: 'config', statusNo: 508 })
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
