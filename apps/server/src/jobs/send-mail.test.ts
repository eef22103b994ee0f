import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { systemActor } from '../kit/audit.ts'
import { createPool } from '../kit/database.ts'
import { runQueuedJobs } from '../kit/jobs/job-queue.ts'
import { captureTransport } from '../kit/mail/capture-transport.ts'
import { mailJob } from '../kit/mail/mail-job.ts'
import type { MailRequest } from '../kit/mail/mail-message.ts'
import { smtpTransport } from '../kit/mail/smtp-transport.ts'
import { ownMailServer } from '../kit/outbound/mail-server.ts'
import { secretBox } from '../kit/secret-box.ts'
import { kitApp, type KitApp } from '../kit/testing/kit-app.ts'
import { perform } from '../kit/unit-of-work.ts'
import { sendMail, type SendMailDeps } from './send-mail.ts'

const brand = 100010001
const request: MailRequest = {
  to: 'anna.berg@mail.example',
  template: 'PasswordReset',
  merchantId: brand,
  locale: 'en',
  view: {
    user: { displayName: 'Anna Berg', username: 'anna.berg' },
    link: 'https://signalbox.example/reset?token=s3cret',
    expiresMinutes: 30,
  },
}
const secrets = secretBox(Buffer.alloc(32, 3))

let kit: KitApp
let folder: string
beforeAll(async () => {
  kit = await kitApp(() => [])
})
afterAll(() => kit.close())
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'signalbox-mail-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const enqueue = (mail: MailRequest) =>
  perform(kit.deps, systemActor, (work) =>
    Promise.resolve(work.enqueue(mailJob(secrets, mail, work.newId()))),
  )

const deliver = (overrides: Partial<SendMailDeps> = {}) =>
  runQueuedJobs({
    url: kit.queueUrl,
    log: kit.deps.log,
    tasks: [
      sendMail({
        deps: kit.deps,
        secrets,
        transport: captureTransport(folder),
        from: 'Signalbox <no-reply@signalbox.example>',
        renderMail: () => Promise.resolve(null),
        mailSettings: () => Promise.resolve({ from: null, replyTo: null, smtpUrl: null }),
        smtp: () => ({ send: () => Promise.reject(new Error('no mail server')) }),
        ...overrides,
      }),
    ],
  })

const captured = (ending: string) => readdirSync(folder).filter((name) => name.endsWith(ending))
const read = (name: string) => readFileSync(join(folder, name), 'utf8')

it('captures a mail in the built-in words, readable by its owner only', async () => {
  await enqueue(request)
  await deliver()
  const [json = ''] = captured('.json')
  expect(JSON.parse(read(json))).toMatchObject({
    to: 'anna.berg@mail.example',
    template: 'PasswordReset',
    subject: 'Choose a new password',
    text: expect.stringContaining('https://signalbox.example/reset?token=s3cret') as string,
    replyTo: null,
  })
  const [eml = ''] = captured('.eml')
  expect(read(eml)).toContain('To: anna.berg@mail.example')
  expect(json).toMatch(/^\d{8}T\d{9}Z-\d+\.json$/)
  expect(statSync(join(folder, json)).mode & 0o077).toBe(0)
  expect(readdirSync(folder)).toHaveLength(2)
})

it('uses the words of the template when there is one', async () => {
  await enqueue({ ...request, locale: 'sv_SE' })
  const seen: MailRequest[] = []
  await deliver({
    renderMail: (asked) => {
      seen.push(asked)
      const { link } = asked.view as { link: string }
      return Promise.resolve({ subject: 'Nytt lösenord', text: `Hej! ${link}`, html: `<p>Hej! ${link}</p>` })
    },
  })
  const link = expect.not.stringContaining('s3cret') as string
  expect(seen).toEqual([{ ...request, locale: 'sv_SE', view: { ...request.view, link } }])
  expect(JSON.parse(read(captured('.json')[0] ?? ''))).toMatchObject({
    subject: 'Nytt lösenord',
    html: '<p>Hej! https://signalbox.example/reset?token=s3cret</p>',
  })
})

