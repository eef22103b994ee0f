import { Alert, Button } from '@mantine/core'
import { invoiceTypes, isIssued, type InvoiceType } from '@signalbox/model/billing/invoice-state'
import { vatCategories, type VatCategory } from '@signalbox/model/billing/vat'
import type { InvoiceSheet } from '@signalbox/model/calls/billing'
import { invoice } from '@signalbox/model/entities/invoice'
import { countryOf } from '@signalbox/model/reference/countries'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, requestFile } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { QueryBoundary } from '../../../kit/record/record-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { Amount } from './amount.tsx'
import { isOpen, moneyOf, stateOf } from './invoice-facts.ts'
import { InvoiceLines } from './invoice-lines.tsx'
import { InvoiceState } from './invoice-state.tsx'
import { InvoiceEvents } from './invoice-events.tsx'
import styles from './invoice.module.css'

type Operate = ((name: string) => (() => void) | undefined) | undefined

/** What usually comes next, in the order of an invoice's life. */
const steps = [
  'confirm-credit',
  'refuse-credit',
  'confirm-write-off',
  'refuse-write-off',
  'approve',
  'issue',
  'send',
  'pay',
  'remind',
] as const

/** What only another person than those before does, and how that is said. */
const forOthers = {
  approve: 'approve it',
  'confirm-credit': 'confirm the credit',
  'confirm-write-off': 'confirm the write-off',
} as const
const isForOthers = (name: string): name is keyof typeof forOthers => Object.hasOwn(forOthers, name)

function Documents({ record }: { readonly record: Row }) {
  const [running, setRunning] = useState<string | null>(null)
  const take = async (format: 'pdf' | 'xml') => {
    setRunning(format)
    try {
      const { name, content } = await requestFile(`/invoice/${String(record.id)}/document`, { format })
      saveFile(name, content)
    } catch (error) {
      reportFailure(error, { label: invoice.label, done: 'downloaded' })
    }
    setRunning(null)
  }
  if (!isIssued(stateOf(record))) return null
  return (
    <>
      <Button variant="default" loading={running === 'pdf'} onClick={() => void take('pdf')}>
        PDF
      </Button>
      <Button variant="default" loading={running === 'xml'} onClick={() => void take('xml')}>
        UBL XML
      </Button>
    </>
  )
}

function Actions({
  record,
  operate,
  sheet,
}: {
  readonly record: Row
  readonly operate: Operate
  readonly sheet: InvoiceSheet | undefined
}) {
  const possible = steps.flatMap((name) => {
    const run = operate?.(name)
    return run ? [{ name, run }] : []
  })
  const isKept = ({ name }: { readonly name: string }) => isForOthers(name) && sheet?.mayDecide === false
  const offered = possible.filter((each) => !isKept(each))
  const kept = possible.map(({ name }) => name).find((name) => isForOthers(name) && isKept({ name }))
  return (
    <div className={styles.actions}>
      {offered.map(({ name, run }, at) => (
        <Button key={name} variant={at === 0 ? 'filled' : 'default'} onClick={run}>
          {invoice.operations[name].label}
        </Button>
      ))}
      <Documents record={record} />
      {kept !== undefined && isForOthers(kept) ? (
        <p className={styles.quiet}>Another person must {forOthers[kept]}.</p>
      ) : null}
    </div>
  )
}

/** Who asked for what, for whoever decides about it. */
function Waiting({ record }: { readonly record: Row }) {
  const isCredit = typeof record.creditBy === 'string'
  if (!isCredit && typeof record.writeOffBy !== 'string') return null
  const reason = isCredit ? record.creditReason : record.writeOffReason
  return (
    <Alert
      variant="light"
      color="orange"
      icon={<Icon name="hourglass" />}
      title={isCredit ? 'A credit waits for a second person' : 'A write-off waits for a second person'}
      mb={16}
    >
      {isCredit ? (
        <>
          {String(record.creditBy)} requested a credit of <Amount money={moneyOf(record, 'creditGross')} /> (
          <Amount money={moneyOf(record, 'creditNet')} /> without VAT) on{' '}
          <InstantView iso={String(record.creditAt)} />
        </>
      ) : (
        <>
          {String(record.writeOffBy)} requested a write-off of <Amount money={moneyOf(record, 'open')} />
        </>
      )}
      {typeof reason === 'string' && reason !== '' ? `: ${reason}` : '.'}
    </Alert>
  )
}

