import type { RulesetWork } from './ruleset-work.ts'
import type { LockedRuleset } from './locked-ruleset.ts'
import { noteStep } from './notes.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { updateVersion } from './store.ts'
import { touch } from './touch.ts'

/**
 * From this commit on the version is what payments are decided by. Nodes hear of it from the event; payments that run
 * keep the version they started with.
 */
export async function activate(
  work: RulesetWork,
  { ruleset, active }: LockedRuleset,
  open: VersionRow,
): Promise<void> {
  const { archives, version } = open
  if (active)
    await updateVersion(work.tx, ruleset, active.version, { state: 'SUPERSEDED', endedAt: work.now })
  const state = archives ? 'ARCHIVED' : 'ACTIVE'
  await updateVersion(work.tx, ruleset, version, {
    state,
    activatedAt: work.now,
    endedAt: archives ? work.now : null,
    activationProblem: null,
  })
  await touch(work, ruleset, {
    activeVersion: archives ? null : version,
    archived: archives,
    ...(!archives && { shownVersion: version }),
  })
  noteStep(work, ruleset, {
    action: archives ? 'ARCHIVE' : 'ACTIVATE',
    changeType: archives ? 'DELETE' : 'UPDATE',
    note: open.changeNote,
    before: active,
    after: { ...open, state },
  })
}
