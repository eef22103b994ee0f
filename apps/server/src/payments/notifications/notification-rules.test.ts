import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { mailTasks } from '../../jobs/index.ts'
import { runQueuedJobs } from '../../kit/jobs/job-queue.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import { onlyFor, rulePublisher } from '../testing/publish-rules.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'
import { deliverDue } from './deliver.ts'
import { sendWebhook } from './webhook-sender.ts'

/** Who is told what, by the rules for notifications (T16) and for users who do not pass their check (T20). */

const merchantId = 100010001
const brand = `merchantId=${merchantId}`

let platform: PaymentPlatform
let admin: Client
let publish: Awaited<ReturnType<typeof rulePublisher>>
const captured: string[] = []

const when = (userId: string, ...states: string[]) => ({
  ...onlyFor(userId),
  ...(states.length > 0 && { txState: { op: 'in' as const, values: states } }),
})
const queueRow = (userId: string, mqAccount: string, states: readonly string[], more: object = {}) => ({
  conditions: when(userId, ...states),
  outputs: { sendMq: true, mqAccount, mqTemplate: 'DepositNotification', ...more },
})
const textRow = (userId: string) => ({
  conditions: when(userId, 'SUCCESSFUL'),
  outputs: { sendSms: true, smsTemplate: 'PaymentText' },
})

/** A template that says all there is to say of a user. */
async function writeTelling(): Promise<void> {
  const members = ['userId', 'firstName', 'lastName', 'email', 'mobile', 'dob', 'city']
  const made = await admin.post(`/template/?${brand}`, {
    type: 'email',
    merchantId,
    templateType: 'Everything',
    locale: 'all',
    subject: 'About ${ptx.merchantUser.firstName}',
    content: `<p>${members.map((name) => `\${ptx.merchantUser.${name}}`).join(' ')}</p>`,
    textContent: `${members.map((name) => `\${ptx.merchantUser.${name}}`).join(' ')} \${ptx.userPspAccountDetails.holder} \${ptx.info}`,
    note: 'testing',
  })
  expect(made.status, made.text).toBe(200)
}

beforeAll(async () => {
  platform = await paymentPlatform({ transferMs: [0, 0, 0] })
  admin = await platform.as('admin')
  publish = await rulePublisher(platform)
  await writeTelling()
  await publish(
    'notification',
    queueRow('user_t1', 'all', ['REGISTERED', 'PROCESSING', 'WAITING_APPROVAL', 'SUCCESSFUL', 'CANCELLED']),
    queueRow('user_t2', 'unclear', ['INCONSISTENT']),
    queueRow('user_t3', 'first', ['PROCESSING'], { stop: true }),
    queueRow('user_t3', 'second', ['PROCESSING', 'SUCCESSFUL']),
    queueRow('user_t4', 'once', ['WAITING_APPROVAL']),
    queueRow('user_t4', 'often', ['WAITING_APPROVAL'], { onlyOnce: false }),
    textRow('user_s1'),
    textRow('user_s2'),
    textRow('user_s3'),
    {
      conditions: when('user_m1', 'SUCCESSFUL'),
      outputs: {
        sendUserEmail: true,
        emailTemplate: 'WithdrawalApproved',
        attachmentTemplate: 'PaymentText',
        emailAddresses: ['copies@brand.example'],
      },
    },
    {
      conditions: when('user_m3', 'SUCCESSFUL'),
      outputs: {
        sendUserEmail: true,
        emailTemplate: 'Everything',
        emailAddresses: [
          'anybody@elsewhere.example',
          'admin@northlight.example',
          'operator@northlight.example',
        ],
      },
    },
    {
      conditions: when('user_m2', 'SUCCESSFUL'),
      outputs: {
        sendUserEmail: true,
        emailTemplate: 'WithdrawalApproved',
        attachmentTemplate: 'PaymentText',
      },
    },
  )
})
afterAll(() => platform.close())

const deliver = () =>
  deliverDue({
    machine: platform.app.payments.machine.deps,
    sendWebhook,
    captureMessage: async (account, message) => void captured.push(`${account} ${message}`),
  })

interface Queued {
  readonly kind: string
  readonly leg: string
  readonly target: string
  readonly status: string
  readonly attempt: number
  readonly httpStatus: number | null
  readonly state: string | null
}

/** What was queued for a queue, a mailbox or a telephone because of a rule of ours. */
const queued = async (txId: number): Promise<Queued[]> => {
  const { rows } = await sql<Queued>`select kind, leg, target, status, attempt, http_status,
      body -> 'asOf' ->> 'state' as state
    from notification where tx_id = ${txId} and kind in ('EMAIL', 'SMS', 'MQ') order by created_at, id`.execute(
    platform.db,
  )
  return rows
}
/** How its timeline says who is told. */
const saidOf = async (txId: number): Promise<string[]> => {
  const { rows } = await sql<{ summary: string }>`select summary from tx_event
    where tx_id = ${txId} and type = 'NOTIFY' and summary like '%notification%' order by seq`.execute(
    platform.db,
  )
  return rows.map(({ summary }) => summary)
}
const statesOf = async (txId: number, account: string) =>
  (await queued(txId)).filter(({ target }) => target === account).map(({ state }) => state)

