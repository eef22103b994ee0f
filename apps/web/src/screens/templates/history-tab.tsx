import { Button } from '@mantine/core'
import type { TemplateHistoryEntry } from '@signalbox/model/calls/template'
import type { TemplateDraft } from '@signalbox/model/template-language/template'
import { ApiError } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { changedFields, draftOf, editedFields } from './editor-state.ts'
import { FieldChanges } from './field-changes.tsx'
import styles from './history-tab.module.css'
import type { TemplatesNavigation } from './templates-address.ts'
import type { TemplateEditor } from './use-template-editor.ts'
import { useTemplateHistory } from './use-templates.ts'

const badges = {
  CREATE: { tone: 'positive', text: 'Created', icon: 'plus' },
  UPDATE: { tone: 'neutral', text: 'Changed', icon: 'edit' },
  DELETE: { tone: 'negative', text: 'Deleted', icon: 'trash' },
} as const

const keyOf = ({ version, changeType }: TemplateHistoryEntry): string => `${version}${changeType[0]}`

function Changes({ from, to }: { readonly from: TemplateDraft | null; readonly to: TemplateDraft }) {
  const names = from ? changedFields(from, to) : editedFields(to.type).filter((name) => !isEmpty(to[name]))
  if (names.length === 0) return <p className={styles.same}>Nothing differs.</p>
  return <FieldChanges names={names} from={from} to={to} />
}

const isEmpty = (value: unknown): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0)

export interface HistoryTabProps {
  readonly editor: TemplateEditor
  readonly nav: TemplatesNavigation
  readonly mayEdit: boolean
  /** Puts an older version into the editor, to be saved with a note. */
  readonly onRevert: (entry: TemplateHistoryEntry) => void
}

interface VersionsProps extends Pick<HistoryTabProps, 'nav'> {
  readonly entries: readonly TemplateHistoryEntry[]
  readonly open: TemplateHistoryEntry | undefined
}

function Versions({ entries, open, nav: { view } }: VersionsProps) {
  return (
    <ol className={styles.versions} aria-label="Versions">
      {entries.map((entry) => (
        <li key={keyOf(entry)}>
          <button
            type="button"
            className={styles.version}
            aria-current={entry === open ? 'true' : undefined}
            onClick={() => view({ version: keyOf(entry) })}
          >
            <span className={styles.title}>
              Version {entry.version}
              <StatusBadge tone={badges[entry.changeType].tone} icon={badges[entry.changeType].icon}>
                {badges[entry.changeType].text}
              </StatusBadge>
            </span>
            <span className={styles.note}>{entry.note ?? 'No note'}</span>
            <span className={styles.who}>
              {entry.by} · <InstantView iso={entry.at} />
            </span>
          </button>
        </li>
      ))}
    </ol>
  )
}

interface OpenVersionProps extends Omit<HistoryTabProps, 'nav'> {
  readonly open: TemplateHistoryEntry
  readonly previous: TemplateHistoryEntry | undefined
}

function OpenVersion({ editor: { base }, mayEdit, onRevert, open, previous }: OpenVersionProps) {
  const current = open.version === base?.version && open.changeType !== 'DELETE'
  return (
    <section className={styles.detail} aria-label={`Version ${open.version}`}>
      <header className={styles.head}>
        <h3 className={styles.heading}>
          {previous ? `Version ${previous.version} to ${open.version}` : `Version ${open.version}`}
        </h3>
        {mayEdit && !current ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="undo" size={14} />}
            onClick={() => onRevert(open)}
          >
            Revert to this version
          </Button>
        ) : null}
      </header>
      <div className={styles.changes}>
        <Changes from={previous ? draftOf(previous.template) : null} to={draftOf(open.template)} />
      </div>
    </section>
  )
}

/** Every version with who, when and why; one is open, with the lines it changed. */
export function HistoryTab({ editor, nav, mayEdit, onRevert }: HistoryTabProps) {
  const { base, type } = editor
  const query = useTemplateHistory(type, base?.templateType ?? '', base?.id ?? '')
  if (query.isPending) {
    return (
      <Skeleton>
        <SkeletonLines lines={8} />
      </Skeleton>
    )
  }
  if (query.isError) {
    return (
      <ErrorPanel
        title="The history could not be loaded."
        requestId={query.error instanceof ApiError ? query.error.body.errorId : undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const entries = query.data.items
  const at = Math.max(
    0,
    entries.findIndex((entry) => keyOf(entry) === nav.address.version),
  )
  const open = entries[at]
  return (
    <div className={styles.split}>
      <Versions entries={entries} open={open} nav={nav} />
      {open ? (
        <OpenVersion
          editor={editor}
          mayEdit={mayEdit}
          onRevert={onRevert}
          open={open}
          previous={entries[at + 1]}
        />
      ) : null}
    </div>
  )
}
