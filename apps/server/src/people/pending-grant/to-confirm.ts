import type { Entity } from '@signalbox/model/field/entity'
import { isSamePerson, peopleOf } from '@signalbox/model/access/people'
import { mayAccess, type Access } from '@signalbox/model/access/policy'
import { entityStore } from '../../kit/entity-store.ts'
import type { Handler } from '../../kit/handle.ts'
import { edit } from '../../kit/pending-grant-store.ts'
import type { Resource } from '../../kit/resource.ts'
import type { InboxReader, WorkSource } from '../../kit/work-source.ts'
import { grantWithin } from './grant-within.ts'
import {
  seenGrants,
  waitingGrants,
  type HideReasons,
  type SeenUsers,
  type WaitingGrant,
} from './read-model.ts'

type Granting = Resource<Entity>

/** The resources whose changes may wait for a second person, by their slug. */
export const grantingResources = (handlers: readonly Handler[]): ReadonlyMap<string, Granting> =>
  new Map(handlers.flatMap(({ grants }) => (grants ? [[grants.entity.slug, grants] as const] : [])))

function accessTo({ operation }: WaitingGrant, { entity, hooks }: Granting): Access {
  if (operation === edit) return entity.access.edit
  return entity.operations?.[operation]?.access ?? hooks.grants?.othersAccess ?? entity.access.edit
}

/** Whether the person would get more power by it, and so cannot be its second person. */
async function gains({ tx, user }: InboxReader, grant: WaitingGrant, resource: Granting): Promise<boolean> {
  const { merchantId, recordId, change } = grant
  const scope = { selected: merchantId, chain: [merchantId], effective: [merchantId], group: 0 }
  const record = await entityStore(resource.entity, tx, scope).find(recordId)
  const gaining = record && (await resource.hooks.grants?.beneficiaries({ tx }, record, change))
  return isSamePerson(peopleOf(user), gaining ?? [])
}

/** Whoever confirms a change makes it: they may, did not ask for it and gain nothing by it. */
async function mayConfirm(
  reader: InboxReader,
  grant: WaitingGrant,
  resource: Granting | undefined,
): Promise<boolean> {
  if (!resource || isSamePerson(peopleOf(reader.user), grant.people)) return false
  return mayAccess(accessTo(grant, resource), reader.user) && !(await gains(reader, grant, resource))
}

/** A KYC record shows what waits for it itself, to those who have no page of all that waits. */
const placeOf = ({ id, recordType, recordId }: WaitingGrant) =>
  recordType === 'kyc' ? { record: recordId, part: recordType } : { record: id, part: null }

const requestedBy = ({ askedBy, reason }: WaitingGrant): string =>
  [`Requested by ${askedBy}`, reason?.trim()].filter(Boolean).join(': ')

/** Changes that wait for this person to confirm or refuse them. */
export const grantsToConfirm =
  (resources: ReadonlyMap<string, Granting>, seenUsers: SeenUsers, hideReasons: HideReasons): WorkSource =>
  async (reader) => {
    const grants = await waitingGrants(reader.tx, reader.merchants, seenGrants(reader.user, seenUsers))
    const open: WaitingGrant[] = []
    for (const grant of grants)
      if (await mayConfirm(reader, grant, resources.get(grant.recordType))) open.push(grant)
    const reach = new Set(reader.merchants)
    return (await hideReasons(reader, open))
      .map((grant) => grantWithin(grant, reach))
      .map((grant) => ({
        id: grant.id,
        ...placeOf(grant),
        merchantId: grant.merchantId,
        title: `${grant.recordLabel}: ${grant.summary}`,
        detail: requestedBy(grant),
        since: grant.createdAt,
        dueAt: null,
        urgent: false,
      }))
  }