async function configure(type: string, document: object): Promise<void> {
  const [own] = (await admin.get(`/config?${brand}&type=${type}&own=true`)).body.items
  const note = 'testing'
  const saved = own
    ? await admin.put(`/config/${own.id}?${brand}`, { version: own.version, document, note })
    : await admin.post(`/config?${brand}`, { type, document, note })
  expect(saved.status, saved.text).toBe(200)
}

describe('a rule about a status', () => {
  it('acts at every change of it, not only at the end, and the trace says so', async () => {
    await platform.deposit({ userId: 'user_t1' })
    const { body } = await platform.withdraw({ userId: 'user_t1' })
    expect(body.state).toBe('WAITING_APPROVAL')
    expect(await statesOf(body.txId, 'all')).toEqual(['REGISTERED', 'PROCESSING', 'WAITING_APPROVAL'])
    const { decisions } = (await admin.get(`/transaction/${body.txId}/decision?${brand}`)).body
    const asked = decisions.filter(({ table }: { table: string }) => table === 'notification')
    expect(asked.length).toBeGreaterThanOrEqual(3)
    for (const each of asked)
      expect(each).toMatchObject({
        hits: expect.arrayContaining([expect.stringMatching(`^${merchantId}_NO_`)]),
        agrees: true,
      })
  })

  it('says how the payment stood at that change, however late it is sent', async () => {
    const { body } = await platform.deposit({ userId: 'user_t3' })
    await deliver()
    const said = captured
      .filter((line) => /^(first|second) /.test(line))
      .map((line) => [line.split(' ')[0], JSON.parse(line.slice(line.indexOf(' '))).state])
    expect(said.toSorted()).toEqual([
      ['first', 'PROCESSING'],
      ['second', 'SUCCESSFUL'],
    ])
    // A row that says stop ends the table for that status alone.
    expect(await statesOf(body.txId, 'second')).toEqual(['SUCCESSFUL'])
    // At its end a rule of the demo tells the warehouse, too.
    expect(new Set(await saidOf(body.txId))).toEqual(
      new Set(['1 notification rule applies', '2 notification rules apply']),
    )
  })

  it('acts where nobody knows whether money moved', async () => {
    const amount = { amount: '999.04', currency: 'EUR' }
    const { body } = await platform.deposit({ userId: 'user_t2', amount })
    expect(body.state).toBe('INCONSISTENT')
    expect(await statesOf(body.txId, 'unclear')).toEqual(['INCONSISTENT'])
  })

  it('acts once per status, or at every change of the code where it says so', async () => {
    const { body } = await platform.withdraw({ userId: 'user_t4', iban: 'NL91ABNA0417164300' })
    expect(body.state).toBe('WAITING_APPROVAL')
    const key = { merchantId, id: body.txId }
    const onHold = 355
    await platform.app.payments.machine.change(key, systemActor, (payment) => {
      payment.move(onHold, { summary: 'Put on hold' })
      return undefined
    })
    expect(await statesOf(body.txId, 'once')).toEqual(['WAITING_APPROVAL'])
    expect(await statesOf(body.txId, 'often')).toEqual(['WAITING_APPROVAL', 'WAITING_APPROVAL'])
    // The third is a rule of the demo.
    expect(await saidOf(body.txId)).toContain('3 notification rules apply')
  })
})

