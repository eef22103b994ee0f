import { merchantsWithin, otherMerchant, otherMerchantText } from '@signalbox/model/access/merchants-within'
import { contactTypes } from '@signalbox/model/entities/user'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Role } from '@signalbox/model/access/roles'
import type { Work } from '../../kit/handle.ts'
import type { ResourceHooks } from '../../kit/resource.ts'
import { knownMerchants } from '../../kit/scope.ts'
import { requireFreshProof } from '../../kit/step-up.ts'
import {
  accountOf,
  dropLinks,
  endSessions,
  mailPasswordLink,
  openCredential,
  shutOut,
  warnAccount,
  type IdentityDeps,
} from '../identity/read-model.ts'
import { forgetHelpOf } from '../help/read-model.ts'
import { refuseLastAdmin } from './admin-guard.ts'
import { requireEditAuthority } from './authority.ts'
import { changedEmail } from './change-email.ts'
import {
  difference,
  refuseUngrantable,
  requireNoteForToxicPairs,
  requireSecondFactor,
} from './grant-rules.ts'
import { userGrants } from './granted-power.ts'
import { keepGrants } from './keep-grants.ts'
import { userOperations } from './operations.ts'
import { ownerOf, presentStates, refuseSelf, requireState, type User } from './person.ts'
import { refuseUnknownPreset } from './presets.ts'
import { holderOfContact, isTaken, lockMerchants, userFilters } from './store.ts'

type Input = Record<string, unknown>

const noteOf = (work: Work): string | undefined => (work.body as { note?: string } | undefined)?.note

/** The values a record has after the change: what is absent stays. */
const valueAfter = <K extends keyof User>(input: Input, current: User, name: K): User[K] =>
  (input[name] === undefined ? current[name] : input[name]) as User[K]

function refuseForeignMerchants(work: Work, before: readonly number[], after: readonly number[]): void {
  const reach = new Set(work.inScope.map(({ id }) => id))
  const foreign = difference(before, after).filter((id) => !reach.has(id))
  if (foreign.length === 0) return
  // Those they named themselves; which others there were they are not told.
  const named = foreign.filter((id) => after.includes(id) && id !== otherMerchant)
  throw invalid({
    field: 'merchants',
    code: 'OUT_OF_SCOPE',
    message: `Outside your own merchants: ${named.join(', ') || otherMerchantText}`,
  })
}

/** A primary contact is one person; whom it moves from must be asked first. */
async function refuseSecondPrimary(
  work: Work,
  merchantId: number,
  added: readonly string[],
  userId: string | null,
): Promise<void> {
  const primary = added.filter((type) => type.startsWith('PRIMARY_'))
  if (primary.length === 0) return
  await lockMerchants(work.tx, [merchantId])
  for (const type of primary) {
    const holder = await holderOfContact(work.tx, merchantId, type, userId)
    if (holder === undefined) continue
    const label = contactTypes[type as keyof typeof contactTypes]
    throw invalid({
      field: 'contactTypes',
      code: 'DUPLICATE',
      message: `${label} contact is already ${holder}`,
    })
  }
}

async function refuseTaken(work: Work, input: Input): Promise<void> {
  const { username, email } = input
  const duplicate = (field: string, message: string) =>
    new Refusal('DUPLICATE', { message, fields: [{ field, code: 'DUPLICATE', message }] })
  if (typeof username === 'string' && (await isTaken(work.tx, { username }))) {
    throw duplicate('username', 'This username is taken')
  }
  if (typeof email === 'string' && (await isTaken(work.tx, { email }))) {
    throw duplicate('email', 'This email is used by another user')
  }
}

async function beforeCreate(work: Work, input: Input): Promise<Input> {
  const roles = (input.roles ?? []) as Role[]
  refuseUngrantable(work.user.roles, [], roles)
  requireNoteForToxicPairs([], roles, noteOf(work))
  refuseForeignMerchants(work, [], (input.merchants ?? []) as number[])
  requireSecondFactor((input.requiredActions ?? []) as string[])
  await refuseUnknownPreset(work, work.scope.selected, input.preset)
  await refuseTaken(work, input)
  await refuseSecondPrimary(work, work.scope.selected, (input.contactTypes ?? []) as string[], null)
  requireFreshProof(work)
  return { ...input, state: 'INVITED', createdBy: work.user.username }
}

