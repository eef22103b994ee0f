import { sql } from 'kysely'
import { expect } from 'vitest'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import type { Inbox, InboxItem } from '@signalbox/model/calls/inbox'
import type { WorkKindName } from '@signalbox/model/inbox/work-kinds'
import { systemActor } from '../../../kit/audit.ts'
import { createDatabase, type Database } from '../../../kit/database.ts'
import { perform } from '../../../kit/unit-of-work.ts'
import type { Client } from '../../../kit/testing/kit-app.ts'
import { patientPool } from '../../../kit/testing/patient-pool.ts'
import { openCase } from '../../../payments/core/cases/cases.ts'
import { steps } from '../../../setup/ruleset/testing/ruleset-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../../../payments/testing/payment-platform.ts'

export const brand = 100010001
export const otherBrand = 100010002
export const at = `merchantId=${brand}`

const everybody = [
  'admin',
  'agent',
  'approver1',
  'approver2',
  'approver3',
  'brand2',
  'investigator',
  'kyc',
  'nobody',
  'operator',
  'rules',
  'rules2',
  'rulesviewer',
]

const signedIn = new Map<string, Promise<Client>>()

export let platform: PaymentPlatform
/** Mails that wait to be sent are seen by the login that takes jobs. */
export let queue: Database
export async function openInboxes(): Promise<void> {
  // Files share the modules they load: whoever signed in did so at the platform of the file before.
  signedIn.clear()
  platform = await paymentPlatform()
  queue = createDatabase(patientPool(platform.queueUrl, 1))
  // Signing in costs more than everything a test does with it.
  for (const who of everybody) await as(who)
}

export async function closeInboxes(): Promise<void> {
  await queue.destroy()
  await platform.close()
}

/** What the demo platform begins with waits for nobody, so that every test sees its own alone. */
export async function emptyInboxes(): Promise<void> {
  await sql`update investigation_case set state = 'RESOLVED' where state <> 'RESOLVED'`.execute(platform.db)
  await sql`update alert set state = 'RESOLVED' where state <> 'RESOLVED'`.execute(platform.db)
  await sql`update pending_grant set state = 'WITHDRAWN' where state = 'WAITING'`.execute(platform.db)
  await sql`update tx_mention set seen_at = at`.execute(platform.db)
  await sql`update case_mention set seen_at = at`.execute(platform.db)
  await sql`delete from inbox_mail`.execute(platform.db)
}

export function as(who: string): Promise<Client> {
  const client = signedIn.get(who) ?? platform.as(who)
  signedIn.set(who, client)
  return client
}
export const idOf = async (username: string): Promise<string> => {
  const { rows } = await sql<{
    id: string
  }>`select id from backoffice_user where username = ${username}`.execute(platform.db)
  return rows[0]?.id ?? ''
}

export async function inboxOf(who: string): Promise<Inbox> {
  const { status, body, text } = await (await as(who)).get('/inbox')
  expect(status, text).toBe(200)
  return body as Inbox
}
export const itemsOf = async (who: string, kind: WorkKindName): Promise<readonly InboxItem[]> => {
  const { items, counts, total } = await inboxOf(who)
  expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(total)
  const found = items.filter((item) => item.kind === kind)
  // Nothing here is longer than what is listed, so each number is the length of its list.
  expect(items).toHaveLength(total)
  expect(counts.find((count) => count.kind === kind)?.count ?? 0).toBe(found.length)
  return found
}
export const recordsOf = async (who: string, kind: WorkKindName) =>
  (await itemsOf(who, kind)).map(({ record }) => record)

let cents = 0
export async function withdraw(euros: number, merchantId = brand) {
  const amount = { amount: `${euros}.${String(++cents).padStart(2, '0')}`, currency: 'EUR' }
  const { body } = await platform.withdraw({ merchantId, amount })
  expect(body.state, body.statusCode).toBe('WAITING_APPROVAL')
  return platform.row(body)
}
export const decide = async (who: string, operation: string, id: number) => {
  const { version } = await platform.row({ merchantId: brand, txId: id })
  const answer = await (await as(who)).post(`/transaction/${id}/${operation}?${at}`, { version })
  expect(answer.status, answer.text).toBe(200)
}

export const newCase = async (merchantId = brand) =>
  (
    await perform(platform.deps, systemActor, (unit) =>
      openCase(unit, { merchantId, txId: null, type: 'MANUAL', severity: 'LOW', cause: 'Look' }),
    )
  ).value.id

/** A change set with one draft of routing, and the step that sends it. */
export async function changeSetOf(author: string) {
  const client = await as(author)
  const { summary, open } = await steps(client).create({ name: `In a set ${++cents}` })
  const members = [{ rulesetId: summary.id, version: open?.version ?? 0, revision: open?.revision ?? 0 }]
  const post = async (path: string, body: object): Promise<ChangeSet> => {
    const answer = await client.post(`/changeset${path}?${at}`, body)
    expect(answer.status, answer.text).toBe(200)
    return answer.body as ChangeSet
  }
  const set = await post('', { title: `Launch ${cents}`, note: 'A market opens', members })
  return { set, submitted: () => post(`/${set.id}/submit`, { version: set.version, members }) }
}
