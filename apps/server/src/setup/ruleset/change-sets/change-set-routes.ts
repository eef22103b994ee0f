import { changeSetCalls, type ChangeSet } from '@signalbox/model/calls/change-set'
import { approvalsNeeded } from '@signalbox/model/rules/approval-policy'
import { totalCap } from '@signalbox/model/field/paging'
import { handle, type Handler, type Work } from '../../../kit/handle.ts'
import { viewableTables } from '../access.ts'
import { Approvals } from '../approvals.ts'
import { asWork } from '../answer-about.ts'
import type { RulesetDeps } from '../ruleset-deps.ts'
import { listSets, membersOf, stepsOf } from './change-set-store.ts'
import { addMember, cancelSet, createSet, removeMember, saveSet } from './compose-set.ts'
import { approveSet, assessSet, denySet, submitSet, withdrawSet } from './decide-set.ts'
import { lockSet, setToEdit, setToRead, type LockedSet } from './locked-set.ts'

async function answerAbout(work: Work, id: string): Promise<ChangeSet> {
  const set = await setToRead(work, id)
  const members = await membersOf(work.tx, set)
  const { editorIds: _ids, approverIds: _approverIds, policy, approvers, ...shown } = set
  return {
    ...shown,
    memberCount: members.length,
    approval: policy && { policy, needed: approvalsNeeded[policy], approvedBy: [...approvers] },
    editors: [...new Set([...set.editors, ...members.flatMap(({ editors }) => editors)])],
    decisions: [...set.decisions],
    members,
  }
}

/** Does something with a change set and answers with what it is then. */
async function change(
  work: Work,
  id: string,
  body: (locked: LockedSet) => Promise<unknown>,
): Promise<ChangeSet> {
  await body(await setToEdit(work, id))
  return answerAbout(work, id)
}

const readHandlers = ({ worker }: RulesetDeps): Handler[] => [
  handle(changeSetCalls.list, async (work) => {
    const { start, limit, state } = work.query
    const tables = viewableTables(asWork(work)).map(({ slug }) => slug)
    const filter = { merchants: work.scope.effective, tables, state }
    const { items, total } = await listSets(work.tx, filter, { start, limit })
    return { items, start, limit, total: Math.min(total, totalCap), totalCapped: total > totalCap }
  }),
  handle(changeSetCalls.get, (work) => answerAbout(asWork(work), work.params.id)),
  handle(changeSetCalls.history, async (work) => ({
    items: await stepsOf(work.tx, await setToRead(asWork(work), work.params.id), work.query.limit),
  })),
  handle(changeSetCalls.assessment, async (work) => {
    await setToRead(asWork(work), work.params.id)
    const locked = await lockSet(work.tx, work.params.id, work.scope.effective)
    const { policy, members } = locked
      ? await assessSet(work.tx, worker, locked)
      : { policy: 'NONE' as const, members: [] }
    return {
      policy,
      needed: approvalsNeeded[policy],
      members: members.map(({ member, assessed: { summary: _summary, ...assessment } }) => ({
        rulesetId: member.ruleset.id,
        assessment,
      })),
    }
  }),
]

const composeHandlers = (): Handler[] => [
  handle(changeSetCalls.create, async (work) => {
    const { id } = await createSet(asWork(work), work.body)
    return answerAbout(asWork(work), id)
  }),
  handle(changeSetCalls.save, (work) =>
    change(asWork(work), work.params.id, (locked) => saveSet(asWork(work), locked, work.body)),
  ),
  handle(changeSetCalls.addMember, (work) =>
    change(asWork(work), work.params.id, (locked) => addMember(asWork(work), locked, work.body)),
  ),
  handle(changeSetCalls.removeMember, (work) =>
    change(asWork(work), work.params.id, (locked) =>
      removeMember(asWork(work), locked, { ...work.query, rulesetId: work.params.rulesetId }),
    ),
  ),
  handle(changeSetCalls.cancel, (work) =>
    change(asWork(work), work.params.id, (locked) => cancelSet(asWork(work), locked, work.body)),
  ),
]

function decideHandlers({ worker, runTests }: RulesetDeps): Handler[] {
  const deps = { worker, approvals: new Approvals(worker), runTests }
  return [
    handle(changeSetCalls.submit, (work) =>
      change(asWork(work), work.params.id, (locked) => submitSet(asWork(work), deps, locked, work.body)),
    ),
    handle(changeSetCalls.withdraw, (work) =>
      change(asWork(work), work.params.id, (locked) => withdrawSet(asWork(work), locked, work.body)),
    ),
    handle(changeSetCalls.approve, (work) =>
      change(asWork(work), work.params.id, (locked) => approveSet(asWork(work), deps, locked, work.body)),
    ),
    handle(changeSetCalls.deny, (work) =>
      change(asWork(work), work.params.id, (locked) => denySet(asWork(work), locked, work.body)),
    ),
  ]
}

export const changeSetHandlers = (deps: RulesetDeps): Handler[] => [
  ...readHandlers(deps),
  ...composeHandlers(),
  ...decideHandlers(deps),
]
