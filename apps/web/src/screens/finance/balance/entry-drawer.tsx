import { Alert, Button, Stack } from '@mantine/core'
import {
  accountLabels,
  eventLabels,
  isAccountType,
  sourceLabels,
} from '@signalbox/model/balance/account-words'
import type { LedgerEntryView } from '@signalbox/model/calls/balance'
import { counted } from '@signalbox/model/text/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../../kit/api.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { useFormats, useMay, useSession } from '../../../kit/session/session-store.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { sumsText } from '../../../kit/record/amounts.ts'
import { RecordSteps } from '../../../kit/record/record-steps.tsx'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { balancePath } from './balance-address.ts'
import styles from './balance.module.css'
import { MoneyFigure } from './money-figure.tsx'
import { ReasonDialog } from './reason-dialog.tsx'

const wordOf = (words: Readonly<Record<string, string>>, name: string): string => words[name] ?? name

/** Where the entry comes from: the payment, or the request. */
function Source({ entry }: { readonly entry: LedgerEntryView }) {
  const mayOpen = useMay('transactions.view')
  const { transactionId, requestId, sourceType, sourceId } = entry
  if (transactionId !== null && mayOpen)
    return (
      <Link to="/transactions" search={{ id: transactionId }} className={styles.link}>
        Transaction {transactionId}
      </Link>
    )
  if (requestId !== null)
    return (
      <Link to={balancePath} search={{ mode: 'requests', id: requestId }} className={styles.link}>
        Request of this entry
      </Link>
    )
  return (
    <>
      {wordOf(sourceLabels, sourceType)} <CopyText value={sourceId} />
    </>
  )
}

function EntryLines({ entry }: { readonly entry: LedgerEntryView }) {
  const withNames = useWithPspNames()
  return (
    <SmallTable
      label="Lines"
      columns={['Account', 'Detail', 'Debit', 'Credit']}
      figures={['Debit', 'Credit']}
    >
      {entry.lines.map(({ account, type, dimension, debit, credit }, index) => {
        const label = isAccountType(type) ? accountLabels[type] : type
        return (
          // oxlint-disable-next-line react/no-array-index-key -- lines have no other name and never change
          <tr key={index}>
            <th scope="row">{label}</th>
            <td>{withNames(dimension)}</td>
            <td data-figure>
              <MoneyFigure money={debit} label={label} filters={{ accountKey: account }} />
            </td>
            <td data-figure>
              <MoneyFigure money={credit} label={label} filters={{ accountKey: account }} />
            </td>
          </tr>
        )
      })}
    </SmallTable>
  )
}

function EntryFacts({ entry }: { readonly entry: LedgerEntryView }) {
  const merchantName = useMerchantName()
  const { movedFrom, reversalOf, reversedBy } = entry
  return (
    <>
      {movedFrom === null ? null : (
        <Alert color="orange" variant="light" icon={<Icon name="lock" />} title={`Moved from ${movedFrom}`}>
          That day was closed, so the entry counts on the first open day, {entry.valueDate}.
        </Alert>
      )}
      <KeyValues
        items={[
          { label: 'Event', value: wordOf(eventLabels, entry.eventType) },
          { label: 'Source', value: <Source entry={entry} /> },
          { label: 'Value date', value: entry.valueDate },
          { label: 'Posted', value: <InstantView iso={entry.at} /> },
          { label: 'By', value: entry.createdBy },
          { label: 'Merchant', value: merchantName(entry.merchantId) },
          { label: 'Description', value: entry.description, wide: true },
          { label: 'Entry', value: <CopyText value={entry.id} maxChars={40} />, wide: true },
          ...(reversalOf === null ? [] : [{ label: 'Reversal of', value: <CopyText value={reversalOf} /> }]),
          ...(reversedBy === null ? [] : [{ label: 'Reversed by', value: <CopyText value={reversedBy} /> }]),
        ]}
      />
    </>
  )
}

function Reverse({ entry }: { readonly entry: LedgerEntryView }) {
  const amount = sumsText(
    entry.lines.map(({ debit }) => debit),
    useFormats(),
  )
  const mayEdit = useMay('balance.edit')
  const [open, setOpen] = useState(false)
  if (!mayEdit || entry.notReversible !== null) return null
  return (
    <>
      <Button
        variant="default"
        style={{ alignSelf: 'flex-start' }}
        leftSection={<Icon name="history" size={16} />}
        onClick={() => setOpen(true)}
      >
        Reverse entry
      </Button>
      {open ? (
        <ReasonDialog
          title={`Reverse entry: ${amount}, ${counted(entry.lines.length, 'line')}`}
          hint="Someone else with the role Minibank admin must approve it. The entry itself stays; another one undoes it."
          button="Request reversal"
          done="The request waits for another person."
          label="Reversal"
          send={(reason, operationId) =>
            api('POST /ledger-request/reversal', { body: { entryId: entry.id, reason }, operationId })
          }
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  )
}

function Entry({ id }: { readonly id: string }) {
  const { merchantId } = useSession()
  const { data, isPending, isError } = useQuery({
    queryKey: ['balance', 'entry', merchantId, id],
    queryFn: ({ signal }) => api('GET /balance/entry/{id}', { params: { id }, signal, suppressToast: true }),
  })
  if (isPending)
    return (
      <Skeleton>
        <SkeletonLines lines={8} />
      </Skeleton>
    )
  if (isError) return <EmptyState icon="search" title="This entry cannot be found" />
  return (
    <Stack gap={20}>
      <EntryFacts entry={data} />
      <EntryLines entry={data} />
      <Reverse entry={data} />
    </Stack>
  )
}

/** One posting with the whole entry it is a line of. */
export function EntryDrawer({ list, row }: { readonly list: ListPageModel; readonly row: Row | undefined }) {
  const entryId = typeof row?.entryId === 'string' ? row.entryId : null
  return (
    <Drawer
      opened={list.state.id !== null}
      onClose={list.close}
      title="Entry"
      headerExtra={<RecordSteps list={list} />}
    >
      {entryId === null ? (
        <EmptyState icon="search" title="This posting is not on this page" />
      ) : (
        <Entry id={entryId} />
      )}
    </Drawer>
  )
}
