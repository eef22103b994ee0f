import type { Desk } from './desk.ts'
import type { Held } from './held.ts'
import { noteStep } from './notes.ts'
import type { VersionRow } from './ruleset-tables.ts'
import { updateVersion } from './store.ts'
import { touch } from './touch.ts'

/**
 * From this commit on the version is what payments are decided by. Nodes hear of it from the event; payments that run
 * keep the version they started with.
 */
export async function activate(desk: Desk, { ruleset, active }: Held, open: VersionRow): Promise<void> {
  const { archives, version } = open
  if (active)
    await updateVersion(desk.tx, ruleset, active.version, { state: 'SUPERSEDED', endedAt: desk.now })
  const state = archives ? 'ARCHIVED' : 'ACTIVE'
  await updateVersion(desk.tx, ruleset, version, {
    state,
    activatedAt: desk.now,
    endedAt: archives ? desk.now : null,
    activationProblem: null,
  })
  await touch(desk, ruleset, {
    activeVersion: archives ? null : version,
    archived: archives,
    ...(!archives && { shownVersion: version }),
  })
  noteStep(desk, ruleset, {
    action: archives ? 'ARCHIVE' : 'ACTIVATE',
    changeType: archives ? 'DELETE' : 'UPDATE',
    note: open.changeNote,
    before: active,
    after: { ...open, state },
  })
}
