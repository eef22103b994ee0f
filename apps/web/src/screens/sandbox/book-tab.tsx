import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core'
import type { SandboxOperation, SandboxState } from '@signalbox/model/calls/sandbox'
import { useMutation } from '@tanstack/react-query'
import { isCalendarDay } from '@signalbox/model/text/local-time'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SmallTable } from '../../ui/small-table.tsx'
import { CallbackDialog } from './callback-dialog.tsx'
import styles from './sandbox.module.css'
import { useAct, useProviders, type SandboxAction } from './use-sandbox.ts'

/** Where the payer or an operator has the word, nothing can be told yet. */
const isDecided = ({ state }: SandboxOperation): boolean => state !== 'confirmation' && state !== 'pending'

/** What can still happen to an operation. */
function actionsOf(operation: SandboxOperation): (SandboxAction & { readonly label: string })[] {
  const { id, state, kind } = operation
  const event = (label: string, name: 'reversal' | 'dispute') => ({
    label,
    act: { act: 'event', operation: id, event: name } as const,
    done: `${label} sent.`,
  })
  const confirm = (label: string, accepted: boolean) => ({
    label,
    act: { act: 'confirm', operation: id, accepted } as const,
    done: accepted ? 'Confirmed.' : 'Refused.',
  })
  if (!isDecided(operation)) return [confirm('Confirm', true), confirm('Refuse', false)]
  if (state !== 'approved') return []
  return [
    ...(kind === 'deposit' ? [event('Dispute', 'dispute')] : []),
    ...(kind === 'deposit' || kind === 'withdrawal' ? [event('Reversal', 'reversal')] : []),
  ]
}

interface OperationRowProps {
  readonly operation: SandboxOperation
  /** The moment it is in the simulated world. */
  readonly now: string | null
}

function OperationRow({ operation, now }: OperationRowProps) {
  const act = useAct()
  const [calling, setCalling] = useState(false)
  const { reference, psp, kind, amount, currency, state, code, acceptedAt, unclearUntil } = operation
  const isUnclear = unclearUntil !== null && now !== null && Date.parse(now) < Date.parse(unclearUntil)
  return (
    <tr>
      <th scope="row">
        <CopyText value={reference} maxChars={24} />
      </th>
      <td>{psp}</td>
      <td>{kind}</td>
      <td data-figure>
        {amount} {currency}
      </td>
      <td>
        {code ? `${state} ${code}` : state}
        {isUnclear ? (
          <>
            , answers “pending” until <InstantView iso={unclearUntil} />
          </>
        ) : null}
      </td>
      <td>
        <InstantView iso={acceptedAt} />
      </td>
      <td>
        <Group gap={6} wrap="nowrap">
          {actionsOf(operation).map(({ label, ...deed }) => (
            <Button
              key={label}
              size="compact-xs"
              variant="default"
              aria-label={`${label}: ${reference}`}
              onClick={() => act.mutate(deed)}
            >
              {label}
            </Button>
          ))}
          {isDecided(operation) ? (
            <Button
              size="compact-xs"
              variant="default"
              aria-label={`Callback: ${reference}`}
              onClick={() => setCalling(true)}
            >
              Callback…
            </Button>
          ) : null}
        </Group>
        {calling ? <CallbackDialog operation={operation} onClose={() => setCalling(false)} /> : null}
      </td>
    </tr>
  )
}

const today = (): string => new Date().toISOString().slice(0, 10)

const faults = [
  { name: 'omit', label: 'Missing lines' },
  { name: 'duplicate', label: 'Duplicated lines' },
  { name: 'unknown', label: 'Unknown lines' },
  { name: 'amountOff', label: 'Amount off, cents' },
  { name: 'feeOff', label: 'Fee off, cents' },
  { name: 'fxOffPct', label: 'Rate off, %' },
  { name: 'split', label: 'Files' },
] as const

function SettlementFiles() {
  const providers = useProviders()
  const [psp, setPsp] = useState(providers[0]?.value ?? '')
  const [date, setDate] = useState(today)
  const [wrong, setWrong] = useState<Readonly<Record<string, number>>>({})
  const write = useMutation({
    mutationFn: () => {
      const given = Object.entries(wrong).filter(([, value]) => value !== 0)
      const query = { psp, date, ...Object.fromEntries(given.map(([name, value]) => [name, String(value)])) }
      return api('GET /sandbox/settlement', { query })
    },
    onSuccess: ({ files }) => {
      for (const { name, content } of files) saveFile(name, new Blob([content], { type: 'text/csv' }))
    },
    onError: (error) => reportFailure(error, { label: 'Settlement file', done: 'written' }),
  })
  return (
    <section>
      <h3 className={styles.heading}>Settlement file</h3>
      <p className={styles.note}>
        The settlement file a provider would send for a day, with errors if you want them.
      </p>
      <Group align="end" gap={12}>
        <Select
          label="Provider"
          data={providers}
          value={psp}
          allowDeselect={false}
          onChange={(value) => value && setPsp(value)}
          w={150}
        />
        <TextInput
          label="Day"
          placeholder="YYYY-MM-DD"
          value={date}
          error={isCalendarDay(date) ? undefined : 'YYYY-MM-DD'}
          onChange={(event) => setDate(event.currentTarget.value)}
        />
        {faults.map(({ name, label }) => (
          <NumberInput
            key={name}
            label={label}
            value={wrong[name] ?? (name === 'split' ? 1 : 0)}
            min={name === 'split' ? 1 : undefined}
            onChange={(value) => setWrong((last) => ({ ...last, [name]: Number(value) }))}
            w={130}
          />
        ))}
        <Button
          variant="default"
          loading={write.isPending}
          disabled={!isCalendarDay(date)}
          onClick={() => write.mutate()}
        >
          Download
        </Button>
      </Group>
    </section>
  )
}

/** The book of the providers: what they were asked for, and what they can still do about it. */
export function BookTab({ operations, now }: Pick<SandboxState, 'operations' | 'now'>) {
  return (
    <Stack gap={32}>
      {operations.length === 0 ? (
        <EmptyState icon="search" title="Nothing yet">
          No requests to providers yet.
        </EmptyState>
      ) : (
        <SmallTable
          label="Requests to providers"
          columns={['Reference', 'Provider', 'What', 'Amount', 'State', 'When', 'Actions']}
          figures={['Amount']}
          maxHeightPx={480}
        >
          {operations.map((operation) => (
            <OperationRow key={operation.id} operation={operation} now={now} />
          ))}
        </SmallTable>
      )}
      <SettlementFiles />
    </Stack>
  )
}