it('puts a link that lets people in into no address of a template', async () => {
  await enqueue(request)
  await deliver({
    renderMail: ({ view }) => {
      const { link } = view as { link: string }
      const html = `<a href="${link}">Here</a><img src="https://evil.example/?x=${encodeURIComponent(link)}">`
      return Promise.resolve({ subject: 'Hello', text: link, html })
    },
  })
  const [json = ''] = captured('.json')
  expect(read(json)).not.toContain('evil.example')
  expect(JSON.parse(read(json))).toMatchObject({
    subject: 'Choose a new password',
    text: expect.stringContaining('https://signalbox.example/reset?token=s3cret') as string,
    html: null,
  })
})

it('names the nearest support address as the one to answer to', async () => {
  await sql`update merchant set support_email = 'help@nordic.example' where id = 100010000`.execute(kit.db)
  await enqueue(request)
  await deliver()
  expect(JSON.parse(read(captured('.json')[0] ?? ''))).toMatchObject({ replyTo: 'help@nordic.example' })
})

it('leaves as the merchant wants it: its sender, its address for answers, its mail server', async () => {
  await enqueue({ ...request, template: 'MaintenanceEnded', view: { window: { title: 'Night' } } })
  const sent: string[] = []
  const own = { from: 'Shop <shop@nordic.example>', replyTo: 'ask@nordic.example', smtpUrl: 'smtp://own' }
  await deliver({
    mailSettings: (merchantId) =>
      Promise.resolve(merchantId === request.merchantId ? own : { ...own, from: null }),
    smtp: (url) => ({
      send: ({ from, replyTo }) => Promise.resolve(void sent.push(`${url} ${from} ${replyTo}`)),
    }),
  })
  expect(sent).toEqual(['smtp://own Shop <shop@nordic.example> ask@nordic.example'])
  expect(captured('.json')).toEqual([])
})

it('that is a way into an account leaves by the platform, whatever a merchant wants', async () => {
  await enqueue(request)
  await deliver({
    mailSettings: () => Promise.resolve({ from: 'A thief', replyTo: null, smtpUrl: 'smtp://thief' }),
    smtp: () => ({ send: () => Promise.reject(new Error('The thief has it')) }),
  })
  const [mail = ''] = captured('.json')
  expect(JSON.parse(read(mail))).toMatchObject({ from: 'Signalbox <no-reply@signalbox.example>' })
})

it('keeps addresses and links out of the queue', async () => {
  await enqueue(request)
  const owner = createPool({ url: kit.ownerUrl, max: 1 })
  const { rows } = await owner.query<{ payload: unknown }>(
    'select payload from graphile_worker._private_jobs',
  )
  await owner.end()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toMatch(/s3cret|anna/)
  await deliver()
})

it('tries again when the mail server refuses, and sends the same message id', async () => {
  const server = await refusingOnce()
  await enqueue(request)
  const transport = smtpTransport(ownMailServer(`smtp://127.0.0.1:${server.port}`))
  await deliver({ transport })
  expect(server.accepted).toEqual([])
  const owner = createPool({ url: kit.ownerUrl, max: 1 })
  await owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 second'`)
  await owner.end()
  await deliver({ transport })
  server.close()
  expect(server.accepted).toHaveLength(1)
  expect(server.accepted[0]).toContain('Choose a new password')
  expect(server.accepted[0]).toMatch(/Message-ID: <\d+@signalbox>/)
})

/** A mail server that says "not now" to the first message and takes the second. */
async function refusingOnce() {
  const accepted: string[] = []
  let conversations = 0
  const server: Server = createServer((socket) => {
    const refuses = ++conversations === 1
    let data: string | null = null
    socket.write('220 ready\r\n')
    socket.on('data', (chunk) => {
      const text = chunk.toString()
      if (data !== null) {
        data += text
        if (!data.endsWith('\r\n.\r\n')) return
        accepted.push(data)
        data = null
        socket.write('250 ok\r\n')
      } else if (text.startsWith('MAIL') && refuses) socket.write('451 not now\r\n')
      else if (text.startsWith('DATA')) {
        data = ''
        socket.write('354 go on\r\n')
      } else socket.write('250 ok\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { accepted, port: (server.address() as { port: number }).port, close: () => server.close() }
}
