import { rulesetCalls } from '@signalbox/model/calls/ruleset'
import { handle, type Handler } from '../../kit/handle.ts'
import { rulesetToEdit } from './access.ts'
import { asItIsNow, asWork, change } from './answer-about.ts'
import { Approvals } from './approvals.ts'
import { assessVersion } from './assess-change.ts'
import { addComment } from './comments.ts'
import { confirmEmergency, revertEmergency } from './emergencies.ts'
import { wrongState } from './locked-ruleset.ts'
import type { RulesetDeps } from './ruleset-deps.ts'

export function approvalHandlers({ worker, runTests }: RulesetDeps): Handler[] {
  const approvals = new Approvals(worker)
  return [
    handle(
      rulesetCalls.submit,
      (work) =>
        change(asWork(work), work.params.id, (locked) =>
          approvals.submit(asWork(work), locked, work.body, runTests),
        ),
      asItIsNow,
    ),
    handle(
      rulesetCalls.withdraw,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.withdraw(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.approve,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.approve(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.deny,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.deny(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.archive,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.archive(asWork(work), locked, work.body)),
      asItIsNow,
    ),
  ]
}

export function emergencyHandlers({ worker }: RulesetDeps): Handler[] {
  const approvals = new Approvals(worker)
  return [
    handle(rulesetCalls.comment, async (work) =>
      addComment(asWork(work), await rulesetToEdit(asWork(work), work.params.id), work.body),
    ),
    handle(rulesetCalls.assessment, async (work) => {
      const locked = await rulesetToEdit(asWork(work), work.params.id)
      if (!locked.open) throw wrongState(locked, 'There is no draft.')
      const { policy, direction, breakGlass, reason } = await assessVersion(
        work.tx,
        worker,
        locked,
        locked.open,
      )
      return { policy, direction, breakGlass, reason }
    }),
    handle(
      rulesetCalls.breakGlass,
      (work) =>
        change(asWork(work), work.params.id, (locked) =>
          approvals.breakGlass(asWork(work), locked, work.body),
        ),
      asItIsNow,
    ),
    handle(
      rulesetCalls.confirm,
      (work) =>
        change(asWork(work), work.params.id, (locked) => confirmEmergency(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.revert,
      (work) =>
        change(asWork(work), work.params.id, (locked) => revertEmergency(asWork(work), locked, work.body)),
      asItIsNow,
    ),
  ]
}
