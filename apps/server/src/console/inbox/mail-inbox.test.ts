import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { systemActor } from '../../kit/audit.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { perform } from '../../kit/unit-of-work.ts'
import { raiseAlert } from '../../setup/alert/read-model.ts'
import { steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import { mailInboxes } from './mail-inbox.ts'
import {
  as,
  brand,
  changeSetOf,
  closeInboxes,
  emptyInboxes,
  newCase,
  openInboxes,
  platform,
  queue,
  withdraw,
} from './testing/inbox-app.ts'

beforeAll(openInboxes, 300_000)
afterAll(closeInboxes)
beforeEach(emptyInboxes)

describe('by mail', () => {
  const secrets = () => secretBox(platform.config.masterKey)
  const mailDeps = () => ({
    sources: platform.app.workSources,
    secrets: secrets(),
    publicUrl: 'https://console.example',
  })
  const tellEverybody = () => mailInboxes(platform.deps, mailDeps())
  const queued = async () => {
    const { rows } = await sql<{ n: number }>`select count(*)::integer as n from graphile_worker.jobs
      where task_identifier = 'send-mail'`.execute(queue)
    return rows[0]?.n ?? 0
  }
  const newestMail = async () => {
    const { rows } = await sql<{
      payload: { id: string; sealed: string }
    }>`select payload from graphile_worker._private_jobs
      order by id desc limit 1`.execute(queue.withoutPlugins())
    const { id, sealed } = rows[0]?.payload ?? { id: '', sealed: '' }
    return JSON.parse(secrets().open('mail', id, sealed)) as { to: string; view: { list: string } }
  }
  const want = async (who: string, mailInbox: boolean) =>
    expect((await (await as(who)).put('/userdata', { settings: { mailInbox } })).status).toBe(200)

  it('nobody is told who did not ask for it', async () => {
    await newCase()
    expect(await tellEverybody()).toBe(0)
  })

  it('each thing is told once, to somebody who may still act', async () => {
    await want('investigator', true)
    await newCase()
    const before = await queued()
    expect(await tellEverybody()).toBe(1)
    expect(await queued()).toBe(before + 1)
    expect(await tellEverybody()).toBe(0)
    // Two new things are one mail.
    await newCase()
    await newCase()
    expect(await tellEverybody()).toBe(2)
    expect(await queued()).toBe(before + 2)
    await newCase()
    await sql`update backoffice_user set roles = '{AGENT}' where username = 'investigator'`.execute(
      platform.db,
    )
    expect(await tellEverybody()).toBe(0)
    await sql`update backoffice_user set roles = '{INVESTIGATOR}', state = 'DISABLED' where username = 'investigator'`.execute(
      platform.db,
    )
    expect(await tellEverybody()).toBe(0)
    await sql`update backoffice_user set state = 'ACTIVE' where username = 'investigator'`.execute(
      platform.db,
    )
    await want('investigator', false)
    expect(await tellEverybody()).toBe(0)
  })

  it('trouble that goes on is told once', async () => {
    const about = { merchantId: brand, source: 'RULE', key: 'again' } as const
    const trouble = { ...about, severity: 'CRITICAL', title: 'Declines', body: 'Look' } as const
    const fire = () => perform(platform.deps, systemActor, (unit) => raiseAlert(unit, trouble))
    await want('admin', true)
    await tellEverybody()
    await fire()
    expect(await tellEverybody()).toBe(1)
    // An hour later the same again.
    await fire()
    await sql`update alert set last_at = last_at + interval '1 hour' where state <> 'RESOLVED'`.execute(
      platform.db,
    )
    expect(await tellEverybody()).toBe(0)
    await want('admin', false)
  })

  it('what goes wrong with one person keeps nobody else from being told', async () => {
    await want('investigator', true)
    await want('admin', true)
    await newCase()
    const before = await queued()
    const { sources, ...others } = mailDeps()
    const asked = new Set<string>()
    const failing = {
      ...sources,
      case: (reader: Parameters<typeof sources.case>[0]) => {
        asked.add(reader.user.id)
        return asked.size === 1 ? Promise.reject(new Error('no')) : sources.case(reader)
      },
    }
    const told = mailInboxes(platform.deps, { ...others, sources: failing })
    await expect(told).rejects.toThrow('1 of 2 inbox emails could not be sent; sent: 1')
    expect(await queued()).toBe(before + 1)
    await want('investigator', false)
    await want('admin', false)
  })

  it('a rule change and a change set reach who approves them, and not who wrote them', async () => {
    await want('rules', true)
    await want('rules2', true)
    await tellEverybody()
    const author = steps(await as('rules'))
    const sent = await author.submit(await author.create({ name: 'A secret plan' }))
    const { submitted } = await changeSetOf('rules')
    const { id } = await submitted()
    const before = await queued()
    // Two things, one mail, to one of the two.
    expect(await tellEverybody()).toBe(2)
    expect(await queued()).toBe(before + 1)
    const { to, view } = await newestMail()
    expect(to).toContain('rules2')
    expect(view.list).toContain(
      `A rule change is waiting for approval (Northlight Sweden)\nhttps://console.example/routing/psp-routing?panel=review&ruleset=${sent.summary.id}#merchant=${brand}`,
    )
    expect(view.list).toContain(`A change set of rules is waiting for approval (Northlight Sweden)`)
    expect(view.list).toContain(`mode=change-sets&id=${id}`)
    expect(view.list).not.toContain('secret plan')
    await want('rules', false)
    await want('rules2', false)
  })

  it('says what and where, and nothing about users, amounts or what people wrote', async () => {
    const { id, userId } = await withdraw(53)
    await want('approver1', true)
    await tellEverybody()
    await want('approver1', false)
    const { view, to } = await newestMail()
    expect(to).toContain('approver1')
    expect(view.list).toContain(
      `Transaction ${id} is waiting for first approval (Northlight Sweden)\nhttps://console.example/approve?queue=first&id=${id}#merchant=${brand}`,
    )
    expect(view.list).not.toContain(userId)
    expect(view.list).not.toMatch(/EUR/)
  })
})
