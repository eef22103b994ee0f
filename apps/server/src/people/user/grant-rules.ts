import { seenText } from '@signalbox/model/text/seen-text'
import { mayGrant, toxicPairs, type Role } from '@signalbox/model/access/roles'
import { roleLabel, secondFactorActions } from '@signalbox/model/entities/user'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { fill, texts } from '@signalbox/model/text/texts'

/** What one list has and the other has not, either way. */
export const difference = <T>(before: readonly T[], after: readonly T[]): T[] => [
  ...after.filter((item) => !before.includes(item)),
  ...before.filter((item) => !after.includes(item)),
]

/** Taking a role away needs the same right as giving it. */
export function refuseUngrantable(
  granter: readonly Role[],
  before: readonly Role[],
  after: readonly Role[],
): void {
  const refused = difference(before, after).filter((role) => !mayGrant(granter, role))
  if (refused.length === 0) return
  throw new Refusal('NOT_GRANTABLE', {
    message: `You cannot grant or remove: ${refused.map(roleLabel).join(', ')}.`,
    refs: refused,
  })
}

/** Whoever could not give somebody their roles must not get hold of the account by another way. */
export function refuseSuperior(
  actor: readonly Role[],
  held: readonly Role[],
  outranks: (actor: readonly Role[], role: Role) => boolean,
): void {
  const beyond = held.filter((role) => !outranks(actor, role))
  if (beyond.length === 0) return
  throw new Refusal('NOT_GRANTABLE', {
    message: `This user has roles you cannot grant: ${beyond.map(roleLabel).join(', ')}.`,
    refs: beyond,
  })
}

/** Two roles that should be two people are possible, with a reason that stays in the history. */
export function requireNoteForToxicPairs(
  before: readonly Role[],
  after: readonly Role[],
  note: string | undefined,
  field: 'note' | 'reason' = 'note',
): void {
  const holds = (roles: readonly Role[], pair: readonly Role[]) => pair.every((role) => roles.includes(role))
  const pair = toxicPairs.find((each) => holds(after, each) && !holds(before, each))
  if (!pair || seenText(note ?? '')) return
  throw invalid({
    field,
    code: 'TOXIC_PAIR',
    message: `${roleLabel(pair[0])} and ${roleLabel(pair[1])} together need a note`,
  })
}

export function requireSecondFactor(actions: readonly string[]): void {
  if (secondFactorActions.some((action) => actions.includes(action))) return
  throw invalid({ field: 'requiredActions', code: 'TWO_FACTOR', message: texts.twoFactorRequired })
}

export function requireSomeRole(roles: readonly Role[]): void {
  if (roles.length > 0) return
  throw invalid({ field: 'roles', code: 'REQUIRED', message: fill(texts.addAtLeastOne, 'role') })
}
