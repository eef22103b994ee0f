import type { ChangeSetState } from '@signalbox/model/calls/change-set'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import type { Tx } from '../../../kit/database.ts'
import { mayView, requireEdit } from '../access.ts'
import { lockRuleset, type LockedRuleset } from '../locked-ruleset.ts'
import { findRuleset } from '../store.ts'
import type { VersionRow } from '../ruleset-tables.ts'
import { findSet, lockSetRow, memberRefs } from './change-set-store.ts'
import type { ChangeSetRow } from './change-set-tables.ts'

export interface LockedMember extends LockedRuleset {
  readonly open: VersionRow
}

/** A change set somebody works on, locked with all its members until they are done. */
export interface LockedSet {
  readonly set: ChangeSetRow
  readonly members: readonly LockedMember[]
}

type Caller = Pick<Work, 'tx' | 'scope' | 'user' | 'require'>

/** States in which a change set is put together. */
export const openToEdit: readonly ChangeSetState[] = ['DRAFT', 'REJECTED']

const wrongSetState = ({ id }: ChangeSetRow, message: string): Refusal =>
  new Refusal('INVALID_STATE', { message, current: { changeSet: id } })

const setConflict = ({ id }: ChangeSetRow): Refusal =>
  new Refusal('VERSION_CONFLICT', { current: { changeSet: id } })

/** The one the person has seen, in one of the states in which the step can be taken. */
export function requireSeen(
  set: ChangeSetRow,
  seen: { readonly version: number },
  states: readonly ChangeSetState[],
  otherwise: string,
): void {
  if (!states.includes(set.state)) throw wrongSetState(set, otherwise)
  if (set.version !== seen.version) throw setConflict(set)
}

/** A set with a table somebody may not see does not exist for them, nor one with rulesets outside of their merchants. */
export async function setToRead(work: Caller, id: string): Promise<ChangeSetRow> {
  const set = await findSet(work.tx, id, work.scope.effective)
  if (!set) throw new Refusal('NOT_FOUND')
  for (const { rulesetId } of await memberRefs(work.tx, set)) {
    const ruleset = await findRuleset(work.tx, rulesetId, work.scope.effective)
    if (!ruleset || !mayView(work, ruleset.decisionTable)) throw new Refusal('NOT_FOUND')
  }
  return set
}

/** Locked with its members, always in the same order, so that two who need the same ones wait and never block each other. */
export async function lockSet(
  tx: Tx,
  id: string,
  merchants: readonly number[],
): Promise<LockedSet | undefined> {
  const set = await lockSetRow(tx, id, merchants)
  if (!set) return undefined
  const members: LockedMember[] = []
  // Of a set that ended, the versions went their own ways.
  if (set.state !== 'ACTIVE' && set.state !== 'CANCELLED')
    for (const ref of await memberRefs(tx, set)) {
      const locked = await lockRuleset(tx, ref.rulesetId, [ref.rulesetMerchantId])
      const open = locked?.open
      if (!locked || open?.version !== ref.version)
        throw new Error(`Version ${ref.version} of ${ref.rulesetId} left change set ${id} unnoticed`)
      members.push({ ...locked, open })
    }
  return { set, members }
}

/** Whoever changes or decides a set must be allowed to do so with each of its tables. */
export async function setToEdit(work: Caller, id: string): Promise<LockedSet> {
  await setToRead(work, id)
  const locked = await lockSet(work.tx, id, work.scope.effective)
  if (!locked) throw new Refusal('NOT_FOUND')
  for (const { table } of locked.members) requireEdit(work, table)
  return locked
}

const nameOf = ({ ruleset, open }: LockedMember): string =>
  `${tableOfSlug(ruleset.decisionTable)?.title ?? ruleset.decisionTable} “${open.name}”`

/** What is wrong with one member is wrong with the set; the refusal says which it is. */
export async function namingMember<T>(
  set: ChangeSetRow,
  member: LockedMember,
  check: () => T | Promise<T>,
): Promise<T> {
  try {
    return await check()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const about = (message: string) => `${nameOf(member)}: ${message}`
    if (error.code === 'INVALID')
      throw invalid(
        ...(error.details.fields ?? []).map(({ code, message }) => ({
          field: `members.${member.ruleset.id}`,
          code,
          message: about(message),
        })),
      )
    if (error.code === 'INVALID_STATE') throw wrongSetState(set, about(error.message))
    throw error
  }
}
