import { Button, Group } from '@mantine/core'
import type { AuditEntry, AuditEntryDetail } from '@signalbox/model/calls/audit'
import { entities } from '@signalbox/model/entities/index'
import type { Entity } from '@signalbox/model/field/entity'
import type { Field } from '@signalbox/model/field/field'
import { useQuery } from '@tanstack/react-query'
import { api, ApiError } from '../../../kit/api.ts'
import { auditObject, auditType } from '../../../kit/audit-words.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { emptyListState, type ListState } from '../../../kit/list/list-state.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { RecordSteps } from '../../../kit/record/record-steps.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { ChangeList } from '../../../kit/record/value-diff.tsx'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { ResultBadge } from './audit-badges.tsx'
import styles from './audit-detail.module.css'
import { readEntryKey } from './audit-listing.ts'
import { RulesetEntry } from './ruleset-entry.tsx'

const byType = new Map<string, Entity>(entities.map((entity) => [entity.slug, entity]))

/** Fields of known things are shown as they are everywhere else; anything else as it was written. */
function fieldsFor({ entityType, diff }: AuditEntry): Record<string, Field> {
  const known = byType.get(entityType)?.fields ?? {}
  return Object.fromEntries(diff.map(({ path }) => [path, known[path] ?? { kind: 'json', label: path }]))
}

function useEntry(id: string | null) {
  const { merchantId } = useSession()
  const key = id === null ? null : readEntryKey(id)
  return useQuery({
    queryKey: ['audit', 'entry', id, merchantId],
    queryFn: ({ signal }) =>
      api('GET /audit/{chainId}/{seq}', {
        params: key ?? { chainId: 0, seq: 0 },
        signal,
        suppressToast: true,
      }),
    enabled: key !== null,
  })
}

/** Other entries about the same thing, from the beginning of the log. */
const withFilters = (filters: ListState['filters']): ListState => ({ ...emptyListState, filters })

function Related({ entry, list }: { readonly entry: AuditEntry; readonly list: ListPageModel }) {
  const { entityType, entityId, actorId } = entry
  return (
    <Group gap={8}>
      <Button
        variant="default"
        leftSection={<Icon name="history" size={16} />}
        onClick={() => list.change(withFilters({ entityType, entityId }))}
      >
        History of this object
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="user" size={16} />}
        onClick={() => list.change(withFilters({ actor: actorId }))}
      >
        All by this actor
      </Button>
    </Group>
  )
}

function Facts({ entry }: { readonly entry: AuditEntryDetail }) {
  const merchant: Field = { kind: 'merchant', label: 'Merchant' }
  return (
    <KeyValues
      items={[
        { label: 'Time', value: <FieldView field={{ kind: 'instant', label: 'Time' }} value={entry.at} /> },
        { label: 'Result', value: <ResultBadge value={entry.result} /> },
        { label: 'Actor', value: `${entry.actorName} (${entry.actorType.toLowerCase().replace('_', ' ')})` },
        { label: 'Address', value: entry.ip },
        { label: 'Merchant', value: <FieldView field={merchant} value={entry.merchantId} /> },
        { label: 'Object', value: `${auditType(entry.entityType)} ${auditObject(entry)}` },
        { label: 'Object id', value: <CopyText value={entry.entityId} maxChars={40} /> },
        { label: 'Refused with', value: entry.errorCode },
        { label: 'Operation', value: entry.operationId ? <CopyText value={entry.operationId} /> : null },
        { label: 'Program', value: entry.userAgent, wide: true },
        { label: 'Entry', value: `${entry.seq} in the chain of ${entry.chainId}` },
        { label: 'Hash', value: <CopyText value={entry.hash} maxChars={24} /> },
      ]}
    />
  )
}

function Content({ entry, list }: { readonly entry: AuditEntryDetail; readonly list: ListPageModel }) {
  return (
    <div className={styles.content}>
      <Related entry={entry} list={list} />
      {entry.note === null ? null : <p className={styles.note}>{entry.note}</p>}
      <section>
        <h3 className={styles.heading}>Changes</h3>
        {entry.entityType === 'ruleset' ? (
          <RulesetEntry entry={entry} />
        ) : entry.diff.length === 0 ? (
          <p className={styles.none}>This changed nothing.</p>
        ) : (
          <ChangeList
            fields={fieldsFor(entry)}
            changes={entry.diff.map(({ path, from, to }) => ({ name: path, from, to }))}
          />
        )}
      </section>
      <section>
        <h3 className={styles.heading}>Entry</h3>
        <Facts entry={entry} />
      </section>
    </div>
  )
}

/** One entry: what was changed field by field, by whom, why, and its place in the chain. */
export function AuditDetail({ list, row }: { readonly list: ListPageModel; readonly row: Row | undefined }) {
  const { id } = list.state
  const query = useEntry(id)
  const known = query.data ?? (row as AuditEntry | undefined)
  const body = query.error instanceof ApiError ? query.error.body : undefined
  const content = () => {
    if (query.data) return <Content entry={query.data} list={list} />
    if (id !== null && readEntryKey(id) === null)
      return <EmptyState icon="search" title="There is no such entry" />
    if (query.isError) {
      const title = body?.message ?? query.error.message
      return <ErrorPanel title={title} requestId={body?.errorId} onRetry={() => void query.refetch()} />
    }
    return (
      <Skeleton>
        <SkeletonLines lines={8} />
      </Skeleton>
    )
  }
  return (
    <Drawer
      opened={id !== null}
      onClose={list.close}
      title={known ? `${known.action} ${auditObject(known)}` : 'Entry'}
      headerExtra={id === null ? null : <RecordSteps list={list} />}
    >
      {content()}
    </Drawer>
  )
}
