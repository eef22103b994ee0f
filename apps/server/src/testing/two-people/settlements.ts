import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { fileOf } from '../../finance/settlements/testing/planted-file.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { at, outcomeOf, platform, type Rule } from './cast.ts'

const account = { psp: 'acmecards', pspAccount: '3DS' }
let files = 0

/** Two who settle and keep the books, apart from everybody else of the cast. */
async function settlers(): Promise<[Client, Client]> {
  await sql`update backoffice_user set roles = '{SETTLEMENTS,MINIBANK_ADMIN}'
    where username in ('finance2', 'kyc')`.execute(platform.db)
  return [await platform.as('finance2'), await platform.as('kyc')]
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

async function onBatch(who: Client, id: string, name: string, body: object = {}) {
  const { version } = await made(who.get(`/settlement-batch/${id}?${at}`))
  return who.post(`/settlement-batch/${id}/${name}?${at}`, { version, ...body })
}

async function writeOff(who: Client, batchId: string) {
  const { items } = await made(who.get(`/settlement-line?${at}&batchId=${batchId}&open=true&limit=200`))
  const { id, version } = items[0]
  return who.post(`/settlement-line/${id}/write-off?${at}`, { version, reason: 'Lost for good' })
}

export const settlementAcceptance: Rule = {
  'the same account': async () => {
    const [one] = await settlers()
    return outcomeOf(await onBatch(one, await imported(one), 'accept'))
  },
}

export const settlementWriteOff: Rule = {
  'the same account': async () => {
    const [one] = await settlers()
    const id = await imported(one)
    await made(writeOff(one, id))
    return outcomeOf(await writeOff(one, id))
  },
}

export const undoneAcceptance: Rule = {
  'the same account with both roles': async () => {
    const [one, other] = await settlers()
    const id = await imported(one)
    await made(writeOff(one, id))
    await made(writeOff(other, id))
    await made(onBatch(other, id, 'accept'))
    await made(onBatch(one, id, 'unaccept', { reason: 'A wrong file' }))
    return outcomeOf(await onBatch(one, id, 'unaccept', { reason: 'A wrong file' }))
  },
}
