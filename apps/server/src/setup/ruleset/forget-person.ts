import type { Passes } from '../../kit/person-words.ts'
import type { UnitOfWork } from '../../kit/unit-of-work.ts'
import { replaceInVersions, setForgottenHash, type ForgottenVersion } from './forget-store.ts'
import { twoDigits } from './notes.ts'
import { contentHash, contentText, storedContent } from './ruleset-worker/draft.ts'

export { countNamingAddresses } from './forget-store.ts'

function hashOf({
  rules,
  name,
  note,
  priority,
  inherit,
  enabled,
  preconditions,
  ...version
}: ForgottenVersion) {
  // A version that is not fit to be decided by has none.
  if (version.contentHash === '') return ''
  const fields = { name, note, priority, inherit, enabled, preconditions }
  return contentHash(storedContent(contentText(fields, rules)))
}

/**
 * Rules that name somebody go on naming their pseudonym, in every version: what was decided, by whom and when stays. That
 * a version says something else than what was approved is written down with both hashes.
 */
export async function forgetInRules(
  unit: Pick<UnitOfWork, 'tx' | 'audit' | 'emit'>,
  merchants: readonly number[],
  { passes, pseudonym }: { readonly passes: Passes; readonly pseudonym: string },
): Promise<number> {
  const versions = await replaceInVersions(unit.tx, merchants, passes)
  for (const version of versions) {
    const { merchantId, rulesetId, table, no } = version
    const after = hashOf(version)
    await setForgottenHash(unit.tx, version, after)
    unit.audit({
      merchantId,
      entityType: 'ruleset',
      entityId: rulesetId,
      entityLabel: `${table} ${twoDigits(no)}: ${version.name}`,
      changeType: 'UPDATE',
      action: 'ERASE_PERSON',
      before: { version: version.version, contentHash: version.contentHash },
      after: { version: version.version, contentHash: after, pseudonym },
    })
    unit.emit({
      merchantId,
      topic: 'ruleset',
      key: rulesetId,
      payload: { changeType: 'UPDATE', table, version: version.version, revision: null, state: null },
    })
  }
  return versions.length
}
