import type { RuleComment } from '@signalbox/model/calls/ruleset'
import { isUuid } from '@signalbox/model/field/validators'
import type { Rule } from '@signalbox/model/rules/rule'
import { invalid } from '@signalbox/model/text/refusal'
import { ownKeySubject } from '../../kit/subject-seal.ts'
import { commenterIds, commentsOn, insertComment, mostComments } from './comment-store.ts'
import { conflict, wrongState, type LockedRuleset } from './locked-ruleset.ts'
import type { VersionRow } from './ruleset-tables.ts'
import type { RulesetWork } from './ruleset-work.ts'

interface CommentInput {
  readonly version: number
  readonly rowId: string | null
  readonly text: string
}

const rowOf = (version: VersionRow | undefined, id: string): Rule | undefined =>
  version && (JSON.parse(version.rules) as Rule[]).find((rule) => rule.id === id)

/** Says something about a version on its way, or the active one, and tells its authors and whoever spoke before. */
export async function addComment(
  work: RulesetWork,
  locked: LockedRuleset,
  { version, rowId, text }: CommentInput,
): Promise<RuleComment> {
  const { ruleset, active, open } = locked
  const about = [open, active].find((each) => each?.version === version)
  // What it was said about has been replaced since it was read.
  if (!about) throw conflict(locked)
  // A row that is to go is in the active version only.
  const row = rowId === null ? undefined : (rowOf(about, rowId) ?? rowOf(active, rowId))
  if (rowId !== null && !row)
    throw invalid({ field: 'rowId', code: 'UNKNOWN', message: 'There is no such row' })
  const { tx, now, user } = work
  if ((await commentsOn(tx, ruleset, version)).length >= mostComments)
    throw wrongState(locked, 'There are too many comments on this version.')
  const people = [...about.editorIds, ...(await commenterIds(tx, ruleset, version))]
  const tell = [...new Set(people)].filter((id) => id !== user.id && isUuid(id))
  const comment = { id: work.newId(), version, rowId, text: text.trim(), author: user.username }
  await insertComment(tx, ruleset, { ...comment, authorId: user.id, at: now }, tell)
  const { merchantId, id, decisionTable, no } = ruleset
  work.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: id,
    entityLabel: `${decisionTable} ${String(no).padStart(2, '0')}: ${about.name}`,
    changeType: 'UPDATE',
    action: 'COMMENT',
    after: { version, ...(row && { row: `${row.no} ${row.name}`.trim() }), comment: comment.text },
    subject: ownKeySubject(merchantId, work.newId(), ['comment']),
  })
  work.emit({
    merchantId,
    topic: 'ruleset',
    key: id,
    payload: { changeType: 'UPDATE', table: decisionTable, version },
  })
  for (const userId of tell) work.emit({ merchantId, topic: 'mention', key: userId })
  return { ...comment, at: now.toISOString() }
}