describe('a text message', () => {
  const texts = async () => {
    const answer = await fetch(`${platform.sandboxUrl}/admin/texts`)
    return ((await answer.json()) as { items: { to: string; text: string; from: string }[] }).items
  }

  it('goes to the telephone of the user through the gateway of the sandbox, and is shown', async () => {
    const { body } = await platform.deposit({ userId: 'user_s1' })
    const { mobile: userPhone } = await platform.row(body)
    await deliver()
    await deliver()
    expect((await texts()).filter(({ to }) => to === userPhone)).toEqual([
      expect.objectContaining({
        text: expect.stringMatching(new RegExp(`about your payment ${body.txId} of .*100.*EUR`)),
      }),
    ])
    const { notifications } = (await admin.get(`/transaction/${body.txId}/call?${brand}`)).body
    expect(notifications).toContainEqual(
      expect.objectContaining({ kind: 'SMS', target: userPhone, status: 'SENT', httpStatus: 202 }),
    )
    const sandbox = await platform.as('admin')
    expect((await sandbox.get('/sandbox')).body.texts).toContainEqual(
      expect.objectContaining({ to: userPhone }),
    )
  })

  it('goes through the gateway the merchant configured, again with the same key when it was not taken', async () => {
    const received: { key: unknown; apiKey: unknown; body: { from: string; to: string } }[] = []
    const answers = [503, 202, 400]
    const gateway: Server = createServer((request, response) => {
      let body = ''
      request.on('data', (chunk: Buffer) => (body += chunk.toString()))
      request.on('end', () => {
        const { 'idempotency-key': key, 'x-api-key': apiKey } = request.headers
        received.push({ key, apiKey, body: JSON.parse(body) })
        response.writeHead(answers.shift() ?? 500).end('{}')
      })
    })
    await new Promise<void>((ready) => {
      gateway.listen(0, '127.0.0.1', ready)
    })
    const url = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`
    await configure('SmsIntegrationConfig', { url, apiKey: 'sms-key', sender: 'Brand' })
    const { body } = await platform.deposit({ userId: 'user_s2' })
    await deliver()
    expect(await queued(body.txId)).toContainEqual(
      expect.objectContaining({ kind: 'SMS', status: 'PENDING', attempt: 1 }),
    )
    await deliver()
    expect(await queued(body.txId)).toContainEqual(
      expect.objectContaining({ kind: 'SMS', status: 'SENT', attempt: 2 }),
    )
    expect(received).toMatchObject([{ apiKey: 'sms-key', body: { from: 'Brand' } }, { apiKey: 'sms-key' }])
    expect(received[1]?.key).toBe(received[0]?.key)
    // What the gateway refuses is not sent again, and somebody hears of it without the number.
    const refused = await platform.deposit({ userId: 'user_s3' })
    await deliver()
    expect(await queued(refused.body.txId)).toContainEqual(
      expect.objectContaining({ kind: 'SMS', status: 'DEAD', attempt: 1, httpStatus: 400 }),
    )
    const alerts = JSON.stringify((await admin.get(`/alert?${brand}`)).body.items)
    expect(alerts).toContain('A text message could not be delivered')
    expect(alerts).not.toContain((await platform.row(refused.body)).mobile)
    gateway.closeAllConnections()
    gateway.close()
    await configure('SmsIntegrationConfig', {})
  })
})

interface CapturedMail {
  readonly to: string
  readonly template: string
  readonly subject: string
  readonly attachments?: {
    readonly filename: string
    readonly contentType: string
    readonly content: string
  }[]
}

/** Mails as they were written to files, with what was really sent beside it. */
async function mails(): Promise<(CapturedMail & { readonly source: string })[]> {
  await deliver()
  const { config, deps, queueUrl } = platform
  await runQueuedJobs({ url: queueUrl, log: deps.log, tasks: mailTasks(config, deps) })
  const folder = join(config.dataDir, 'mail')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.map((name) => ({
    ...(JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail),
    source: readFileSync(join(folder, name.replace(/json$/, 'eml')), 'utf8'),
  }))
}

describe('a mail', () => {
  it('carries what the attachment template says, to the user and to whoever gets a copy', async () => {
    const { body } = await platform.deposit({ userId: 'user_m1' })
    const { email: userEmail } = await platform.row(body)
    const sent = (await mails()).filter(({ to }) => to === userEmail || to === 'copies@brand.example')
    expect(sent.length).toBe(2)
    for (const mail of sent) {
      expect(mail.attachments).toEqual([
        {
          filename: 'PaymentText.html',
          contentType: 'text/html',
          content: expect.stringContaining('about your payment'),
        },
      ])
      expect(mail.source).toContain('Content-Disposition: attachment; filename=PaymentText.html')
    }
    // The address stands in the target alone, where it can be forgotten.
    expect((await queued(body.txId)).map(({ leg }) => leg).join(' ')).not.toContain(userEmail)
  })

  it('says who the user is to the user and to staff who would be shown it, and to no other address', async () => {
    await sql`update merchant set mask_sensitive_data = true where id = ${merchantId}`.execute(platform.db)
    const { body } = await platform.deposit({ userId: 'user_m3' })
    const row = await platform.row(body)
    const telling = [row.firstName, row.lastName, row.email, row.mobile, row.dob]
    const toldTo = new Map(
      (await mails())
        .filter(({ template }) => template === 'Everything')
        .map((mail) => [
          mail.to,
          telling.filter((word) => JSON.stringify(mail).includes(String(word))).length,
        ]),
    )
    expect(Object.fromEntries(toldTo)).toEqual({
      [String(row.email)]: telling.length,
      'admin@northlight.example': telling.length,
      'operator@northlight.example': 0,
      'anybody@elsewhere.example': 0,
    })
  })

  it('tells compliance of a user who does not pass the check', async () => {
    const [inherited] = (await admin.get(`/config?${brand}&type=MerchantConfig`)).body.items
    await configure('MerchantConfig', {
      ...inherited?.document,
      'kyc.complianceEmail': 'compliance@brand.example',
    })
    await publish('kyc-block', {
      conditions: onlyFor('user_k1'),
      outputs: { action: 'DECLINE', emailTemplate: 'KycBlocked' },
    })
    const { body } = await platform.deposit({ userId: 'user_k1' })
    expect(body.statusCodeNo).toBe(564)
    const sent = (await mails()).filter(({ to }) => to === 'compliance@brand.example')
    expect(sent).toMatchObject([{ template: 'KycBlocked', subject: 'ERR_DECLINED_KYC_BLOCK: user user_k1' }])
  })
})
