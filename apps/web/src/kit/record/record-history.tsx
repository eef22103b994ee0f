import { Button } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import type { HistoryEntry } from '@signalbox/model/field/resource'
import { useQuery } from '@tanstack/react-query'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { ApiError, request } from '../api.ts'
import { InstantView } from '../field/field-view.tsx'
import type { Row } from '../list/listing.ts'
import styles from './record-history.module.css'
import { sameValue } from './record-values.ts'
import { useSession } from '../session/session-store.ts'
import { recordKey } from '../list/use-rows.ts'
import { ChangeList, type Change } from './value-diff.tsx'

const versionsShown = 30

const changeWords = {
  CREATE: { word: 'Created', tone: 'positive', icon: 'plus' },
  UPDATE: { word: 'Changed', tone: 'active', icon: 'edit' },
  DELETE: { word: 'Deleted', tone: 'negative', icon: 'trash' },
} as const

export function useHistoryEntries(entity: Entity, id: string) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [...recordKey(entity.slug, id), 'history', merchantId],
    queryFn: ({ signal }) =>
      request<{ items: HistoryEntry<Row>[] }>('GET', `/${entity.slug}/${encodeURIComponent(id)}/history`, {
        query: { limit: versionsShown },
        signal,
        suppressToast: true,
      }),
  })
}

/** Against the version before; the oldest one shows what it began with. */
function changesOf(
  entity: Entity,
  entry: HistoryEntry<Row>,
  previous: HistoryEntry<Row> | undefined,
): Change[] {
  if (entry.changeType === 'DELETE') return []
  return Object.keys(entity.fields).flatMap((name) => {
    const [from, to] = [previous?.record[name], entry.record[name]]
    return sameValue(from, to) ? [] : [{ name, from, to }]
  })
}

function Version({
  entity,
  entry,
  previous,
  onRevert,
}: {
  readonly entity: Entity
  readonly entry: HistoryEntry<Row>
  readonly previous: HistoryEntry<Row> | undefined
  readonly onRevert?: () => void
}) {
  const { word, tone, icon } = changeWords[entry.changeType]
  const changes = changesOf(entity, entry, previous)
  return (
    <li className={styles.version}>
      <div className={styles.head}>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
        <span>
          by {entry.by}, <InstantView iso={entry.at} />
        </span>
        <span className={styles.number}>Version {entry.version}</span>
        {onRevert ? (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="undo" size={14} />}
            onClick={onRevert}
          >
            Revert
          </Button>
        ) : null}
      </div>
      {entry.note === null ? null : <p className={styles.note}>{entry.note}</p>}
      {changes.length > 0 ? (
        <ChangeList fields={entity.fields} changes={changes} />
      ) : (
        <p className={styles.none}>No field changed.</p>
      )}
    </li>
  )
}

export interface RecordHistoryProps {
  readonly entity: Entity
  readonly id: string
  /** Loads the content of an older version into the form; absent where the person may not edit. */
  readonly onRevert?: (version: number) => void
}

/** Who changed what, when and why, newest first. */
export function RecordHistory({ entity, id, onRevert }: RecordHistoryProps) {
  const query = useHistoryEntries(entity, id)
  if (query.isPending) {
    return (
      <Skeleton>
        <SkeletonLines lines={6} />
      </Skeleton>
    )
  }
  // Records from before there was a history have none, which is no error to the reader.
  if (query.error instanceof ApiError && query.error.status === 404) {
    return <EmptyState icon="history" title="Nothing has changed yet" />
  }
  if (query.isError) {
    const body = query.error instanceof ApiError ? query.error.body : undefined
    return (
      <ErrorPanel
        title={body?.message ?? query.error.message}
        requestId={body?.errorId}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const { items } = query.data
  return (
    <ol className={styles.versions}>
      {items.map((entry, index) => (
        <Version
          key={entry.version}
          entity={entity}
          entry={entry}
          previous={items[index + 1]}
          onRevert={
            index > 0 && entry.changeType !== 'DELETE' && onRevert ? () => onRevert(entry.version) : undefined
          }
        />
      ))}
    </ol>
  )
}