interface PartyProps {
  readonly label: string
  readonly party: {
    readonly address: string
    readonly zip: string
    readonly city: string
    readonly country: string
    readonly vatNo: string | null
  }
  readonly name: string
}

function Party({ label, name, party }: PartyProps) {
  return (
    <address className={styles.party}>
      <span className={styles.label}>{label}</span>
      <strong>{name}</strong>
      <br />
      {party.address}
      <br />
      {party.zip} {party.city}
      <br />
      {countryOf(party.country)?.name ?? party.country}
      {party.vatNo === null ? null : (
        <>
          <br />
          VAT no. {party.vatNo}
        </>
      )}
    </address>
  )
}

function Totals({ record }: { readonly record: Row }) {
  const category = record.vatCategory as VatCategory
  const rows = [
    ['Net', 'net'],
    [category === 'S' ? `VAT ${String(record.vatRate)} %` : vatCategories[category], 'vat'],
  ] as const
  return (
    <dl className={styles.totals}>
      {rows.map(([label, name]) => (
        <div key={name} style={{ display: 'contents' }}>
          <dt>{label}</dt>
          <dd>
            <Amount money={moneyOf(record, name)} />
          </dd>
        </div>
      ))}
      <dt className={styles.grand}>Gross</dt>
      <dd className={styles.grand}>
        <Amount money={moneyOf(record, 'gross')} />
      </dd>
      <dt>Open</dt>
      <dd>
        <Amount money={moneyOf(record, 'open')} />
      </dd>
    </dl>
  )
}

function Paper({ record, sheet }: { readonly record: Row; readonly sheet: InvoiceSheet }) {
  const { seller, buyer, vatNote, paymentReference } = sheet
  return (
    <article className={styles.paper} aria-label={invoiceTypes[record.type as InvoiceType]}>
      <div className={styles.head}>
        <div>
          <h3>{invoiceTypes[record.type as InvoiceType]}</h3>
          <p className={styles.number}>
            {typeof record.number === 'string' ? record.number : 'Numbered when it is issued'} ·{' '}
            {String(record.period)}
          </p>
        </div>
        <InvoiceState row={record} value={record.state} />
      </div>
      <div className={styles.parties}>
        {buyer ? <Party label="Bill to" name={buyer.legalName} party={buyer} /> : null}
        {seller ? <Party label="From" name={seller.name} party={seller} /> : null}
      </div>
      <InvoiceLines record={record} />
      <Totals record={record} />
      {vatNote === null ? null : <p className={styles.quiet}>{vatNote}</p>}
      {seller && paymentReference !== null && record.type === 'INVOICE' && isOpen(record) ? (
        <p className={styles.quiet}>
          To be paid to {seller.iban}, reference {paymentReference}
          {typeof record.dueDate === 'string' ? `, due ${record.dueDate}` : ''}
        </p>
      ) : null}
    </article>
  )
}

/** An invoice as the document it is, with what can be done to it and what happened to it. */
export function InvoicePaper({ record, operate }: { readonly record: Row; readonly operate?: Operate }) {
  const id = String(record.id)
  const query = useQuery({
    queryKey: ['invoice', 'sheet', id, record.version],
    queryFn: ({ signal }) => api('GET /invoice/{id}/sheet', { params: { id }, signal, suppressToast: true }),
  })
  return (
    <>
      <Waiting record={record} />
      <Actions record={record} operate={operate} sheet={query.data} />
      <QueryBoundary query={query}>
        {query.data ? (
          <>
            <Paper record={record} sheet={query.data} />
            <InvoiceEvents sheet={query.data} record={record} />
          </>
        ) : null}
      </QueryBoundary>
    </>
  )
}
