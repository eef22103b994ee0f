import { Button, Group, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { settlementLine } from '@signalbox/model/entities/settlement-line'
import { counted } from '@signalbox/model/text/counted'
import { useQuery, useQueryClient, keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionMenu } from '../../../kit/action/action-menu.tsx'
import { useActionRunner } from '../../../kit/action/use-action-runner.tsx'
import { api, requestFile, type Query } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { TableFooter } from '../../../kit/list/list-footer.tsx'
import { listingOf, type Row } from '../../../kit/list/listing.ts'
import { usePaging } from '../../../kit/list/use-paging.ts'
import { useRecordActions } from '../../../kit/record/record-actions.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { useFormats } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { Differences, LineStatus } from './batch-cells.tsx'
import { lineRefusal } from './batch-rules.ts'
import { Payment } from './payment-link.tsx'
import { lineStakes, offText } from './stakes.ts'
import styles from './settlements.module.css'

const { fields } = settlementLine
const listing = listingOf(settlementLine)
const rules = { refusal: lineRefusal, stakes: lineStakes, without: ['create', 'edit', 'delete'] }

function Decision({ line }: { readonly line: Row }) {
  if (typeof line.writeOffBy === 'string' && line.matchStatus !== 'WRITTEN_OFF')
    return <Text size="xs">Write-off requested by {line.writeOffBy}</Text>
  if (typeof line.resolvedBy !== 'string') return null
  return (
    <Text size="xs" c="dimmed">
      {line.resolvedBy}
      {typeof line.note === 'string' ? `: ${line.note}` : ''}
    </Text>
  )
}

/** Both rates, where they are too far apart or there is none of ours to compare with. */
function Rates({ line }: { readonly line: Row }) {
  const isOff = Array.isArray(line.differences) && line.differences.includes('FX_DIFF')
  if (!isOff) return null
  const isKnown = typeof line.ourRate === 'string'
  return (
    <Text size="xs">
      Rate <FieldView field={fields.fxRate} value={line.fxRate} />,{' '}
      {isKnown ? (
        <>
          ours <FieldView field={fields.ourRate} value={line.ourRate} />
        </>
      ) : (
        'no rate of ours'
      )}
    </Text>
  )
}

/** A warning where the line itself does not add up. */
function OffSum({ line }: { readonly line: Row }) {
  const off = offText(line, useFormats())
  if (off === null) return null
  return (
    <Text size="xs" className={styles.problem}>
      {off}
    </Text>
  )
}

function LineRow({ line, menu }: { readonly line: Row; readonly menu: React.ReactNode }) {
  const isMissing = line.origin === 'MISSING'
  return (
    <tr>
      <th scope="row">
        {String(line.lineNo)}
        <Text size="xs" c="dimmed">
          <FieldView field={fields.type} value={line.type} />
        </Text>
      </th>
      <td>
        <Group gap={4}>
          <LineStatus value={line.matchStatus} />
          <Differences value={line.differences} />
        </Group>
        <Rates line={line} />
        <OffSum line={line} />
        <Decision line={line} />
      </td>
      <td data-figure>{isMissing ? '–' : <FieldView field={fields.gross} value={line.gross} />}</td>
      <td data-figure>
        <FieldView field={fields.expected} value={line.expected} />
      </td>
      <td data-figure>{isMissing ? '–' : <FieldView field={fields.fees} value={line.fees} />}</td>
      <td data-figure>
        <FieldView field={fields.expectedFee} value={line.expectedFee} />
      </td>
      <td>
        <Payment line={line} />
      </td>
      <td data-actions>{menu}</td>
    </tr>
  )
}

const columns = ['Line', 'Status', 'Gross', 'Expected', 'Fees', 'Expected fee', 'Payment', '']

function useExportLines(query: Query) {
  const [running, setRunning] = useState(false)
  const run = async () => {
    setRunning(true)
    try {
      const { name, content } = await requestFile('/settlement-line/export', { ...query, format: 'csv' })
      saveFile(name, content)
    } catch (error) {
      reportFailure(error, { label: 'Settlement lines', done: 'exported' })
    }
    setRunning(false)
  }
  return { running, run: () => void run() }
}

/** A page of the lines of a batch. */
function useLines(query: Query & { readonly batchId: string }) {
  const paging = usePaging()
  const found = useQuery({
    queryKey: ['settlement-line', query, paging.query],
    queryFn: () => api('GET /settlement-line', { query: { ...query, ...paging.query } }),
    placeholderData: keepPreviousData,
  })
  const { items = [], total = 0 } = found.data ?? {}
  return { found, items, total, paging }
}

interface ToolsProps {
  readonly total: number
  readonly typed: string
  readonly onTyped: (text: string) => void
  readonly query: Query & { readonly batchId: string }
}

function Tools({ total, typed, onTyped, query }: ToolsProps) {
  const exporting = useExportLines(query)
  return (
    <div className={styles.tools}>
      <Text size="sm" c="dimmed">
        {counted(total, 'line')}
      </Text>
      <TextInput
        size="xs"
        aria-label="Find a line"
        placeholder="Our or the PSP’s reference"
        leftSection={<Icon name="search" size={14} />}
        value={typed}
        onChange={(event) => onTyped(event.currentTarget.value)}
      />
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<Icon name="download" size={14} />}
        loading={exporting.running}
        onClick={exporting.run}
      >
        Export CSV
      </Button>
    </div>
  )
}

