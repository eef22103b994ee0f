import { roleGrantCalls, type ReviewSummary } from '@signalbox/model/calls/user'
import { roleGrant } from '@signalbox/model/entities/role-grant'
import { roleLabel, type user } from '@signalbox/model/entities/user'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { OperationInput } from '@signalbox/model/field/resource'
import { reviewPeriodOf } from '@signalbox/model/access/review-period'
import { roleOf, type Role } from '@signalbox/model/access/roles'
import { bulkInput, eachInOwnTransaction, noteBulk, type BulkBody } from '../../kit/bulk.ts'
import { entityStore } from '../../kit/entity-store.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { exportRecords } from '../../kit/record-export.ts'
import { requireReason, type Resource } from '../../kit/resource.ts'
import { lockPerson } from './authority.ts'
import { refuseUngrantable } from './grant-rules.ts'
import { countStandings, grantFilters, noteReviewed } from './grant-store.ts'
import { isSelf, ownerOf } from './person.ts'

type Users = Resource<typeof user>
type Grant = RecordOf<typeof roleGrant>
type Decision = OperationInput & { readonly version?: number }

const grantsOf = (work: Work) => entityStore(roleGrant, work.tx, work.scope, grantFilters(work.now))

async function findGrant(work: Work, userId: string, role: Role): Promise<Grant | undefined> {
  const { items } = await grantsOf(work).list({ start: 0, limit: 1, userId, role })
  return items[0]
}

async function getGrant(work: Work, id: string): Promise<Grant> {
  const [userId = '', name = ''] = id.split(':')
  const role = roleOf(name)
  const grant = role && (await findGrant(work, userId, role))
  if (!grant) throw new Refusal('NOT_FOUND')
  return grant
}

/** The grant as it is now; its person's row is the lock that every change to a person's roles waits for. */
async function lockGrant(work: Work, users: Users, id: string, version: number | undefined) {
  const [userId = '', name = ''] = id.split(':')
  const role = roleOf(name)
  const person = await lockPerson(work, users, userId, 'edit')
  if (!role) throw new Refusal('NOT_FOUND')
  const grant = await findGrant(work, userId, role)
  if (!grant) {
    throw new Refusal('INVALID_STATE', { message: `${person.username} no longer holds ${roleLabel(role)}.` })
  }
  if (version !== undefined && version !== grant.version) {
    throw new Refusal('VERSION_CONFLICT', { current: grant })
  }
  if (isSelf(work, person)) throw new Refusal('SELF_CHANGE', { message: 'You cannot review your own roles.' })
  refuseUngrantable(work.user.roles, [], [role])
  return { person, role, grant }
}

async function confirm(work: Work, users: Users, id: string, { version, reason }: Decision): Promise<Grant> {
  const { person, role, grant } = await lockGrant(work, users, id, version)
  const note = reason?.trim() || null
  await noteReviewed(work.tx, ownerOf(person), role, { by: work.user.username, note }, work.now)
  const after = (await findGrant(work, person.id, role)) ?? grant
  const { merchantId } = person
  work.audit({
    merchantId,
    entityType: roleGrant.slug,
    entityId: id,
    entityLabel: `${person.username}: ${roleLabel(role)}`,
    action: 'CONFIRM_ROLE',
    before: grant,
    after,
    note,
  })
  const payload = { changeType: 'UPDATE', version: after.version }
  work.emit({ merchantId, topic: roleGrant.slug, key: id, payload })
  return after
}

/** Taking a role away is a change to the person, with all its rules. */
async function revoke(work: Work, users: Users, id: string, { version, reason }: Decision): Promise<Grant> {
  requireReason(roleGrant.operations.revoke, reason)
  const { person, role, grant } = await lockGrant(work, users, id, version)
  await users.operate(work, person.id, 'remove-role', { role, reason })
  return grant
}

const decisions = { confirm, revoke }

async function decideEach(work: Work, users: Users, body: BulkBody) {
  const input = bulkInput(roleGrant, work, body)
  const decide = decisions[body.operation as keyof typeof decisions]
  const results = await eachInOwnTransaction(work, body.ids, (inner, { id, version }) =>
    decide(inner, users, id, { ...input, version }),
  )
  noteBulk(roleGrant, work, body.operation, results)
  return { results }
}

async function summary(work: Work): Promise<ReviewSummary> {
  const period = reviewPeriodOf(work.now.toISOString())
  return { period, counts: await countStandings(work.tx, work.scope.effective, period) }
}

const plain = (work: unknown) => work as Work

/** Who holds which role, and the decision each quarter whether they keep it. */
export const reviewHandlers = (users: Users): Handler[] => [
  handle(roleGrantCalls.list, (work) => grantsOf(plain(work)).list(work.query)),
  handle(roleGrantCalls.get, (work) => getGrant(plain(work), work.params.id)),
  handle(roleGrantCalls.export, (work) =>
    exportRecords({ entity: roleGrant, store: grantsOf }, plain(work), work.query),
  ),
  handle(roleGrantCalls.summary, (work) => summary(plain(work))),
  handle(roleGrantCalls.bulk, (work) => decideEach(plain(work), users, work.body)),
  handle(roleGrantCalls.confirm, (work) => confirm(plain(work), users, work.params.id, work.body)),
  handle(roleGrantCalls.revoke, (work) => revoke(plain(work), users, work.params.id, work.body)),
]
