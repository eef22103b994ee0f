import { requiredActions, roleLabel } from '@signalbox/model/entities/user'
import { peopleOf } from '@signalbox/model/access/people'
import { secondPersonRoles, type Role } from '@signalbox/model/access/roles'
import type { GrantRules, Withheld } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import { areAllWithin, asksForSecondPerson, asksForWaysIn } from '../settings/read-model.ts'
import type { User } from './person.ts'

type Input = Record<string, unknown>
type RequiredAction = User['requiredActions'][number]

/** Operations that give whoever reads the mail, or sits at the next login, a way into somebody else's account. */
const waysIn: Readonly<Record<string, string>> = {
  'send-reset-link': 'Send a password reset link',
  'force-authenticator': 'Replace the authenticator',
  'force-security-key': 'Replace the security keys',
}

export const isPower = (role: Role): boolean => secondPersonRoles.includes(role)

const placesOf = (merchants: readonly number[]): string =>
  merchants.length > 0 ? merchants.join(', ') : 'all below home'

/** No merchants means all below home. */
const reachesMore = async ({ tx }: Work, { merchantId, merchants }: User, after: readonly number[]) =>
  merchants.length === 0
    ? !(await areAllWithin(tx, after, merchantId))
    : after.length === 0 || after.some((id) => !merchants.includes(id))

const actionLabel = (action: RequiredAction): string => requiredActions[action]

/**
 * What an account is made to begin with anew, by an edit as by an operation: whoever sits at the next login chooses it. Who was
 * only invited has nothing yet.
 */
function demandedOf(current: User | null, values: Input): readonly RequiredAction[] {
  if (!current || current.state === 'INVITED') return []
  const asked = (values.requiredActions ?? []) as RequiredAction[]
  return asked.filter((action) => !current.requiredActions.includes(action))
}

const withoutDemanded = (values: Input, demanded: readonly RequiredAction[]) =>
  (values.requiredActions as RequiredAction[]).filter((action) => !demanded.includes(action))

/** Roles that make somebody a second person wait, and so do more merchants for who has such a role. */
async function powerIn(work: Work, current: User | null, values: Input): Promise<Withheld | undefined> {
  const had = current?.roles ?? []
  const roles = (values.roles ?? had) as Role[]
  const added = roles.filter((role) => isPower(role) && !had.includes(role))
  const merchants = values.merchants as number[] | undefined
  const wider =
    current !== null &&
    merchants !== undefined &&
    had.some(isPower) &&
    (await reachesMore(work, current, merchants))
  const demanded = demandedOf(current, values)
  if (added.length === 0 && !wider && demanded.length === 0) return undefined
  const said = [
    ...(added.length > 0 ? [`Grant ${added.map(roleLabel).join(', ')}`] : []),
    ...(wider ? [`Merchants: ${placesOf(merchants)} instead of ${placesOf(current.merchants)}`] : []),
    ...(demanded.length > 0 ? [`At the next login: ${demanded.map(actionLabel).join(', ')}`] : []),
  ]
  return {
    now: {
      ...(added.length > 0 && { roles: roles.filter((role) => !added.includes(role)) }),
      ...(wider && { merchants: current.merchants }),
      ...(demanded.length > 0 && { requiredActions: withoutDemanded(values, demanded) }),
    },
    later: {
      ...(added.length > 0 && { roles }),
      ...(wider && { merchants }),
      ...(demanded.length > 0 && { requiredActions: values.requiredActions }),
    },
    summary: said.join('; '),
  }
}

export const userGrants = (production: boolean): GrantRules<User> => ({
  isAsked: (work, record, values) => {
    const merchants = (values.merchants ?? record?.merchants ?? []) as number[]
    const home = record?.merchantId ?? work.scope.selected
    // No merchants means all below home.
    const reach = merchants.length > 0 ? merchants : [home]
    const roles = [...(record?.roles ?? []), ...((values.roles ?? []) as Role[])]
    const asks = roles.some(isPower) ? asksForSecondPerson : asksForWaysIn
    return asks(work.tx, production, reach)
  },
  ofChange: powerIn,
  ofOperation: (name, { state, roles }) => {
    if (name === 'enable') return roles.some(isPower) ? 'Enable the account again' : undefined
    // Who was only invited has nothing yet that a link could open.
    return state === 'INVITED' ? undefined : waysIn[name]
  },
  // Whose account it is, what they have and where links to it go. That somebody was invited or has joined since is their own
  // doing; that somebody was shut out is not.
  basis: (_work, { roles, merchants, email, merchantId, state, requiredActions: demanded }, later) => ({
    ...('requiredActions' in later && { requiredActions: demanded.toSorted() }),
    roles: roles.toSorted(),
    merchants: merchants.toSorted((one, other) => one - other),
    email,
    merchantId,
    isShutOut: state === 'DISABLED' || state === 'DELETED',
  }),
  beneficiaries: (_work, person) => Promise.resolve(peopleOf(person)),
})