function Lines({
  record,
  filter,
  empty,
}: {
  readonly record: Row
  readonly filter: Query
  readonly empty: string
}) {
  const [typed, setTyped] = useState('')
  const [keyword] = useDebouncedValue(typed.trim(), 300)
  const query = { ...filter, batchId: String(record.id), ...(keyword !== '' && { keyword }) }
  const { found, items, total, paging } = useLines(query)
  const queryClient = useQueryClient()
  const actions = useRecordActions(settlementLine, rules)
  const runner = useActionRunner(settlementLine, listing, {
    done: () => void queryClient.invalidateQueries({ queryKey: ['settlement-batch'] }),
    bulkDone: () => undefined,
  })
  if (found.data && total === 0 && keyword === '') return <EmptyState icon="check" title={empty} />
  return (
    <QueryBoundary query={found}>
      <Tools
        total={total}
        typed={typed}
        onTyped={(text) => {
          setTyped(text)
          paging.toFirst()
        }}
        query={query}
      />
      <SmallTable label="Lines" columns={columns} figures={['Gross', 'Expected', 'Fees', 'Expected fee']}>
        {items.map((line) => (
          <LineRow
            key={line.id}
            line={line}
            menu={
              actions.length > 0 ? (
                <ActionMenu
                  label={`Actions of line ${line.lineNo}`}
                  row={line}
                  entries={[]}
                  actions={actions}
                  onAction={runner.start}
                />
              ) : null
            }
          />
        ))}
      </SmallTable>
      <TableFooter page={found.data} {...paging.footer} />
      {runner.dialog}
    </QueryBoundary>
  )
}

interface TabProps {
  readonly record: Row
}

/** Everything about which something is different, decided or not. */
const different = [
  ...['TYPE_MISMATCH', 'AMOUNT_DIFF', 'STATE_DIFF', 'FEE_DIFF', 'FX_DIFF', 'DUPLICATE', 'BATCH_TOTAL_DIFF'],
].join(',')

export const DifferencesTab = ({ record }: TabProps) => (
  <Lines record={record} filter={{ differences: different }} empty="No differences" />
)

export const UnmatchedTab = ({ record }: TabProps) => (
  <Lines
    record={record}
    filter={{ matchStatus: 'UNMATCHED,MATCHED_WEAK' }}
    empty="No line waits for its payment"
  />
)

export const MissingTab = ({ record }: TabProps) => (
  <Lines record={record} filter={{ differences: 'MISSING_AT_PSP' }} empty="No payment is missing" />
)

export const MatchedTab = ({ record }: TabProps) => (
  <Lines record={record} filter={{ matchStatus: 'MATCHED' }} empty="No line is matched" />
)

/** What was decided without a payment is in none of the others. */
export const AllLinesTab = ({ record }: TabProps) => (
  <Lines record={record} filter={{}} empty="The batch has no lines" />
)
