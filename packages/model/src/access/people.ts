import { Refusal } from '../text/refusal.ts'

/**
 * The humans behind an act, by every id and name they are known by. Behind what somebody does in the console stands that
 * person, behind what an API client does whoever made it or holds its secret. Two people are two humans and not two
 * accounts, so every rule that wants a second one compares these, here and nowhere else.
 */
export type People = readonly string[]

/** What the platform does itself; behind it stands nobody. */
const nobody = 'system'

export const peopleOf = (person: { readonly id: string; readonly username: string }): People => [
  person.id,
  person.username,
]

/** Those of several, each once. */
export const allPeople = (...names: readonly (string | null | undefined)[]): People => [
  ...new Set(
    names.filter((name) => typeof name === 'string').filter((name) => name !== '' && name !== nobody),
  ),
]

export const isSamePerson = (one: People, other: People): boolean => one.some((name) => other.includes(name))

/** Refuses whoever had a part in it before. */
export function requireOtherPerson(who: People, before: People, message?: string): void {
  if (isSamePerson(who, before)) throw new Refusal('FOUR_EYES', message === undefined ? {} : { message })
}
