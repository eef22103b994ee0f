import { Readable } from 'node:stream'
import { Refusal } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import { maySeeVersion } from './access.ts'
import { textOf } from './locked-ruleset.ts'
import type { RulesetRow } from './ruleset-tables.ts'
import { findVersion } from './store.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

/** The rows of a version as a file. Who took them away is part of the record. */
export async function exportRows(
  work: Work,
  worker: RulesetWorker,
  ruleset: RulesetRow,
  { version, format }: { readonly version?: number; readonly format: 'csv' | 'json' },
): Promise<Readable> {
  const row = await findVersion(work.tx, ruleset, version ?? ruleset.shownVersion)
  if (!row || !maySeeVersion(work, ruleset, row)) throw new Refusal('NOT_FOUND')
  const { csvSeparator: separator } = await work.deps.userFormats(work.tx, work.user)
  const { merchantId, id, decisionTable: table } = ruleset
  const file = await worker.run('write', { table, content: textOf(row), format, separator })
  work.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: id,
    entityLabel: row.name,
    action: 'EXPORT',
    after: { version: row.version, revision: row.revision, format, rows: row.ruleCount },
  })
  const type = format === 'csv' ? 'text/csv' : 'application/json'
  work.reply
    .header('content-type', `${type}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="${table}-${id}-v${row.version}.${format}"`)
  return Readable.from([file])
}
