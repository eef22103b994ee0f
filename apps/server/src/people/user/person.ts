import type { user } from '@signalbox/model/entities/user'
import type { RecordOf } from '@signalbox/model/field/entity'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'

export type User = RecordOf<typeof user>

/** The same person as identity knows them. */
export const ownerOf = ({ merchantId, id }: Pick<User, 'merchantId' | 'id'>) => ({ merchantId, userId: id })

export const isSelf = (work: Work, person: User): boolean => person.id === work.user.id

export function refuseSelf(work: Work, person: User): void {
  if (isSelf(work, person)) throw new Refusal('SELF_CHANGE')
}

export const presentStates = ['INVITED', 'ACTIVE', 'DISABLED', 'LOCKED'] as const

export function requireState(person: User, ...states: User['state'][]): void {
  if (states.includes(person.state)) return
  throw new Refusal('INVALID_STATE', { message: `${person.username} is ${person.state.toLowerCase()}.` })
}
