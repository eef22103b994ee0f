import { pendingGrantCalls } from '@signalbox/model/calls/pending-grant'
import { pendingGrant } from '@signalbox/model/entities/pending-grant'
import { canonicalJson } from '@signalbox/model/text/canonical-json'
import type { Entity, RecordOf } from '@signalbox/model/field/entity'
import { isSamePerson, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { Refusal } from '@signalbox/model/text/refusal'
import type { OperationInput } from '@signalbox/model/field/resource'
import type { AuditNote } from '../../kit/audit.ts'
import type { Handler, Work } from '../../kit/handle.ts'
import type { GrantRules } from '../../kit/grant-rules.ts'
import {
  askedChange,
  edit,
  grantFilters,
  subjectOfGrant,
  type GrantChange,
} from '../../kit/pending-grant-store.ts'
import { seesPersonalData } from '../../kit/hiding-merchants-store.ts'
import { seenGrants, type HideReasons, type SeenUsers } from './read-model.ts'
import { knownMerchants } from '../../kit/scope.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import { grantWithin } from './grant-within.ts'

type Grant = RecordOf<typeof pendingGrant>
type Operation = OperationHook<Grant>
type Resources = ReadonlyMap<string, Resource<Entity>>

async function waiting(work: Work, grant: Grant) {
  if (grant.state !== 'WAITING')
    throw new Refusal('INVALID_STATE', {
      message: `The change was ${grant.state.toLowerCase()} by ${grant.decidedBy ?? 'someone'}.`,
      current: grant,
    })
  const asked = await askedChange(work.tx, grant)
  if (!asked) throw new Refusal('NOT_FOUND')
  return asked
}

const decided = (work: Work, state: Grant['state']) => ({ state, decidedBy: work.user.username })

/** What is confirmed is what was asked for: of what decides about it, nothing has changed since. */
async function refuseChanged(
  work: Work,
  grant: Grant,
  current: RecordOf<Entity>,
  { basis, change, recordVersion }: GrantChange,
  rules: GrantRules<RecordOf<Entity>>,
): Promise<void> {
  const isSame =
    basis === null
      ? current.version === recordVersion
      : canonicalJson(await rules.basis(work, current, change)) === canonicalJson(basis)
  if (isSame) return
  const message = `${grant.recordLabel} was changed after this was requested. Refuse it and request it again.`
  throw new Refusal('VERSION_CONFLICT', { message, current: grant })
}

/**
 * The change is made by whoever confirms it, by all rules for that change: they must be allowed to make it themselves.
 * The record must be the one it was asked for.
 */
const confirm = (resources: Resources): Operation => ({
  // Whoever edits the record holds it when they ask for another change of it, so the record comes before what waits.
  async lockBefore(work, { state, recordType, recordId }) {
    const store = resources.get(recordType)?.store(work)
    // What is not there, or not for them, is said below, where more is known.
    if (state === 'WAITING' && (await store?.find(recordId))) await store?.lock(recordId)
  },
  async run(work, grant, { reason }) {
    const asked = await waiting(work, grant)
    const { people, operation, change } = asked
    const who = peopleOf(work.user)
    requireOtherPerson(who, people, 'You requested this change; another person must confirm it.')
    const resource = resources.get(grant.recordType)
    const rules = resource?.hooks.grants
    if (!resource || !rules) throw new Refusal('NOT_FOUND')
    const current = await resource.store(work).lock(grant.recordId)
    await refuseChanged(work, grant, current, asked, rules)
    const message = 'This change gives you more rights; another person must confirm it.'
    requireOtherPerson(who, await rules.beneficiaries(work, current, change), message)
    const note = reason?.trim() || grant.reason || undefined
    const inner: Work = { ...work, body: { note }, requestedBy: grant.askedBy }
    const { version } = current
    const other = rules.others?.[operation]
    if (other) await other(inner, current, change)
    else if (operation === edit) {
      work.require(resource.entity.access.edit)
      const values = rules.applied?.(current, change) ?? change
      await resource.update(inner, grant.recordId, { ...values, version, note }, { confirmed: true })
    } else {
      const input = { ...change, version } as OperationInput & { version: number }
      await resource.operate(inner, grant.recordId, operation, input, { confirmed: true })
    }
    return decided(work, 'CONFIRMED')
  },
})

const refuse: Operation = {
  async run(work, grant) {
    await waiting(work, grant)
    return decided(work, 'REFUSED')
  },
}

const withdraw: Operation = {
  async run(work, grant) {
    const { people } = await waiting(work, grant)
    if (!isSamePerson(peopleOf(work.user), people))
      throw new Refusal('FORBIDDEN', { message: 'Only the requester can withdraw it. Refuse it instead.' })
    return decided(work, 'WITHDRAWN')
  },
}

/** What was written about a user of a merchant can be forgotten with them. */
async function audited(before: Grant | null, after: Grant | null, { tx }: Work): Promise<Partial<AuditNote>> {
  const grant = (after ?? before) as Grant
  const userId = await subjectOfGrant(tx, grant)
  return userId === null ? {} : { subject: { merchantId: grant.merchantId, userId, fields: ['reason'] } }
}

interface GrantVersion {
  readonly note: string | null
  readonly record: Grant
}

/** What somebody wrote about a version is about the same user as its reason. */
async function toldVersions(
  versions: readonly GrantVersion[],
  shown: (grants: readonly Grant[]) => Promise<Grant[]>,
): Promise<GrantVersion[]> {
  const records = await shown(versions.map(({ record }) => record))
  const notes = await shown(versions.map(({ record, note }) => ({ ...record, reason: note })))
  return versions.map((version, place) => ({
    ...version,
    note: notes[place]?.reason ?? null,
    record: records[place] ?? version.record,
  }))
}

/** One of them, or a page of them, as whoever asks is told it. */
async function told(reply: unknown, work: Work, hideReasons: HideReasons): Promise<unknown> {
  if (typeof reply !== 'object' || reply === null) return reply
  const shown = async (grants: readonly Grant[]) =>
    (await hideReasons(work, grants)).map((grant) => grantWithin(grant, knownMerchants(work)))
  if ('items' in reply && Array.isArray(reply.items)) {
    const items = reply.items as (Grant | GrantVersion)[]
    const versions = items.filter((item) => 'record' in item)
    if (versions.length > 0) return { ...reply, items: await toldVersions(versions, shown) }
    return { ...reply, items: await shown(items as Grant[]) }
  }
  return 'summary' in reply ? (await shown([reply as Grant]))[0] : reply
}

/** Files leave the console, so reasons about users go only with whoever may see who they are. */
const forFile = (grant: Grant, { user }: Work): Grant =>
  grant.recordType === 'kyc' && !seesPersonalData(user) ? { ...grant, reason: null } : grant

/** Changes that wait for a second person, whatever record they are about. */
export function handlers(resources: Resources, seenUsers: SeenUsers, hideReasons: HideReasons): Handler[] {
  const grants = new Resource(pendingGrant, {
    filters: (work) => grantFilters(knownMerchants(work)),
    seen: ({ user }) => seenGrants(user, seenUsers),
    audited,
    forFile: (grant, work) => forFile(grantWithin(grant, knownMerchants(work)), work),
    operations: { confirm: confirm(resources), refuse, withdraw },
  })
  const served = new Set<string>(Object.values(pendingGrantCalls).map(({ key }) => key))
  return resourceHandlers(grants)
    .filter(({ endpoint }) => served.has(endpoint.key))
    .map((handler) => ({
      ...handler,
      run: async (work: Work) => told(await handler.run(work), work, hideReasons),
    }))
}
