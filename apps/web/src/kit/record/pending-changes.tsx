import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { api, type ReplyOf } from '../api.ts'
import { reportFailure } from '../failure.ts'
import type { Row } from '../list/listing.ts'
import { useMay, useSession } from '../session/session-store.ts'
import { useCounters } from '../use-counters.ts'
import { RecordNotice } from './record-notice.tsx'

type Pending = ReplyOf<'GET /pending-grant'>['items'][number]

const slug = 'pending-grant'
/** A record has one for each thing that can be requested of it. */
const mostPending = 20

function usePendingOf(record: Row, enabled: boolean) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: [slug, 'of', record.id, record.version, merchantId],
    queryFn: ({ signal }) =>
      api('GET /pending-grant', {
        query: { start: 0, limit: mostPending, recordId: String(record.id), state: 'WAITING' },
        signal,
        suppressToast: true,
      }),
    enabled,
  })
}

/** How many changes wait here, beside the way to them. */
export const usePendingCount = (): number => useCounters(useMay('pending-grants.view'))?.pendingGrants ?? 0

interface PendingChangeProps {
  readonly pending: Pending
  readonly onDecided: () => void
}

/** The reason as it is typed, and the three ways to end the wait. */
function usePendingDecision({ pending, onDecided }: PendingChangeProps) {
  const [reason, setReason] = useState('')
  const [busy, setBusy] = useState(false)
  const decide = async (done: string, call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
      toast.success(`Change was ${done}.`)
    } catch (error) {
      reportFailure(error, { label: 'Change', done })
    }
    setBusy(false)
    onDecided()
  }
  const params = { id: pending.id }
  const given = reason.trim()
  const body = { version: pending.version, ...(given !== '' && { reason: given }) }
  return {
    reason,
    setReason,
    busy,
    isBlank: given === '',
    withdraw: () => decide('withdrawn', () => api('POST /pending-grant/{id}/withdraw', { params, body })),
    confirm: () => decide('confirmed', () => api('POST /pending-grant/{id}/confirm', { params, body })),
    refuse: () => decide('refused', () => api('POST /pending-grant/{id}/refuse', { params, body })),
  }
}

function PendingChange(props: PendingChangeProps) {
  const { pending } = props
  const { reason, setReason, busy, isBlank, withdraw, confirm, refuse } = usePendingDecision(props)
  const hintId = useId()
  const isMine = useSession().metadata.user.username === pending.askedBy
  return (
    <div>
      <Text size="sm">
        {pending.summary}. Requested by {pending.askedBy}
        {pending.reason ? `: ${pending.reason}` : '.'}
      </Text>
      <Group gap={8} mt={8}>
        {isMine ? (
          <Button size="compact-sm" variant="default" disabled={busy} onClick={() => void withdraw()}>
            Withdraw request
          </Button>
        ) : (
          <>
            <TextInput
              size="xs"
              aria-label="Reason"
              aria-describedby={hintId}
              placeholder="Reason"
              maxLength={200}
              value={reason}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
            <Button size="compact-sm" disabled={busy} onClick={() => void confirm()}>
              Confirm change
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              disabled={busy || isBlank}
              aria-describedby={hintId}
              onClick={() => void refuse()}
            >
              Refuse change
            </Button>
          </>
        )}
      </Group>
      {isMine ? null : (
        <Text id={hintId} size="xs" c="dimmed" mt={6}>
          To refuse, enter a reason. The requester will see it.
        </Text>
      )}
    </div>
  )
}

/** What was requested for a record and waits for a second person, above its fields. */
export function PendingChanges({ record }: { readonly record: Row }) {
  const { data } = usePendingOf(record, useMay('pending-grants.view'))
  const queryClient = useQueryClient()
  const items = data?.items ?? []
  if (items.length === 0) return null
  const refresh = () => void queryClient.invalidateQueries()
  return (
    <RecordNotice icon="clock" title="Waiting for a second person">
      <Stack gap={16}>
        {items.map((pending) => (
          <PendingChange key={pending.id} pending={pending} onDecided={refresh} />
        ))}
      </Stack>
    </RecordNotice>
  )
}
