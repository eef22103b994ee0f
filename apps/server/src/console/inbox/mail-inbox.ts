import type { InboxItem } from '@signalbox/model/calls/inbox'
import { workKind } from '@signalbox/model/inbox/work-kinds'
import { systemActor } from '../../kit/audit.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import { mailJob } from '../../kit/mail/mail-job.ts'
import { merchantsInScope } from '../../kit/scope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { perform, type KitDeps, type UnitOfWork } from '../../kit/unit-of-work.ts'
import type { InboxReader, WorkSources } from '../../kit/work-source.ts'
import { absentUser, accountOf, type Account } from '../../people/identity/read-model.ts'
import { waitingFor, withNames } from './inbox.ts'
import { forgetTold, mailReaders, markTold } from './store.ts'

export interface InboxMailDeps {
  readonly sources: WorkSources
  readonly secrets: SecretBox
  /** Where people open the console. */
  readonly publicUrl: string
}

const everySeconds = 15 * 60
/** More than anybody reads in a mail; the rest is in the console. */
const mostListed = 20
const rememberedMs = 30 * 24 * 60 * 60 * 1000

/** One line of a mail. The merchant is in the address because the console may have another one selected. */
function lineOf(publicUrl: string, { kind, record, part, merchantId, merchant }: InboxItem): string {
  const { place, mailed } = workKind(kind)
  const subject = { record, part }
  const { to, search } = place(subject) ?? { to: '/home', search: {} }
  const query = new URLSearchParams(search).toString()
  return `${mailed(subject)} (${merchant})\n${publicUrl}${to}${query && `?${query}`}#merchant=${merchantId}`
}

function letterOf(publicUrl: string, news: readonly InboxItem[], count: number) {
  const left = count - news.length
  const lines = [...news.map((item) => lineOf(publicUrl, item)), ...(left > 0 ? [`and ${left} more`] : [])]
  return { count, list: lines.join('\n\n'), inboxUrl: `${publicUrl}/home` }
}

/** Tells one person what waits for them now and did not when they were told last. */
async function tell(
  { sources, secrets, publicUrl }: InboxMailDeps,
  unit: UnitOfWork,
  account: Account,
  reader: InboxReader,
): Promise<number> {
  const { user } = reader
  const waiting = await waitingFor(sources, reader)
  const keyOf = ({ kind, id, since }: (typeof waiting)[number]) => ({ kind, item: `${id}@${since}` })
  const keys = waiting.map(keyOf)
  await forgetTold(unit.tx, user, keys, new Date(unit.now.getTime() - rememberedMs))
  const marked = new Set(
    (await markTold(unit.tx, user, keys, unit.now)).map((key) => `${key.kind} ${key.item}`),
  )
  const news = waiting.filter((item) => marked.has(`${item.kind} ${keyOf(item).item}`))
  if (news.length === 0) return 0
  const { locale } = await reader.deps.userFormats(unit.tx, user)
  const listed = await withNames(reader, news.slice(0, mostListed))
  const { username, displayName, email } = account
  const view = { user: { username, displayName }, ...letterOf(publicUrl, listed, news.length) }
  const letter = { to: email, template: 'InboxDigest', merchantId: user.homeMerchantId, locale, view }
  unit.enqueue(mailJob(secrets, letter, unit.newId()))
  unit.audit({
    merchantId: user.homeMerchantId,
    entityType: 'user',
    entityId: user.id,
    entityLabel: username,
    action: 'INBOX_MAIL',
    after: { told: news.length },
  })
  return news.length
}

/** One person, in a transaction of their own, so that a crash tells nobody twice. */
async function tellOne(deps: KitDeps, mailDeps: InboxMailDeps, id: string): Promise<number> {
  const { value } = await perform(deps, systemActor, async (unit) => {
    const account = await accountOf(unit.tx, id)
    const user = absentUser(account)
    // As they may act now: who lost a role or a merchant is not told of it.
    const merchants = (await merchantsInScope(deps.db, user)).map((merchant) => merchant.id)
    return tell(mailDeps, unit, account, {
      tx: unit.tx,
      now: unit.now,
      user,
      deps,
      merchants,
      channel: 'email',
    })
  })
  return value
}

/** Everybody who wants it, one after the other. Who cannot be told keeps nobody else from it; the run fails at its end. */
export async function mailInboxes(deps: KitDeps, mailDeps: InboxMailDeps): Promise<number> {
  const people = await mailReaders(deps.db)
  let told = 0
  const failures: unknown[] = []
  for (const id of people) {
    try {
      told += await tellOne(deps, mailDeps, id)
    } catch (error) {
      deps.log.error({ err: error, userId: id }, 'somebody could not be told what waits for them')
      failures.push(error)
    }
  }
  if (failures.length > 0)
    throw new AggregateError(
      failures,
      `${failures.length} of ${people.length} inbox emails could not be sent; sent: ${told}`,
    )
  return told
}

export const mailInboxJob = (deps: KitDeps, mailDeps: InboxMailDeps): PeriodicJob => ({
  name: 'mail-inbox',
  title: 'Inbox emails',
  schedule: { everySeconds },
  run: async () => `Sent: ${await mailInboxes(deps, mailDeps)}`,
})
