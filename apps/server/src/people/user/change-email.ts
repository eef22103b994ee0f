import { allPeople, peopleOf, requireOtherPerson } from '@signalbox/model/access/people'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { OperationHook } from '../../kit/resource.ts'
import { isPower } from './granted-power.ts'
import { isSelf, presentStates, requireState, type User } from './person.ts'
import { isTaken } from './store.ts'

type Input = Record<string, unknown>

const taken = () => {
  const message = 'This email is used by another user'
  return new Refusal('DUPLICATE', { message, fields: [{ field: 'email', code: 'DUPLICATE', message }] })
}

/**
 * Whoever has the address has the account: links to choose a password go there. So the address of somebody else waits
 * for a second person; the own one, and that of somebody who was only invited and approves nothing, changes at once. The present address
 * takes back what waits.
 */
export async function changedEmail(work: Work, email: string, current: User): Promise<Input> {
  const nothing = { pendingEmail: null, pendingEmailBy: null }
  if (email === current.email) return { email, ...nothing }
  if (await isTaken(work.tx, { email, exceptUserId: current.id })) throw taken()
  const hasNothingYet = current.state === 'INVITED' && !current.roles.some(isPower)
  if (isSelf(work, current) || hasNothingYet) return { email, ...nothing }
  return { email: current.email, pendingEmail: email, pendingEmailBy: work.user.username }
}

export const confirmEmail: OperationHook<User> = {
  async run(work, current) {
    requireState(current, ...presentStates)
    const { pendingEmail: email, pendingEmailBy } = current
    if (!email)
      throw new Refusal('INVALID_STATE', { message: `${current.username} has no new email waiting.` })
    const message = 'You entered this email; someone else must confirm it.'
    requireOtherPerson(peopleOf(work.user), allPeople(pendingEmailBy), message)
    if (await isTaken(work.tx, { email, exceptUserId: current.id })) throw taken()
    return { email, pendingEmail: null, pendingEmailBy: null }
  },
}
