import { Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { useQuery } from '@tanstack/react-query'
import { api, ApiError } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './history-drawer.module.css'
import { RulesetChangesView } from './ruleset-changes.tsx'
import { contentOfRevision, type SectionInfo } from './section-info.ts'
import { countedRows, stateBadges } from './table-words.ts'
import { rulesetsKey } from './use-loaded-table.ts'
import type { RulesetOperations } from './use-ruleset-operations.tsx'

type Head = Omit<RulesetRevision, 'rules'>

const versionsShown = 30

function useVersions(id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...rulesetsKey, 'history', merchantId, id],
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/history', {
        params: { id },
        query: { limit: versionsShown },
        signal,
        suppressToast: true,
      }),
    refetchOnWindowFocus: false,
  })
}

function useVersion(id: string, version: number | undefined, revision = 0) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...rulesetsKey, 'version', merchantId, id, version, revision],
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/version/{version}', {
        params: { id, version: version ?? 0 },
        signal,
        suppressToast: true,
      }),
    enabled: version !== undefined,
    structuralSharing: false,
    refetchOnWindowFocus: false,
  })
}

const loading = (
  <Skeleton>
    <SkeletonLines lines={8} />
  </Skeleton>
)

function Detail({
  table,
  id,
  open,
  previous,
}: {
  readonly table: DecisionTable
  readonly id: string
  readonly open: Head
  readonly previous: Head | undefined
}) {
  const to = useVersion(id, open.version, open.revision)
  const from = useVersion(id, previous?.version, previous?.revision)
  if (to.isError || from.isError) return <ErrorPanel title="The rows could not be loaded." compact />
  if (!to.data || (previous && !from.data)) return loading
  const content = contentOfRevision(to.data)
  if (!from.data)
    return <p className={styles.same}>The first version, with {countedRows(content.rules.length)}.</p>
  return <RulesetChangesView table={table} from={contentOfRevision(from.data)} to={content} />
}

export interface HistoryDrawerProps {
  readonly table: DecisionTable
  readonly info: SectionInfo
  readonly version: number | null
  readonly onVersion: (version: number) => void
  readonly operations: RulesetOperations
  readonly onClose: () => void
}

interface VersionsProps extends Pick<HistoryDrawerProps, 'onVersion'> {
  readonly entries: readonly Head[]
  readonly open: Head
}

function Versions({ entries, open, onVersion }: VersionsProps) {
  return (
    <ol className={styles.versions} aria-label="Versions">
      {entries.map((entry) => {
        const { tone, word, icon } = stateBadges[entry.state]
        return (
          <li key={entry.version}>
            <button
              type="button"
              className={styles.version}
              aria-current={entry === open ? 'true' : undefined}
              onClick={() => onVersion(entry.version)}
            >
              <span className={styles.title}>
                Version {entry.version}
                <StatusBadge tone={tone} icon={icon}>
                  {word}
                </StatusBadge>
              </span>
              <span className={styles.note}>{entry.changeNote || 'No note'}</span>
              <span className={styles.who}>
                {entry.editedBy} · <InstantView iso={entry.activatedAt ?? entry.editedAt} />
              </span>
            </button>
          </li>
        )
      })}
    </ol>
  )
}

interface OpenVersionProps extends Omit<HistoryDrawerProps, 'version' | 'onVersion'> {
  readonly open: Head
  readonly previous: Head | undefined
}

/** One version: what was decided about it, and the rows it changed. */
function OpenVersion({ table, info, operations, onClose, open, previous }: OpenVersionProps) {
  const mayEdit = useMay(table.access.edit) && !info.inherited
  const restorable = mayEdit && (open.state === 'SUPERSEDED' || open.state === 'ARCHIVED')
  return (
    <section className={styles.detail} aria-label={`Version ${open.version}`}>
      <header className={styles.head}>
        <h3 className={styles.heading}>
          {previous ? `Version ${previous.version} to ${open.version}` : `Version ${open.version}`}
        </h3>
        {restorable ? (
          <Button
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="undo" size={14} />}
            onClick={() => operations.restore(info, open.version, onClose)}
          >
            Restore this version
          </Button>
        ) : null}
      </header>
      {open.decisions.map(({ user, at: when, decision, comment }) => (
        <p key={`${user} ${when}`} className={styles.decision}>
          {decision === 'APPROVE' ? 'Approved' : 'Denied'} by {user}, <InstantView iso={when} />
          {comment === '' ? '' : `: ${comment}`}
        </p>
      ))}
      <Detail key={open.version} table={table} id={info.key} open={open} previous={previous} />
    </section>
  )
}

function Content({ version, onVersion, ...props }: HistoryDrawerProps) {
  const query = useVersions(props.info.key)
  const entries = query.data?.items ?? []
  const at = Math.max(
    0,
    entries.findIndex((entry) => entry.version === version),
  )
  const open = entries[at]
  const previous = entries[at + 1]
  if (query.isPending) return loading
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
  if (!open) return <EmptyState icon="history" title="Nothing has been saved yet" />
  return (
    <div className={styles.split}>
      <Versions entries={entries} open={open} onVersion={onVersion} />
      <OpenVersion {...props} open={open} previous={previous} />
    </div>
  )
}

/** Every version with who, when and why; one is open, with the rows it changed. */
export function HistoryDrawer(props: HistoryDrawerProps) {
  const { info, onClose } = props
  return (
    <Drawer opened onClose={onClose} title={`History of ${info.base?.name ?? 'the ruleset'}`} widthPx={980}>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what opens takes the focus before its content is there */}
      <div tabIndex={-1} data-autofocus>
        <Content {...props} />
      </div>
    </Drawer>
  )
}
