import { Button, Group, Stack } from '@mantine/core'
import type { SandboxPayout } from '@signalbox/model/calls/sandbox'
import { useMutation, useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { reportFailure } from '../../kit/failure.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { SmallTable } from '../../ui/small-table.tsx'
import styles from './sandbox.module.css'

interface File {
  readonly name: string
  readonly content: string
}

/** Fetches a file and hands it to the browser. */
function useDownload(fetchFile: () => Promise<{ readonly file: File }>, label: string) {
  return useMutation({
    mutationFn: fetchFile,
    onSuccess: ({ file }) => saveFile(file.name, new Blob([file.content], { type: 'text/plain' })),
    onError: (error) => reportFailure(error, { label, done: 'written' }),
  })
}

const faultText = ({ planted }: SandboxPayout): string =>
  planted.length === 0 ? 'none' : planted.map(({ fault }) => fault).join(', ')

function PayoutRow({ payout }: { readonly payout: SandboxPayout }) {
  const download = useDownload(
    () => api('GET /sandbox/payout/{id}', { params: { id: payout.id } }),
    'Settlement file',
  )
  return (
    <tr>
      <th scope="row">{payout.batchRef}</th>
      <td>{payout.psp}</td>
      <td>{payout.payoutDate}</td>
      <td data-figure>{payout.lines}</td>
      <td data-figure>
        {payout.payout} {payout.currency}
      </td>
      <td>{payout.paid ? 'At the bank' : 'On its way'}</td>
      <td>{faultText(payout)}</td>
      <td>
        <Button
          size="compact-xs"
          variant="default"
          loading={download.isPending}
          aria-label={`Download the file of ${payout.batchRef}`}
          onClick={() => download.mutate()}
        >
          Download
        </Button>
      </td>
    </tr>
  )
}

const statementFormats = {
  'camt.053': 'camt.053',
  'camt.053.02': 'camt.053, version 2',
  mt940: 'MT940',
} as const

function StatementButton({ format }: { readonly format: keyof typeof statementFormats }) {
  const download = useDownload(
    () => api('GET /sandbox/bank-statement', { query: { format, currency: 'EUR' } }),
    'Bank statement',
  )
  return (
    <Button variant="default" loading={download.isPending} onClick={() => download.mutate()}>
      {statementFormats[format]}
    </Button>
  )
}

/** What the providers pay out, the files they send, and what the bank says about it. */
export function PayoutsTab() {
  const { data, error, refetch } = useQuery({
    queryKey: ['sandbox', 'payouts'],
    queryFn: ({ signal }) => api('GET /sandbox/payout', { signal, suppressToast: true }),
  })
  if (error) return <ErrorPanel title={error.message} onRetry={() => void refetch()} />
  if (!data) return null
  return (
    <Stack gap={32}>
      {data.items.length === 0 ? (
        <EmptyState icon="search" title="Nothing yet">
          No payouts yet. Providers pay out every day what came in the day before.
        </EmptyState>
      ) : (
        <SmallTable
          label="Payouts"
          columns={['Batch', 'Provider', 'Payout', 'Lines', 'Amount', 'State', 'Errors', 'File']}
          figures={['Lines', 'Amount']}
          maxHeightPx={480}
        >
          {data.items.map((payout) => (
            <PayoutRow key={payout.id} payout={payout} />
          ))}
        </SmallTable>
      )}
      <section>
        <h3 className={styles.heading}>Bank statement</h3>
        <p className={styles.note}>All payouts that have reached the bank, in EUR.</p>
        <Group gap={12}>
          {(['camt.053', 'camt.053.02', 'mt940'] as const).map((format) => (
            <StatementButton key={format} format={format} />
          ))}
        </Group>
      </section>
    </Stack>
  )
}
