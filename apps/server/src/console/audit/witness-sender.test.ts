import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { createPool } from '../../kit/database.ts'
import { composed } from '../../kit/mail/compose.ts'
import type { MailMessage } from '../../kit/mail/mail-message.ts'
import { openDestinations } from '../../kit/outbound/destinations.ts'
import { createHttpExchanger } from '../../kit/outbound/http-exchange.ts'
import { kitApp, type KitApp } from '../../kit/testing/kit-app.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { verifyAudit } from '../../verify-audit.ts'
import { HeadWatch } from './head-watch.ts'
import { mailChannel, webhookChannel } from './witness-channels.ts'
import { WitnessSender, type WitnessDelivery } from './witness-sender.ts'

const group = 100010000
const minuteMs = 60_000

let kit: KitApp
/** Somebody who owns the database and this node, and has the key, but not what was sent away. */
let intruder: pg.Pool
let receiver: Server
let answerWith = 204
let received: string[] = []
let mails: MailMessage[] = []
let told: WitnessDelivery[] = []
let dataDir: string

beforeAll(async () => {
  kit = await kitApp(() => [])
  intruder = createPool({ url: kit.ownerUrl, max: 1 })
  await intruder.query('alter table audit_entry disable trigger user')
  receiver = createServer((request, reply) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      if (answerWith === 204) received.push(body)
      reply.writeHead(answerWith).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  receiver.close()
  await intruder.end()
  await kit.close()
})
beforeEach(async () => {
  ;[answerWith, received, mails, told] = [204, [], [], []]
  dataDir = mkdtempSync(join(tmpdir(), 'signalbox-witness-'))
  await intruder.query('truncate audit_entry, audit_chain')
  kit.clock.now = new Date('2026-02-03T09:00:00.000Z')
  await write(10)
})

afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

async function write(count: number): Promise<void> {
  for (let n = 1; n <= count; n++)
    await perform(kit.deps, systemActor, (unit) => {
      unit.audit({ merchantId: group, entityType: 'user', entityId: 'u', entityLabel: 'u', action: 'LOGIN' })
      return Promise.resolve()
    })
}

function watch(): HeadWatch {
  const { now, log } = kit.deps
  const { port } = receiver.address() as AddressInfo
  const destinations = openDestinations({ production: false, allowed: [] })
  const channels = [
    webhookChannel(`http://127.0.0.1:${port}/`, createHttpExchanger({ now, destinations }).exchange),
    mailChannel({
      from: 'signalbox@mail.example',
      to: 'auditor@mail.example',
      transport: { send: (mail) => Promise.resolve(void mails.push(mail)) },
    }),
  ]
  const sender = new WitnessSender({
    channels,
    now,
    log,
    told: (delivery) => Promise.resolve(void told.push(delivery)),
  })
  return new HeadWatch(kit.deps, join(dataDir, 'audit'), sender)
}

const laterBy = (ms: number): void => {
  kit.clock.now = new Date(kit.deps.now().getTime() + ms)
}

const seqs = (): number[] =>
  received.flatMap((body) =>
    (JSON.parse(body) as { witnesses: { lastSeq: number }[] }).witnesses.map(({ lastSeq }) => lastSeq),
  )

/** What lies in the mailbox of who received it. */
async function asReceived(mail: MailMessage): Promise<string> {
  const sent = await createTransport({ streamTransport: true, buffer: true }).sendMail(composed(mail))
  if (!Buffer.isBuffer(sent.message)) throw new Error('A buffer was asked for')
  return sent.message.toString('utf8')
}

/** The last entries gone, the head as it was with its genuine seal, and what the node itself had written down gone too. */
async function cutLastMinute(head: object): Promise<void> {
  await intruder.query('delete from audit_entry where seq > 10')
  await intruder.query(
    'update audit_chain set last_seq = $1, last_hash = $2, seal = $3',
    Object.values(head) as unknown[],
  )
  rmSync(join(dataDir, 'audit'), { recursive: true, force: true })
}

it('the end of a chain leaves the node every minute, and again until somebody has it', async () => {
  const heads = watch()
  await heads.note()
  await heads.note()
  expect(seqs()).toEqual([10])
  await write(2)
  answerWith = 500
  laterBy(minuteMs)
  await heads.note()
  expect(seqs()).toEqual([10])
  answerWith = 204
  laterBy(minuteMs)
  await heads.note()
  expect(seqs()).toEqual([10, 12])
  expect(mails.map(({ to }) => to)).toEqual(['auditor@mail.example'])
  laterBy(60 * minuteMs)
  await heads.note()
  expect(mails).toHaveLength(2)
})

it('somebody is told of each letter that does not arrive, and of the first one that does', async () => {
  const heads = watch()
  const beat = async () => {
    await write(1)
    laterBy(minuteMs)
    await heads.note()
    return told.splice(0).filter(({ channel }) => channel === 'webhook')
  }
  const arrived = { channel: 'webhook', failure: null }
  const lost = { channel: 'webhook', failure: 'answered 500' }
  expect(await beat()).toEqual([arrived])
  expect(await beat()).toEqual([])
  answerWith = 500
  expect(await beat()).toEqual([lost])
  expect(await beat()).toEqual([lost])
  answerWith = 204
  expect(await beat()).toEqual([arrived])
  expect(await beat()).toEqual([])
})

it('what its owner cut off within the last minute is found by what was received elsewhere', async () => {
  const heads = watch()
  await heads.note()
  const { rows } = await intruder.query<object>('select last_seq, last_hash, seal from audit_chain')
  laterBy(60 * minuteMs)
  await write(3)
  await heads.note()
  await cutLastMinute(rows[0] ?? {})
  // Alone, the database tells a story without a flaw.
  expect(await verifyAudit(kit.deps, { dataDir, files: [] })).toMatchObject({ ok: true })

  const cut =
    'broken at entry 11. The entry is missing. Witnesses saw entries up to 13: 11 to 13 were cut off.'
  const mailbox = (await Promise.all(mails.map(asReceived))).join('\n')
  expect(mailbox).toContain('quoted-printable')
  for (const text of [received.join('\n'), mailbox, mailbox.replaceAll('\r\n', '\n')]) {
    const file = join(dataDir, 'received')
    writeFileSync(file, text)
    const report = await verifyAudit(kit.deps, { dataDir, files: [file] })
    expect(report.ok).toBe(false)
    expect(report.lines).toContain(`Chain ${group}: ${cut}`)
    expect(report.lines).toContain('Witnesses read: 2.')
  }
  const after = received.length
  await watch().note()
  await heads.note()
  expect(seqs().slice(after)).not.toContain(13)
})

it('a file without a witness proves nothing, and is not passed over', async () => {
  const file = join(dataDir, 'received')
  writeFileSync(file, 'Keep this mail\n')
  const report = await verifyAudit(kit.deps, { dataDir, files: [file] })
  expect(report.ok).toBe(false)
  expect(report.lines).toContain(`${file} holds no witness of this platform.`)
})

it('a witness nobody sealed is not believed, and said to be there', async () => {
  const file = join(dataDir, 'received')
  writeFileSync(file, `${JSON.stringify({ chainId: group, lastSeq: 99, hash: 'x', seal: 'y' })}\nnot JSON\n`)
  const report = await verifyAudit(kit.deps, { dataDir, files: [file] })
  expect(report.ok).toBe(false)
  expect(report.lines).toEqual(
    expect.arrayContaining([
      `Chain ${group}: 10 entries hold, 0 witnesses agree.`,
      'Witnesses read: 0.',
      'Not sealed with the key, and left out: 1.',
    ]),
  )
})