async function beforeUpdate(work: Work, input: Input, current: User): Promise<Input> {
  requireState(current, ...presentStates)
  await requireEditAuthority(work, current)
  const roles = valueAfter(input, current, 'roles')
  const merchants = valueAfter(input, current, 'merchants')
  const changesAccess =
    difference(current.roles, roles).length + difference(current.merchants, merchants).length > 0
  if (changesAccess) refuseSelf(work, current)
  refuseUngrantable(work.user.roles, current.roles, roles)
  refuseForeignMerchants(work, current.merchants, merchants)
  const email = valueAfter(input, current, 'email')
  const actions = valueAfter(input, current, 'requiredActions')
  const changesEntry = email !== current.email || difference(current.requiredActions, actions).length > 0
  requireNoteForToxicPairs(current.roles, roles, noteOf(work))
  const { demo } = await accountOf(work.tx, current.id)
  if (current.twoFactor.length === 0 && !demo) requireSecondFactor(actions)
  if (input.preset !== current.preset) await refuseUnknownPreset(work, current.merchantId, input.preset)
  const emails = input.email === undefined ? {} : await changedEmail(work, email, current)
  const contacts = valueAfter(input, current, 'contactTypes')
  const newContacts = contacts.filter((type) => !current.contactTypes.includes(type))
  await refuseSecondPrimary(work, current.merchantId, newContacts, current.id)
  await refuseLastAdmin(work.tx, current, { roles, merchants })
  // Last, so that nobody is asked for a password only to hear that it cannot be done.
  if (changesEntry || isMoreThan(current, { roles, merchants })) requireFreshProof(work)
  return { ...input, ...emails }
}

/** No merchants means all below home, so the first one named takes something away as well. */
const narrows = (before: readonly number[], after: readonly number[]): boolean =>
  after.length > 0 && (before.length === 0 || before.some((id) => !after.includes(id)))

async function beforeRemove(work: Work, current: User): Promise<void> {
  requireState(current, ...presentStates)
  refuseSelf(work, current)
  await requireEditAuthority(work, current)
  await refuseLastAdmin(work.tx, current, null)
}

/** The rules of backoffice users, for the resource kit. */
export const userHooks = (deps: IdentityDeps): ResourceHooks<User> => ({
  filters: (work) => userFilters(work.now),
  beforeCreate,
  beforeUpdate,
  beforeRemove,
  softRemove: async () => Promise.resolve({ state: 'DELETED' }),
  operations: userOperations(deps),
  forFile: (person, work) => ({
    ...person,
    merchants: merchantsWithin(person.merchants, knownMerchants(work)),
  }),
  grants: userGrants(deps.config.environment === 'production'),
  async afterChange(work, { type, before, after }) {
    if (!after) return
    const owner = ownerOf(after)
    await keepGrants(work, before, after)
    if (type === 'CREATE') {
      await openCredential(work.tx, owner, work.now)
      await mailPasswordLink(deps, work, await accountOf(work.tx, after.id), 'Welcome')
      return
    }
    if (after.state === 'DELETED') await forgetHelpOf(work.tx, owner)
    if (after.state === 'DELETED' || after.state === 'DISABLED') await shutOut(work.tx, owner)
    else if (before && isLessThan(before, after)) await endSessions(work.tx, owner)
    if (before && before.email !== after.email) {
      await dropLinks(work.tx, owner)
      await warnOldAddress(deps, work, before)
    }
  },
})

/** Who was only invited has nothing at that address yet, most often because it was mistyped. */
async function warnOldAddress(deps: IdentityDeps, work: Work, before: User): Promise<void> {
  if (before.state === 'INVITED') return
  const account = { ...(await accountOf(work.tx, before.id)), email: before.email }
  await warnAccount(deps, work, account, { what: 'EmailChanged' }, null)
}

type Reach = Pick<User, 'roles' | 'merchants'>

const isLessThan = (before: Reach, after: Reach): boolean =>
  before.roles.some((role) => !after.roles.includes(role)) || narrows(before.merchants, after.merchants)

const isMoreThan = (before: Reach, after: Reach): boolean => isLessThan(after, before)
