import type { AuditEntry } from '@signalbox/model/calls/audit'
import type { Field } from '@signalbox/model/field/field'
import { changeSummarySchema, type ChangeSummary } from '@signalbox/model/rules/change-summary'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { Link } from '@tanstack/react-router'
import { auditTable } from '../../../kit/audit-words.ts'
import { ChangeList } from '../../../kit/record/value-diff.tsx'
import { useMayOpen } from '../../../kit/session/allowed-pages.ts'
import { sessionStore } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './audit-detail.module.css'

type RowSummary = ChangeSummary['rows'][number]

/** What a version is, as its screen calls it. */
const versionFields: Readonly<Record<string, Field>> = {
  state: {
    kind: 'choice',
    label: 'State',
    options: {
      DRAFT: 'Draft',
      PENDING_APPROVAL: 'Waiting for approval',
      SCHEDULED: 'Scheduled',
      ACTIVE: 'Active',
      SUPERSEDED: 'Superseded',
      ARCHIVED: 'Archived',
      REJECTED: 'Denied',
    },
  },
  version: { kind: 'number', label: 'Version' },
  rules: { kind: 'number', label: 'Rows' },
  effectiveFrom: { kind: 'instant', label: 'In effect from' },
  archives: { kind: 'boolean', label: 'Archives the ruleset' },
  name: { kind: 'string', label: 'Name' },
  note: { kind: 'string', label: 'Note' },
  priority: { kind: 'number', label: 'Priority' },
  inherit: {
    kind: 'choice',
    label: 'Merchants below',
    options: {
      OVERRIDABLE: 'Merchants below may override it',
      ENFORCED: 'Comes first for every merchant below',
    },
  },
  enabled: { kind: 'boolean', label: 'Enabled' },
  preconditions: { kind: 'json', label: 'Only if' },
  activationProblem: { kind: 'string', label: 'Activation problem' },
  format: { kind: 'string', label: 'Format' },
  rows: { kind: 'number', label: 'Rows' },
}

/** Told in words above, or nothing for people: the counter and the checksum of a save. */
const notShown: ReadonlySet<string> = new Set(['changes', 'revision', 'contentHash'])

const attributes: Readonly<Record<string, string>> = { name: 'Name', note: 'Note', enabled: 'Enabled' }

/** A column by its key; `c:` and `o:` tell a fact from an output of the same name. */
function columnField(table: DecisionTable | undefined, id: string): Field {
  const key = id.replace(/^[co]:/, '')
  const output = id.startsWith('c:') ? undefined : table?.outputs.find((declared) => declared.key === key)
  const label = attributes[id] ?? output?.label ?? factOf(key)?.label ?? key
  return { kind: 'string', label, names: 'psps in text' }
}

const verbs: Readonly<Record<RowSummary['change'], string>> = {
  added: 'added',
  removed: 'removed',
  changed: 'changed',
  moved: 'moved',
}

const rowTitle = ({ change, no, fromNo, name }: RowSummary): string =>
  [
    `Row ${no ?? '–'}`,
    name === '' ? '' : ` “${name}”`,
    ` ${verbs[change]}`,
    change === 'changed' && fromNo !== undefined ? ' and moved' : '',
    fromNo === undefined ? '' : ` from ${fromNo}`,
  ].join('')

function Rows({
  table,
  summary,
}: {
  readonly table: DecisionTable | undefined
  readonly summary: ChangeSummary
}) {
  const more = summary.rowsChanged - summary.rows.length
  return (
    <ul className={styles.rows} aria-label="Changed rows">
      {summary.rows.map((row, index) => {
        const cells = Object.entries(row.cells ?? {})
        return (
          <li key={index}>
            <p className={styles.row}>{rowTitle(row)}</p>
            {cells.length === 0 ? null : (
              <ChangeList
                fields={Object.fromEntries(cells.map(([id]) => [id, columnField(table, id)]))}
                changes={cells.map(([name, { from, to }]) => ({ name, from, to }))}
              />
            )}
          </li>
        )
      })}
      {more > 0 ? <li className={styles.none}>{more} more rows</li> : null}
    </ul>
  )
}

/** Where the whole version stands beside the one before it. */
function DiffLink({ entry, version }: { readonly entry: AuditEntry; readonly version: number | undefined }) {
  const mayOpen = useMayOpen()
  const table = auditTable(entry)
  if (!table || !mayOpen(table.route)) return null
  return (
    <Link
      to={table.route}
      search={{
        panel: 'history',
        ruleset: entry.entityId,
        ...(version !== undefined && { version: String(version) }),
      }}
      className={styles.link}
      onClick={() => sessionStore.selectMerchant(entry.merchantId)}
    >
      <Icon name="history" size={14} />
      {version === undefined ? 'History of the ruleset' : `Compare version ${version} with the one before`}
    </Link>
  )
}

const versionIn = (entry: AuditEntry, summary: ChangeSummary | undefined): number | undefined => {
  const changed = entry.diff.find(({ path }) => path === 'version')?.to
  return summary?.version ?? (typeof changed === 'number' ? changed : undefined)
}

/** What somebody did to a ruleset: which rows and columns, from what to what, and the way to the whole version. */
export function RulesetEntry({ entry }: { readonly entry: AuditEntry }) {
  const table = auditTable(entry)
  const kept = entry.diff.find(({ path }) => path === 'changes')?.to
  const summary = changeSummarySchema.safeParse(kept).data
  const own = Object.entries(summary?.fields ?? {}).map(([name, { from, to }]) => ({ name, from, to }))
  const named = new Set(own.map(({ name }) => name))
  const around = entry.diff.flatMap(({ path, from, to }) =>
    notShown.has(path) || named.has(path) ? [] : [{ name: path, from, to }],
  )
  // What has no name here is shown as it was written.
  const asWritten = Object.fromEntries(
    around.map(({ name }): [string, Field] => [name, { kind: 'json', label: name }]),
  )
  return (
    <>
      {summary ? <Rows table={table} summary={summary} /> : null}
      <ChangeList fields={{ ...asWritten, ...versionFields }} changes={[...own, ...around]} />
      {summary || around.length > 0 ? null : <p className={styles.none}>This changed nothing.</p>}
      <DiffLink entry={entry} version={versionIn(entry, summary)} />
    </>
  )
}
