import { Button, FileButton, Switch } from '@mantine/core'
import type { LogoRow } from '@signalbox/model/calls/payment-method'
import { logoFileProblem } from '@signalbox/model/reference/psp-logo'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../../../kit/api.ts'
import { CashierLink } from '../../../../kit/cashier-link.tsx'
import { reportFailure } from '../../../../kit/failure.ts'
import { InstantView } from '../../../../kit/field/instant-view.tsx'
import { live } from '../../../../kit/live.ts'
import { useMerchantName } from '../../../../kit/merchant-names.ts'
import { QueryBoundary } from '../../../../kit/record/record-panel.tsx'
import { useMay, useSession } from '../../../../kit/session/session-store.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { Page } from '../../../../ui/page.tsx'
import { SmallTable } from '../../../../ui/small-table.tsx'
import { toast } from '../../../../ui/toast.tsx'
import styles from './logos.module.css'

const dataUrlOf = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => resolve(typeof reader.result === 'string' ? reader.result : ''))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read')))
    reader.readAsDataURL(file)
  })

function useLogoChanges() {
  const queryClient = useQueryClient()
  const changed = (text: string) => {
    void queryClient.invalidateQueries({ queryKey: ['payment-method-logo'] })
    toast.success(text)
  }
  const upload = useMutation({
    mutationFn: async ({ row, file }: { row: LogoRow; file: File }) =>
      api('PUT /payment-method-logo/{id}', {
        params: { id: row.id },
        body: { image: await dataUrlOf(file), version: row.version },
      }),
    onSuccess: ({ label }) => changed(`Logo of ${label} saved.`),
    onError: (error) => reportFailure(error, { label: 'Logo', done: 'saved' }),
  })
  const reset = useMutation({
    mutationFn: ({ id, version }: LogoRow) =>
      api('DELETE /payment-method-logo/{id}', {
        params: { id },
        query: version === null ? {} : { version: String(version) },
      }),
    onSuccess: ({ label }) => changed(`Logo of ${label} reset to default.`),
    onError: (error) => reportFailure(error, { label: 'Logo', done: 'reset' }),
  })
  return { upload, reset }
}

function LogoLine({
  row,
  changes,
}: {
  readonly row: LogoRow
  readonly changes: ReturnType<typeof useLogoChanges>
}) {
  const mayEdit = useMay('payment-methods.edit')
  const merchantName = useMerchantName()
  const { id, label, url, merchantId, inherited, version, updatedAt } = row
  const choose = (file: File | null) => {
    if (!file) return
    const problem = logoFileProblem(file)
    if (problem === undefined) changes.upload.mutate({ row, file })
    else toast.error(problem)
  }
  return (
    <tr data-inherited={inherited || undefined} className={styles.line}>
      <td>
        <img className={styles.logo} src={url} alt={`Logo of ${label}`} loading="lazy" />
      </td>
      <th scope="row">
        {label}
        <span className={`mono ${styles.code}`}>{id}</span>
      </th>
      <td data-label="Merchant">{merchantId === null ? '' : merchantName(merchantId)}</td>
      <td data-label="Updated">{updatedAt === null ? '–' : <InstantView iso={updatedAt} />}</td>
      <td>
        {mayEdit ? (
          <div className={styles.actions}>
            <FileButton accept="image/png" onChange={choose}>
              {(button) => (
                <Button
                  {...button}
                  size="compact-sm"
                  variant="default"
                  leftSection={<Icon name="upload" size={14} />}
                  aria-label={`Upload a logo for ${label}`}
                >
                  Upload
                </Button>
              )}
            </FileButton>
            {version === null ? null : (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`Reset to default: ${label}`}
                onClick={() => changes.reset.mutate(row)}
              >
                Reset to default
              </Button>
            )}
          </div>
        ) : null}
      </td>
    </tr>
  )
}

/** The logo of every method as the cashier shows it. */
export default function LogosScreen() {
  const { merchantId } = useSession()
  const search: { all?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const all = search.all === true || search.all === 'true'
  const changes = useLogoChanges()
  const query = useQuery({
    queryKey: ['payment-method-logo', merchantId, all],
    queryFn: ({ signal }) =>
      api('GET /payment-method-logo', {
        query: { all: all ? 'true' : 'false' },
        signal,
        suppressToast: true,
      }),
    placeholderData: keepPreviousData,
  })
  const { refetch } = query
  useEffect(() => live.on('payment-method-logo', () => void refetch()), [refetch])
  const items = query.data?.items ?? []
  return (
    <Page
      title="Payment method logos"
      count={query.data ? items.length : null}
      actions={
        <>
          <CashierLink />
          <Switch
            label="Display all methods"
            checked={all}
            onChange={(event) =>
              void navigate({
                to: '/admin/payment-methods/logos',
                search: event.currentTarget.checked ? { all: true } : {},
                replace: true,
              })
            }
          />
        </>
      }
    >
      <QueryBoundary query={query}>
        {items.length === 0 ? (
          <EmptyState icon="palette" title="The payment method rules offer no method">
            Display all methods to set logos beforehand.
          </EmptyState>
        ) : (
          <>
            <p className={styles.hint}>
              PNG, at most 50 kB and 1024 × 1024 pixels. A blank merchant means the default logo.
            </p>
            <Card>
              <SmallTable label="Logos" columns={['Logo', 'Method', 'Merchant', 'Updated', 'Actions']}>
                {items.map((row) => (
                  <LogoLine key={row.id} row={row} changes={changes} />
                ))}
              </SmallTable>
            </Card>
          </>
        )}
      </QueryBoundary>
    </Page>
  )
}
