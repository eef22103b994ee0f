import { user } from '@signalbox/model/entities/user'
import { Refusal } from '@signalbox/model/text/refusal'
import { mayGrant, mayLookAfter } from '@signalbox/model/access/roles'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook, Resource } from '../../kit/resource.ts'
import { refuseSuperior } from './grant-rules.ts'
import { isSelf, type User } from './person.ts'
import { reachesBeyond } from './store.ts'

/** What somebody does to an account: change who it is and what it may, or help its owner to get in. */
type Act = 'edit' | 'operate'

const rankOf = { edit: mayGrant, operate: mayLookAfter } as const

const merchantsOf = (person: { readonly merchants: readonly number[] }, home: number): readonly number[] =>
  person.merchants.length > 0 ? person.merchants : [home]

/**
 * Whoever acts on somebody's account must outrank it in roles and in merchants: every role it holds, every merchant it
 * reaches. Otherwise an administrator of one brand takes over a colleague and enters another brand as them. What people
 * may do to themselves is the business of each call.
 */
async function requireAuthorityOver(work: Work, person: User, act: Act): Promise<void> {
  if (isSelf(work, person)) return
  refuseSuperior(work.user.roles, person.roles, rankOf[act])
  const own = merchantsOf(work.user, work.user.homeMerchantId)
  if (!(await reachesBeyond(work.tx, merchantsOf(person, person.merchantId), own))) return
  throw new Refusal('NOT_GRANTABLE', {
    message:
      'This user also works for merchants outside your scope. Ask an administrator who covers all of them.',
  })
}

/** The person, locked, for who may act on them. There is no other way to an account of somebody else. */
export async function lockPerson(
  work: Work,
  users: Resource<typeof user>,
  id: string,
  act: Act,
): Promise<User> {
  const person = await users.store(work).lock(id)
  await requireAuthorityOver(work, person, act)
  return person
}

type Operations = Readonly<Record<string, OperationHook<User>>>

const actOf = (operation: string): Act => {
  const declared: Readonly<Record<string, { readonly access: string }>> = user.operations
  return declared[operation]?.access === 'backoffice-users.operate' ? 'operate' : 'edit'
}

/** Every operation on somebody asks first, whatever it does. */
export const withAuthority = (operations: Operations): Operations =>
  Object.fromEntries(
    Object.entries(operations).map(([name, hook]) => [
      name,
      {
        ...hook,
        run: async (work: Work, current: User, input: Parameters<typeof hook.run>[2]) => {
          await requireAuthorityOver(work, current, actOf(name))
          return hook.run(work, current, input)
        },
      },
    ]),
  )

/** For the edit and the removal of a record, which the kit has locked already. */
export const requireEditAuthority = (work: Work, person: User): Promise<void> =>
  requireAuthorityOver(work, person, 'edit')
