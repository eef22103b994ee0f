import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openSandbox } from './sandbox.ts'
import { fakeClock } from './testing/fake-clock.ts'
import { openTestSandbox, testCall, type TestSandbox } from './testing/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

const nobodyListens = 'http://127.0.0.1:9'

/** What a sandbox finds that starts with the files of one that was killed this moment. */
async function bookAfterKill(reference: string): Promise<readonly string[]> {
  const dir = join(sandbox.dir, '..', 'killed')
  cpSync(sandbox.dir, dir, { recursive: true, filter: (path) => !path.endsWith('.lock') })
  const clock = fakeClock(sandbox.clock.now())
  const started = await openSandbox({ dir, port: 0, clock, random: () => 0.5, delayScale: 1 })
  try {
    await clock.advance(60_000)
    const { items } = (await (await fetch(`${started.url}/admin/book?reference=${reference}`)).json()) as {
      items: { movement: string; minor: string }[]
    }
    return items.map(({ movement, minor }) => `${movement} ${minor}`)
  } finally {
    await started.close()
  }
}

it('money that went back goes back once, also where the provider was killed before it told of it', async () => {
  const call = testCall('acmecards', nobodyListens)
  const approved = await sandbox.services.connectorFor('acmecards')!.submit(call)
  const id = approved.kind === 'approved' ? approved.pspRefId : ''
  for (const act of ['dispute', 'disputeWon']) {
    await sandbox.write('POST', `/admin/operations/${id}/events`, { act })
    await sandbox.clock.advance(0)
  }
  const expected = ['authorized 10000', 'captured 10000', 'disputed 10000', 'disputed -10000']
  expect(await bookAfterKill(call.reference)).toEqual(expected)
})
