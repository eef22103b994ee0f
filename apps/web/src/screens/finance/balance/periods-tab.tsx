import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { LedgerPeriod } from '@signalbox/model/calls/balance'
import { counted } from '@signalbox/model/text/counted'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, type ReplyOf } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { useMay, useMerchant, useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { confirm } from '../../../ui/confirm-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { toast } from '../../../ui/toast.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

type Periods = ReplyOf<'GET /balance/periods'>

/** How often the end of a check is looked for, and for how long. */
const checkLookMs = 1_500
const checkWaitMs = 60_000

interface AwaitedCheck {
  readonly checkedBefore: string | null
  readonly untilMs: number
}

function usePeriods() {
  const { merchantId } = useSession()
  const [awaited, setAwaited] = useState<AwaitedCheck>()
  const query = useQuery({
    queryKey: ['balance', 'periods', merchantId],
    queryFn: ({ signal }) => api('GET /balance/periods', { signal, suppressToast: true }),
    refetchInterval: ({ state: { data } }) =>
      isAwaited(awaited, data) && Date.now() < awaited.untilMs ? checkLookMs : false,
  })
  return {
    ...query,
    isChecking: isAwaited(awaited, query.data),
    awaitCheck: () =>
      setAwaited({ checkedBefore: query.data?.checkedAt ?? null, untilMs: Date.now() + checkWaitMs }),
  }
}

const isAwaited = (awaited: AwaitedCheck | undefined, data: Periods | undefined): awaited is AwaitedCheck =>
  awaited !== undefined && data?.checkedAt === awaited.checkedBefore

function usePeriodActions(awaitCheck: () => void) {
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState<string | null>(null)
  const run = async (name: string, done: string, label: string, call: () => Promise<unknown>) => {
    setBusy(name)
    try {
      await call()
      toast.success(done)
    } catch (error) {
      reportFailure(error, { label, done: name.startsWith('close') ? 'closed' : 'checked' })
    }
    await queryClient.invalidateQueries({ queryKey: ['balance'] })
    setBusy(null)
  }
  const close = async ({ month, version }: LedgerPeriod) => {
    const message = 'Nothing can be posted into it afterwards. Later entries count on the first open day.'
    if (!(await confirm({ title: `Close ${month}?`, message, confirmLabel: 'Close period' }))) return
    await run(`close ${month}`, `${month} is closed.`, 'Period', () =>
      api('POST /balance/period/{month}/close', { params: { month }, body: { version } }),
    )
  }
  const check = () =>
    run('check', 'The books are being checked.', 'Books', async () => {
      await api('POST /balance/check', {})
      awaitCheck()
    })
  return { busy, close, check }
}

interface PeriodRowProps {
  readonly period: LedgerPeriod
  readonly actions: ReturnType<typeof usePeriodActions>
  readonly onReopen: (period: LedgerPeriod) => void
}

function PeriodRow({ period, actions, onReopen }: PeriodRowProps) {
  const mayEdit = useMay('balance.edit')
  const { month, state, closedAt, closedBy, blockers } = period
  const isClosed = state === 'CLOSED'
  const isReady = blockers.length === 0
  return (
    <tr>
      <th scope="row">{month}</th>
      <td>
        <StatusBadge tone={isClosed ? 'positive' : 'neutral'} icon={isClosed ? 'lock' : undefined}>
          {isClosed ? 'Closed' : 'Open'}
        </StatusBadge>
      </td>
      <td>
        {closedAt ? (
          <>
            <InstantView iso={closedAt} /> by {closedBy}
          </>
        ) : (
          '–'
        )}
      </td>
      <td>{isClosed ? null : blockers.join(' ')}</td>
      <td>
        {!mayEdit || !isReady ? null : isClosed ? (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`Reopen ${month}`}
            onClick={() => onReopen(period)}
          >
            Reopen
          </Button>
        ) : (
          <Button
            size="compact-sm"
            aria-label={`Close ${month}`}
            loading={actions.busy === `close ${month}`}
            onClick={() => void actions.close(period)}
          >
            Close
          </Button>
        )}
      </td>
    </tr>
  )
}

function CheckLine({
  periods,
  actions,
  isChecking,
}: {
  readonly periods: Periods
  readonly isChecking: boolean
  readonly actions: PeriodRowProps['actions']
}) {
  const mayEdit = useMay('balance.edit')
  return (
    <Group gap={12}>
      <Text size="sm" c="dimmed">
        {periods.checkedAt ? (
          <>
            Books checked <InstantView iso={periods.checkedAt} />
          </>
        ) : (
          'The books were not checked yet'
        )}
      </Text>
      {mayEdit ? (
        <Button
          size="compact-sm"
          variant="default"
          loading={isChecking || actions.busy === 'check'}
          onClick={() => void actions.check()}
        >
          Check now
        </Button>
      ) : null}
    </Group>
  )
}

interface PeriodListProps {
  readonly periods: Periods
  readonly isChecking: boolean
  readonly onCheck: () => void
}

function PeriodList({ periods, isChecking, onCheck }: PeriodListProps) {
  const actions = usePeriodActions(onCheck)
  const [reopening, setReopening] = useState<LedgerPeriod | null>(null)
  return (
    <Stack gap={16}>
      <CheckLine periods={periods} actions={actions} isChecking={isChecking} />
      {periods.findings > 0 ? (
        <Alert color="red" variant="light" icon={<Icon name="warning" />} title="The books are inconsistent">
          The last check found {counted(periods.findings, 'problem')}. No period can be closed until{' '}
          {periods.findings === 1 ? 'it is' : 'they are'} resolved.
        </Alert>
      ) : null}
      <SmallTable label="Periods" columns={['Month', 'State', 'Closed', 'Blocked by', '']}>
        {periods.items.map((period) => (
          <PeriodRow key={period.month} period={period} actions={actions} onReopen={setReopening} />
        ))}
      </SmallTable>
      {reopening === null ? null : (
        <ReasonDialog
          title={`Reopen ${reopening.month}`}
          hint="Someone else with the role Minibank admin must approve it."
          button="Request reopening"
          done="The request waits for another person."
          label="Reopening"
          send={(reason, operationId) => {
            const { month, version } = reopening
            return api('POST /ledger-request/reopening', { body: { month, version, reason }, operationId })
          }}
          onClose={() => setReopening(null)}
        />
      )}
    </Stack>
  )
}

/** Months of the selected merchant: which are closed, and what keeps the next from being so. */
export function PeriodsTab() {
  const { data, isPending, isError, refetch, isChecking, awaitCheck } = usePeriods()
  const { name } = useMerchant()
  return (
    <Card title="Periods" description={`Books of ${name}, a month each`}>
      {isPending ? (
        <Skeleton>
          <SkeletonLines lines={6} />
        </Skeleton>
      ) : isError ? (
        <ErrorPanel title="The periods could not be loaded." onRetry={() => void refetch()} />
      ) : data.items.length === 0 ? (
        <EmptyState icon="chart" title="This merchant has no entries of its own">
          Choose a merchant that takes payments to see its months.
        </EmptyState>
      ) : (
        <PeriodList periods={data} isChecking={isChecking} onCheck={awaitCheck} />
      )}
    </Card>
  )
}
