import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { fileOf } from '../../finance/settlements/testing/planted-file.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import type { TwoPersonRule } from './attempt.ts'
import { at, person, platform } from './cast.ts'

const account = { psp: 'acmecards', pspAccount: '3DS' }
let files = 0

/** Two who settle and keep the books, apart from everybody else of the cast. */
async function settlers(): Promise<[Client, Client]> {
  await sql`update backoffice_user set roles = '{SETTLEMENTS,MINIBANK_ADMIN}'
    where username in ('finance2', 'kyc')`.execute(platform.db)
  return [await person('finance2'), await person('kyc')]
}

async function made(answer: Promise<{ status: number; body: any; text: string }>) {
  const { status, body, text } = await answer
  expect(status, text).toBe(200)
  return body
}

/** A batch with one line that fits no payment, worth more than one person writes off. */
async function imported(who: Client): Promise<string> {
  const number = ++files
  const line = { type: 'SETTLED', pspRefId: `two-${number}`, merchantRef: '', at: '2026-02-03T10:00:00Z' }
  const content = fileOf(`two-${number}`, '2026-02-05', [
    { ...line, minor: 9_000_000n, feeMinor: 0n, fxRate: '1' },
  ])
  const { problems } = await made(
    who.post(`/settlement/import/preview?${at}`, { ...account, fileName: 'two.csv', content }),
  )
  expect(problems).toEqual([])
  const sha256 = createHash('sha256').update(content).digest('hex')
  const { id } = await made(who.post(`/settlement/import/commit?${at}`, { ...account, sha256 }))
  return id
}

const batchRequest = (who: Client, id: string, name: string, body: object) => async () => {
  const { version } = await made(who.get(`/settlement-batch/${id}?${at}`))
  return { path: `/settlement-batch/${id}/${name}?${at}`, body: { version, ...body } }
}
async function writeOffRequest(who: Client, batchId: string) {
  const { items } = await made(who.get(`/settlement-line?${at}&batchId=${batchId}&limit=200`))
  const { id, version } = items[0]
  return {
    path: `/settlement-line/${id}/write-off?${at}`,
    body: { version, reason: 'Lost for good' },
  }
}
const sent = (who: Client, { path, body }: { path: string; body: object }) => made(who.post(path, body))

export const settlementAcceptance: TwoPersonRule = {
  guard: 'apps/server/src/finance/settlements/batches.ts',
  asksForProof: false,
  copies: 'the file itself is what one person brings',
  prepare: async () => {
    const [one, other] = await settlers()
    const id = await imported(one)
    await sent(one, await writeOffRequest(one, id))
    await sent(other, await writeOffRequest(other, id))
    return { one, other, confirmation: batchRequest(one, id, 'accept', {}) }
  },
  ways: {},
}

export const settlementWriteOff: TwoPersonRule = {
  guard: 'apps/server/src/finance/settlements/lines.ts',
  asksForProof: false,
  copies: 'a line that is written off in another batch is another line',
  prepare: async () => {
    const [one, other] = await settlers()
    const id = await imported(one)
    return { one, other, ask: await writeOffRequest(one, id), confirmation: () => writeOffRequest(one, id) }
  },
  ways: {},
}

export const undoneAcceptance: TwoPersonRule = {
  guard: 'apps/server/src/finance/settlements/batches.ts',
  asksForProof: false,
  copies: 'it is about one batch',
  prepare: async () => {
    const [one, other] = await settlers()
    const id = await imported(one)
    await sent(one, await writeOffRequest(one, id))
    await sent(other, await writeOffRequest(other, id))
    await sent(other, await batchRequest(other, id, 'accept', {})())
    const confirmation = batchRequest(one, id, 'unaccept', { reason: 'A wrong file' })
    return { one, other, ask: await confirmation(), confirmation }
  },
  ways: {},
}
