import { mostMembers, type DraftSeen } from '@signalbox/model/calls/change-set'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../../kit/handle.ts'
import { rulesetToEdit } from '../access.ts'
import { lineages } from '../active-rules-store.ts'
import { conflict, seenOpen, wrongState, type LockedRuleset } from '../locked-ruleset.ts'
import type { VersionRow } from '../ruleset-tables.ts'
import { updateVersion } from '../store.ts'
import { touch } from '../touch.ts'
import { deleteMember, insertMember, insertSet } from './change-set-store.ts'
import type { ChangeSetRow } from './change-set-tables.ts'
import { openToEdit, requireSeen, type LockedMember, type LockedSet } from './locked-set.ts'
import { moveSet, noteSet, withEditor } from './note-set.ts'

type SetWork = Pick<
  Work,
  'tx' | 'now' | 'newId' | 'audit' | 'emit' | 'enqueue' | 'afterCommit' | 'user' | 'scope' | 'require'
>
type Seen = { readonly version: number }

const submitted = 'The change set was already submitted.'

export async function createSet(
  work: SetWork,
  {
    title,
    note,
    members,
  }: { readonly title: string; readonly note: string; readonly members: readonly DraftSeen[] },
): Promise<ChangeSetRow> {
  const { now, user, scope } = work
  const row = {
    merchantId: scope.selected,
    id: work.newId(),
    title: title.trim(),
    note: note.trim(),
    state: 'DRAFT',
    version: 1,
    policy: null,
    activateAt: null,
    editorIds: [user.id],
    editors: [user.username],
    submittedBy: null,
    submittedAt: null,
    activatedAt: null,
    problem: null,
    createdBy: user.username,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  } as const
  await insertSet(work.tx, { ...row, editorIds: [...row.editorIds], editors: [...row.editors] })
  const set: ChangeSetRow = {
    ...row,
    editorIds: [user.id],
    editors: [user.username],
    approverIds: [],
    approvers: [],
    decisions: [],
  }
  const joined: LockedMember[] = []
  // In the order in which everybody locks rulesets.
  for (const draft of members.toSorted((a, b) => (a.rulesetId < b.rulesetId ? -1 : 1)))
    joined.push(await join(work, { set, members: joined }, draft))
  const more = { members: joined.map(({ open }) => open.name) }
  await noteSet(work, set, { action: 'CREATE', changeType: 'CREATE', note: set.note, more })
  return set
}

export async function saveSet(
  work: SetWork,
  { set }: LockedSet,
  { title = set.title, note = set.note, ...seen }: Seen & { readonly title?: string; readonly note?: string },
): Promise<void> {
  requireSeen(set, seen, openToEdit, submitted)
  const change = { title: title.trim(), note: note.trim(), ...withEditor(set, work) }
  await moveSet(work, set, change, { action: 'SAVE', note: change.note })
}

export async function addMember(
  work: SetWork,
  locked: LockedSet,
  { member, ...seen }: Seen & { readonly member: DraftSeen },
): Promise<void> {
  requireSeen(locked.set, seen, openToEdit, submitted)
  const { open } = await join(work, locked, member)
  await moveSet(work, locked.set, withEditor(locked.set, work), {
    action: 'ADD_MEMBER',
    note: open.name,
    more: { member: open.name },
  })
}

/** The draft of a ruleset becomes a member. From then on it is decided with the set, not alone. */
async function join(work: SetWork, { set, members }: LockedSet, draft: DraftSeen): Promise<LockedMember> {
  if (members.length >= mostMembers)
    throw invalid({ field: 'members', code: 'TOO_MANY', message: `At most ${mostMembers} rulesets` })
  if (members.some(({ ruleset }) => ruleset.id === draft.rulesetId))
    throw invalid({ field: 'members', code: 'TWICE', message: 'Each ruleset may appear only once' })
  const locked = await rulesetToEdit(work, draft.rulesetId)
  const open = draftToJoin(locked, draft)
  const lineage = (await lineages(work.tx)).get(locked.ruleset.merchantId) ?? []
  if (!lineage.includes(set.merchantId))
    throw invalid({
      field: 'members',
      code: 'OTHER_MERCHANT',
      message: 'The ruleset belongs to a merchant that is not below the merchant of the change set',
    })
  await insertMember(work.tx, set, locked.ruleset, open.version)
  await updateVersion(work.tx, locked.ruleset, open.version, { changeSetId: set.id })
  await touch(work, locked.ruleset)
  return { ...locked, open }
}

function draftToJoin(locked: LockedRuleset, draft: DraftSeen): VersionRow {
  const open = seenOpen(locked, draft)
  if (open.changeSetId !== null) throw wrongState(locked, `“${open.name}” is already in a change set.`)
  if (open.state !== 'DRAFT' && open.state !== 'REJECTED')
    throw wrongState(locked, `“${open.name}” was already submitted. Withdraw it first.`)
  return open
}

export async function removeMember(
  work: SetWork,
  { set, members }: LockedSet,
  { rulesetId, ...seen }: Seen & { readonly rulesetId: string },
): Promise<void> {
  requireSeen(set, seen, openToEdit, submitted)
  const member = members.find(({ ruleset }) => ruleset.id === rulesetId)
  if (!member) throw new Refusal('NOT_FOUND')
  await deleteMember(work.tx, set, rulesetId)
  await release(work, member)
  const { name } = member.open
  await moveSet(work, set, withEditor(set, work), {
    action: 'REMOVE_MEMBER',
    note: name,
    more: { member: name },
  })
}

/** A draft on its own again. */
async function release(work: SetWork, { ruleset, open }: LockedMember): Promise<void> {
  await updateVersion(work.tx, ruleset, open.version, { changeSetId: null })
  await touch(work, ruleset)
}

/** The set ends here; its drafts go on. The list of members stays, for whoever looks it up. */
export async function cancelSet(
  work: SetWork,
  { set, members }: LockedSet,
  { note, ...seen }: Seen & { readonly note?: string },
): Promise<void> {
  requireSeen(set, seen, openToEdit, 'Withdraw the change set first.')
  for (const member of members) await release(work, member)
  await moveSet(work, set, { state: 'CANCELLED' }, { action: 'CANCEL', note })
}

/** All members are what the person has seen, and no other has joined since. */
export function requireSeenMembers({ members }: LockedSet, seen: readonly DraftSeen[]): void {
  for (const member of members) {
    const { ruleset, open } = member
    const draft = seen.find(({ rulesetId }) => rulesetId === ruleset.id)
    if (draft?.version !== open.version || draft.revision !== open.revision) throw conflict(member)
  }
  if (seen.length !== members.length)
    throw invalid({ field: 'members', code: 'UNKNOWN', message: 'A ruleset is not in the change set' })
}
