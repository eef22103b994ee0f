import { Button, Stack, Text, TextInput } from '@mantine/core'
import { lastPeriod, periodPattern } from '@signalbox/model/billing/billing-period'
import type { InvoiceRun } from '@signalbox/model/calls/billing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { generateDialog } from './generate-button.tsx'

function Result({ run }: { readonly run: InvoiceRun }) {
  return (
    <div role="status">
      <Text>
        {run.period}: {run.created} created, {run.existing} already there, {run.empty} with nothing to bill.
      </Text>
      {run.problems.map(({ customer, message }) => (
        <Text key={customer} c="red">
          {customer}: {message}
        </Text>
      ))}
    </div>
  )
}

/** Drafts the invoices of a month for the customers of the selected merchant. */
export function GenerateDrafts({ list }: { readonly list: ListPageModel }) {
  const [period, setPeriod] = useState(() => lastPeriod(new Date()))
  const queryClient = useQueryClient()
  const run = useMutation({
    mutationFn: () => api('POST /invoice/generate', { body: { period } }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['invoice'] }),
    onError: (error) => reportFailure(error, { label: 'Invoices', done: 'generated' }),
  })
  const isMonth = periodPattern.test(period)
  return (
    <Dialog
      opened={list.state.dialog === generateDialog}
      onClose={() => list.openDialog(null)}
      title="Generate drafts"
      footer={
        <>
          <Button variant="default" onClick={() => list.openDialog(null)}>
            Close
          </Button>
          <Button disabled={!isMonth} loading={run.isPending} onClick={() => run.mutate()}>
            Generate
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <TextInput
          label="Month"
          description="Such as 2026-10. Customers that have an invoice of the month are left alone."
          value={period}
          error={isMonth ? undefined : 'Must be a month such as 2026-10'}
          onChange={(event) => setPeriod(event.currentTarget.value)}
        />
        {run.data ? <Result run={run.data} /> : null}
      </Stack>
    </Dialog>
  )
}
