import { Button, Group, SegmentedControl, TextInput } from '@mantine/core'
import { accountLabels, classLabels } from '@signalbox/model/balance/account-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, requestFile, type ReplyOf } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { readInstant, writeInstant } from '../../../kit/field/local-instant.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { useBalanceAddress } from './balance-address.ts'
import styles from './balance.module.css'
import { Consolidated } from './consolidated.tsx'
import { MoneyFigure } from './money-figure.tsx'

type Trial = ReplyOf<'GET /balance/trial'>

interface AsOf {
  readonly at?: string
  readonly valueDate?: string
}

/** What was posted until then, as a filter of postings. */
const filtersOf = ({ at, valueDate }: AsOf) => ({
  asOf: at,
  valueDate: valueDate === undefined ? undefined : `..${valueDate}`,
})

function TrialTable({ trial, asOf }: { readonly trial: Trial; readonly asOf: AsOf }) {
  const merchantName = useMerchantName()
  // The detail of a receivable names the account at the PSP, too.
  const withNames = useWithPspNames()
  const many = new Set(trial.rows.map(({ merchantId }) => merchantId)).size > 1
  // Below the account, not in columns of their own: both sums fit a phone that way.
  const notesOf = (row: Trial['rows'][number]): string[] => [
    classLabels[row.class],
    ...(row.dimension === '' ? [] : [withNames(row.dimension)]),
    ...(many ? [merchantName(row.merchantId)] : []),
  ]
  return (
    <SmallTable label="Trial balance" columns={['Account', 'Debit', 'Credit']} figures={['Debit', 'Credit']}>
      {trial.rows.map((row) => {
        const label = `${accountLabels[row.type]} ${withNames(row.dimension)}`.trim()
        const filters = { accountKey: row.account, ...filtersOf(asOf) }
        return (
          <tr key={row.account}>
            <th scope="row" className={styles.account}>
              {accountLabels[row.type]}
              <span className={styles.accountNote}>{notesOf(row).join(' · ')}</span>
            </th>
            <td data-figure>
              <MoneyFigure money={row.debit} label={label} filters={filters} />
            </td>
            <td data-figure>
              <MoneyFigure money={row.credit} label={label} filters={filters} />
            </td>
          </tr>
        )
      })}
      {trial.totals.map(({ debit, credit, balanced }) => (
        <tr key={debit.currency} className={styles.total}>
          <th scope="row" className={styles.account}>
            Total {debit.currency}{' '}
            <StatusBadge tone={balanced ? 'positive' : 'negative'}>
              {balanced ? 'Balanced' : 'Not balanced'}
            </StatusBadge>
          </th>
          {[
            { side: 'debit', money: debit },
            { side: 'credit', money: credit },
          ].map(({ side, money }) => (
            <td key={side} data-figure>
              <MoneyFigure
                money={money}
                label={`Total ${side}`}
                filters={{ currency: debit.currency, ...filtersOf(asOf) }}
              />
            </td>
          ))}
        </tr>
      ))}
    </SmallTable>
  )
}

type Basis = 'now' | 'valueDate' | 'at'

const readDay = (text: string): string | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined

interface CheckedInputProps {
  readonly label: string
  readonly placeholder: string
  readonly value: string
  readonly read: (text: string) => string | undefined
  readonly onRead: (value: string | undefined) => void
}

/** What is typed counts once it can be read. */
function CheckedInput({ label, placeholder, value, read, onRead }: CheckedInputProps) {
  const [typed, setTyped] = useState<string>()
  const wrong = typed !== undefined && typed.trim() !== '' && read(typed.trim()) === undefined
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      value={typed ?? value}
      error={wrong ? `Must look like ${placeholder}` : null}
      onChange={({ currentTarget: { value: next } }) => {
        setTyped(next)
        const known = read(next.trim())
        if (known !== undefined || next.trim() === '') onRead(known)
      }}
      onBlur={() => {
        if (!wrong) setTyped(undefined)
      }}
    />
  )
}

/** Now, a value date, or an instant; it stands in the address, so that it can be sent to somebody. */
function AsOfInput() {
  const { search, go } = useBalanceAddress()
  const [basis, setBasis] = useState<Basis>(search.at ? 'at' : search.valueDate ? 'valueDate' : 'now')
  return (
    <Group gap={8} align="end">
      <SegmentedControl
        aria-label="As of"
        value={basis}
        onChange={(next) => {
          setBasis(next as Basis)
          if (next === 'now') go({})
        }}
        data={[
          { value: 'now', label: 'Now' },
          { value: 'valueDate', label: 'Value date' },
          { value: 'at', label: 'Instant (UTC)' },
        ]}
      />
      {basis === 'valueDate' ? (
        <CheckedInput
          label="Value date"
          placeholder="2026-11-30"
          value={search.valueDate ?? ''}
          read={readDay}
          onRead={(valueDate) => go({ valueDate })}
        />
      ) : null}
      {basis === 'at' ? (
        <CheckedInput
          label="Instant in UTC"
          placeholder="2026-11-30 23:59"
          value={search.at === undefined ? '' : writeInstant(search.at, 'UTC')}
          read={(text) => readInstant(text, 'UTC') ?? undefined}
          onRead={(at) => go({ at })}
        />
      ) : null}
    </Group>
  )
}

function useTrial(asOf: AsOf) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['balance', 'trial', merchantId, asOf],
    queryFn: ({ signal }) => api('GET /balance/trial', { query: asOf, signal, suppressToast: true }),
    placeholderData: keepPreviousData,
  })
}

async function download(asOf: AsOf): Promise<void> {
  try {
    const { content } = await requestFile('/balance/trial/export', { ...asOf })
    saveFile('trial-balance.csv', content)
  } catch (error) {
    reportFailure(error, { label: 'Trial balance', done: 'exported' })
  }
}

export function TrialTab() {
  const { search } = useBalanceAddress()
  const asOf: AsOf = {
    ...(search.at !== undefined && { at: search.at }),
    ...(search.valueDate !== undefined && { valueDate: search.valueDate }),
  }
  const { data, isPending, isError, refetch } = useTrial(asOf)
  return (
    <>
      <Card
        title="Trial balance"
        actions={
          <>
            <AsOfInput />
            <Button
              variant="default"
              leftSection={<Icon name="download" size={16} />}
              onClick={() => void download(asOf)}
            >
              Export CSV
            </Button>
          </>
        }
      >
        {isPending ? (
          <Skeleton>
            <SkeletonLines lines={8} />
          </Skeleton>
        ) : isError ? (
          <ErrorPanel title="The trial balance could not be loaded." onRetry={() => void refetch()} />
        ) : data.rows.length === 0 ? (
          <EmptyState icon="chart" title="Nothing was posted until then" />
        ) : (
          <TrialTable trial={data} asOf={asOf} />
        )}
        {data?.isCut ? (
          <p className={styles.warning}>Only the first accounts are shown. Export all of them.</p>
        ) : null}
      </Card>
      {data?.consolidated ? <Consolidated consolidated={data.consolidated} /> : null}
    </>
  )
}
