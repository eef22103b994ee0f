import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  euro,
  impatientAccount,
  openTestSandbox,
  testCall,
  testCard,
  type TestSandbox,
} from './testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

afterEach(async () => {
  const { items } = await sandbox.read<{ items: { id: string }[] }>('/admin/scripts')
  for (const { id } of items) await fetch(`${sandbox.sandbox.url}/admin/scripts/${id}`, { method: 'DELETE' })
})

const script = async (content: Record<string, unknown>) => {
  const answer = await sandbox.write('PUT', '/admin/scripts/test', { psp: 'acmecards', ...content })
  expect(answer.status).toBe(200)
}

const pay = (changes: Parameters<typeof testCall>[2] = {}) => {
  const call = testCall('acmecards', sandbox.callbackUrl, changes)
  return { call, outcome: sandbox.services.connectorFor('acmecards')!.submit(call) }
}

const reading = async (reference: string, account: ReturnType<typeof testCall>['account']) => {
  const [raw] = await sandbox.callbacks(reference, 1)
  return sandbox.services.connectorFor('acmecards')!.readCallback(raw!, account)
}

describe('scripts', () => {
  it('come before the fixed triggers, the lowest priority first', async () => {
    await script({ priority: 5, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    await sandbox.write('PUT', '/admin/scripts/later', {
      psp: 'acmecards',
      priority: 9,
      steps: [{ action: 'RESPOND', pspCode: '05' }],
    })
    expect(await pay({ amount: euro('666.05') }).outcome).toMatchObject({ kind: 'declined', statusNo: 504 })
  })

  it('match card, user, amount', async () => {
    await script({ match: { pan: '4242424242424242' }, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    expect(await pay({ instrument: testCard('4242424242424242') }).outcome).toMatchObject({
      kind: 'declined',
    })
    expect(await pay().outcome).toMatchObject({ kind: 'approved' })
    await script({ match: { userId: 'user_1' }, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    expect(await pay().outcome).toMatchObject({ kind: 'declined' })
    expect(await pay({ user: { userId: 'user_2' } }).outcome).toMatchObject({ kind: 'approved' })
    const amountRange = { from: '10.00', to: '20.00', currency: 'EUR' }
    await script({ match: { amountRange }, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    expect(await pay({ amount: euro('20.00') }).outcome).toMatchObject({ kind: 'declined' })
    expect(await pay({ amount: euro('20.01') }).outcome).toMatchObject({ kind: 'approved' })
  })

  it('hit the n-th payment only', async () => {
    await script({ match: { nth: 2 }, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    const kinds = []
    for (const _ of [1, 2, 3]) kinds.push((await pay().outcome).kind)
    expect(kinds).toEqual(['approved', 'declined', 'approved'])
  })

  it('hit the share they are given', async () => {
    // The draw of the test sandbox is always one half.
    await script({ match: { percent: 60 }, steps: [{ action: 'RESPOND', httpStatus: 503 }] })
    expect(await pay().outcome).toMatchObject({ kind: 'notSent', statusNo: 512 })
    await script({ match: { percent: 40 }, steps: [{ action: 'RESPOND', httpStatus: 503 }] })
    expect(await pay().outcome).toMatchObject({ kind: 'approved' })
  })

  it('break the line before or after the provider has read the request', async () => {
    for (const lost of [false, true]) {
      await script({ steps: [{ action: 'RESET', lost }] })
      const { call, outcome } = pay()
      expect(await outcome).toMatchObject({ kind: 'unknown', statusNo: 404 })
      const asked = sandbox.services
        .connectorFor('acmecards')!
        .query({ ...call, expectedAmount: call.amount })
      expect(await asked).toMatchObject({ kind: lost ? 'notFound' : 'approved' })
    }
    await script({ steps: [{ action: 'TIMEOUT', lost: true }] })
    const account = impatientAccount('acmecards')
    expect(await pay({ account }).outcome).toMatchObject({ kind: 'unknown', statusNo: 400 })
  })

  it('answer with another amount or reference', async () => {
    await script({ steps: [{ action: 'RESPOND', amountFactor: 0.5 }] })
    expect(await pay().outcome).toMatchObject({ kind: 'unknown', statusNo: 407 })
    await script({ steps: [{ action: 'RESPOND', reference: 'WRONG' }] })
    expect(await pay().outcome).toMatchObject({ kind: 'unknown', statusNo: 401 })
  })

  it('tell later, twice, forged', async () => {
    await script({ steps: [{ action: 'DUPLICATE_CALLBACK', delayMs: 1_000, signature: 'BAD' }] })
    const { call, outcome } = pay()
    expect(await outcome).toMatchObject({ kind: 'pending' })
    await sandbox.clock.advance(1_000)
    await sandbox.callbacks(call.reference, 2)
    expect(await reading(call.reference, call.account)).toMatchObject({ kind: 'rejected' })
  })

  it('end when their time is over', async () => {
    const validUntil = new Date(sandbox.clock.now() + 60_000).toISOString()
    await script({ validUntil, steps: [{ action: 'RESPOND', pspCode: '51' }] })
    expect(await pay().outcome).toMatchObject({ kind: 'declined' })
    await sandbox.clock.advance(60_000)
    expect(await pay().outcome).toMatchObject({ kind: 'approved' })
  })

  it('are refused when they make no sense', async () => {
    expect((await sandbox.write('PUT', '/admin/scripts/x', { psp: 'acmecards', steps: [] })).status).toBe(422)
  })
})

it('a provider that is too busy did nothing', async () => {
  await script({ steps: [{ action: 'RESPOND', httpStatus: 429 }] })
  expect(await pay().outcome).toMatchObject({ kind: 'notSent', statusNo: 512 })
})

it('a question about a payment is answered as badly as told, once each', async () => {
  await script({
    steps: [
      { action: 'RESPOND' },
      { action: 'STATUS', answer: 'garbage' },
      { action: 'STATUS', answer: 'busy' },
    ],
  })
  const { call, outcome } = pay()
  expect(await outcome).toMatchObject({ kind: 'approved' })
  const ask = () =>
    sandbox.services.connectorFor('acmecards')!.query({ ...call, expectedAmount: call.amount })
  const answers = [await ask(), await ask(), await ask()]
  expect(answers.map(({ kind }) => kind)).toEqual(['unknown', 'notSent', 'approved'])
})

it('an answer that comes letter by letter is not waited for to its end', async () => {
  await script({ steps: [{ action: 'RESPOND', drip: true }] })
  const { outcome } = pay({ account: impatientAccount('acmecards') })
  expect(await outcome).toMatchObject({ kind: 'unknown', statusNo: 400 })
})

describe('by hand', () => {
  it('an outage begins and ends', async () => {
    await sandbox.write('POST', '/admin/outages', { psp: 'acmecards', minutes: 10 })
    expect(await pay().outcome).toMatchObject({ kind: 'notSent', statusNo: 512 })
    await fetch(`${sandbox.sandbox.url}/admin/outages/acmecards`, { method: 'DELETE' })
    expect(await pay().outcome).toMatchObject({ kind: 'approved' })
  })

  it('a reversal, a dispute, another callback', async () => {
    const { call, outcome } = pay()
    const approved = await outcome
    const id = approved.kind === 'approved' ? approved.pspRefId : ''
    for (const act of ['dispute', 'reversal', 'callback'])
      await sandbox.write('POST', `/admin/operations/${id}/events`, { act })
    await sandbox.clock.advance(0)
    const arrived = await sandbox.callbacks(call.reference, 3)
    const subjects = arrived.map((raw) => {
      const read = sandbox.services.connectorFor('acmecards')!.readCallback(raw, call.account)
      return read.kind === 'read' ? read.subject : read.kind
    })
    expect(subjects.sort()).toEqual(['disputeFiled', 'payment', 'reversal'])
    const nonsense = await sandbox.write('POST', `/admin/operations/${id}/events`, { act: 'applause' })
    expect(nonsense.status).toBe(422)
  })

  it('a dispute of what was only reserved is not told, of what was taken it is', async () => {
    const { call, outcome } = pay({ authorizeOnly: true })
    const authorized = await outcome
    const id = authorized.kind === 'approved' ? authorized.pspRefId : ''
    const dispute = async () => {
      await sandbox.write('POST', `/admin/operations/${id}/events`, { act: 'dispute' })
      await sandbox.clock.advance(0)
    }
    await dispute()
    const { items } = await sandbox.read<{ items: { waitingTasks: number }[] }>(
      `/admin/operations?reference=${call.reference}`,
    )
    expect([items[0]?.waitingTasks, sandbox.told(call.reference)]).toEqual([0, 0])
    const capture = testCall('acmecards', sandbox.callbackUrl)
    await sandbox.services.connectorFor('acmecards')!.capture({
      ...capture,
      originReference: call.reference,
      originPspRefId: id,
    })
    await dispute()
    expect(await reading(call.reference, call.account)).toMatchObject({ subject: 'disputeFiled' })
  })

  it('a part that is disputed, won or taken back has an id, and keeps it when it is told again', async () => {
    const { call, outcome } = pay({ amount: euro('100.00') })
    const approved = await outcome
    const id = approved.kind === 'approved' ? approved.pspRefId : ''
    const happened: [string, string, bigint][] = []
    const acts: readonly { act: string; amount?: string }[] = [
      { act: 'dispute', amount: '30.00' },
      { act: 'dispute' },
      { act: 'dispute', amount: '30.00' },
      { act: 'dispute' },
      { act: 'disputeWon' },
      { act: 'disputeWon' },
      { act: 'reversal', amount: '20.00' },
      { act: 'reversal' },
      { act: 'reversal' },
    ]
    for (const [index, act] of acts.entries()) {
      await sandbox.write('POST', `/admin/operations/${id}/events`, act)
      await sandbox.clock.advance(0)
      const raw = (await sandbox.callbacks(call.reference, index + 1)).at(-1)!
      const read = sandbox.services.connectorFor('acmecards')!.readCallback(raw, call.account)
      if (read.kind === 'read') happened.push([read.subject, read.returnId ?? '', read.amount?.minor ?? 0n])
    }
    const ids = [...new Set(happened.map(([, returnId]) => returnId))]
    expect(ids).not.toContain('')
    expect(happened.map(([subject, returnId, minor]) => [subject, ids.indexOf(returnId), minor])).toEqual([
      ['disputeFiled', 0, 3000n],
      ['disputeFiled', 0, 3000n],
      ['disputeFiled', 1, 3000n],
      ['disputeFiled', 1, 3000n],
      ['disputeResolved', 2, 6000n],
      ['disputeResolved', 2, 6000n],
      ['reversal', 3, 2000n],
      ['reversal', 4, 8000n],
      ['reversal', 4, 8000n],
    ])
  })

  it('what is told and did not move has no id', async () => {
    const { call, outcome } = pay({ amount: euro('100.00') })
    const approved = await outcome
    const id = approved.kind === 'approved' ? approved.pspRefId : ''
    await sandbox.write('POST', `/admin/operations/${id}/events`, { act: 'dispute', amount: '100.01' })
    await sandbox.clock.advance(0)
    expect(await reading(call.reference, call.account)).toMatchObject({
      subject: 'disputeFiled',
      returnId: null,
    })
  })

  it('a callback that is wrong, more than once and later', async () => {
    const { call, outcome } = pay()
    const approved = await outcome
    const id = approved.kind === 'approved' ? approved.pspRefId : ''
    const fire = (options: object) =>
      sandbox.write('POST', `/admin/operations/${id}/events`, { act: 'callback', ...options })
    const read = async (count: number) =>
      (await sandbox.callbacks(call.reference, count)).map((raw) =>
        sandbox.services.connectorFor('acmecards')!.readCallback(raw, call.account),
      )
    await fire({ amountFactor: 0.5, times: 2, delayMs: 60_000 })
    await sandbox.clock.advance(59_999)
    expect(sandbox.told(call.reference)).toBe(0)
    await sandbox.clock.advance(1)
    const half = { ...call.amount, minor: call.amount.minor / 2n }
    expect(await read(2)).toMatchObject([{ amount: half }, { amount: half }])
    await fire({ signature: 'BAD' })
    await sandbox.clock.advance(0)
    expect((await read(3))[2]).toMatchObject({ kind: 'rejected' })
  })

  it('the newest payments are found from the end, as many as match', async () => {
    const made = [pay(), pay(), pay()]
    for (const { outcome } of made) await outcome
    const references = async (query: string) =>
      (await sandbox.read<{ items: { reference: string }[] }>(`/admin/operations?${query}`)).items.map(
        ({ reference }) => reference,
      )
    const inOrder = (await references('')).slice(-3)
    expect([...inOrder].sort()).toEqual(made.map(({ call }) => call.reference).sort())
    expect(await references('newest=2')).toEqual(inOrder.slice(1))
    expect(await references(`newest=2&reference=${inOrder[0]}`)).toEqual([inOrder[0]])
    expect(await references('newest=2&state=cancelled')).toEqual([])
  })

  it('is put back as it was: no scripts, no outages', async () => {
    await script({ steps: [{ action: 'RESPOND', pspCode: '51' }] })
    await sandbox.write('POST', '/admin/outages', { psp: 'borealpay' })
    expect((await sandbox.write('POST', '/admin/reset', {})).status).toBe(200)
    expect(await sandbox.read('/admin/scripts')).toEqual({ items: [] })
    expect(await pay().outcome).toMatchObject({ kind: 'approved' })
    expect((await sandbox.write('POST', '/admin/traffic/retune', { tps: 1 })).status).toBe(409)
  })

  it('not by a page of another site', async () => {
    const answer = await fetch(`${sandbox.sandbox.url}/admin/outages`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: '{"psp":"acmecards"}',
    })
    expect(answer.status).toBe(415)
  })
})

it('adds up what a provider owes for a day', async () => {
  const day = new Date(sandbox.clock.now()).toISOString().slice(0, 10)
  const before = await sandbox.read<{ totals: Record<string, string> }>(
    `/admin/settlement?psp=kestrelcard&date=${day}`,
  )
  expect(before.totals).toEqual({})
  const call = testCall('kestrelcard', sandbox.callbackUrl, {
    direction: 'WITHDRAWAL',
    amount: euro('40.00'),
  })
  await sandbox.services.connectorFor('kestrelcard')!.submit(call)
  const after = await sandbox.read<{ totals: Record<string, string>; lines: unknown[] }>(
    `/admin/settlement?psp=kestrelcard&date=${day}`,
  )
  expect(after).toMatchObject({ totals: { EUR: '-4000' }, lines: [{ reference: call.reference }] })
})

it('writes the files a provider would send for a day, as right or as wrong as asked for', async () => {
  const day = new Date(sandbox.clock.now()).toISOString().slice(0, 10)
  const calls = ['11.00', '12.00', '13.00'].map((amount) =>
    testCall('walletx', sandbox.callbackUrl, {
      amount: euro(amount),
      instrument: { kind: 'wallet', account: 'ada@wallet.example' },
    }),
  )
  for (const call of calls) await sandbox.services.connectorFor('walletx')!.submit(call)
  const files = async (options: string) => {
    const path = `/admin/settlement-files?psp=walletx&date=${day}${options}`
    const { files: found } = await sandbox.read<{ files: { name: string; content: string }[] }>(path)
    return found.map(({ content }) => content.trimEnd().split('\n').slice(1))
  }
  const [right = []] = await files('')
  expect(right.map((line) => line.split(';')[4])).toEqual(calls.map(({ reference }) => reference))
  expect(right[0]?.split(';').slice(6, 12)).toEqual(['EUR', '11.00', '1.000000', 'EUR', '10.87', '0.13'])
  const [wrong = []] = await files('&omit=1&amountOff=5&duplicate=1&unknown=1')
  expect(wrong.map((line) => line.split(';')[7])).toEqual(['12.05', '13.00', '12.05', '10.00'])
  expect((await files('&split=2')).map((lines) => lines.length)).toEqual([2, 1])
  expect((await fetch(`${sandbox.sandbox.url}/admin/settlement-files?psp=walletx&date=soon`)).status).toBe(
    422,
  )
})

it('can be put forward in time: what is owed by then is done now', async () => {
  const call = testCall('acmecards', sandbox.callbackUrl, { instrument: testCard('4000000000000259') })
  await sandbox.services.connectorFor('acmecards')!.submit(call)
  await sandbox.clock.advance(0)
  expect(sandbox.told(call.reference)).toBe(0)
  const answer = await sandbox.write('POST', '/admin/time', { minutes: 3 })
  expect(await answer.json()).toMatchObject({ aheadMinutes: 3 })
  await sandbox.clock.advance(0)
  const [raw] = await sandbox.callbacks(call.reference, 1)
  expect(sandbox.services.connectorFor('acmecards')!.readCallback(raw!, call.account)).toMatchObject({
    subject: 'disputeFiled',
  })
})
