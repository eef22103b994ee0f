import type { InvoicePayment, InvoiceSheet } from '@signalbox/model/calls/billing'
import { Link } from '@tanstack/react-router'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { Section } from '../../../kit/record/record-panel.tsx'
import { Item, ItemList } from '../../../ui/item-list.tsx'
import { Amount } from './amount.tsx'
import styles from './invoice.module.css'

const kinds: Readonly<Record<InvoicePayment['kind'], string>> = {
  PAYMENT: 'Payment',
  BALANCE: 'From the credit balance',
  RELEASED: 'Released to the credit balance',
}

/** What people did, in their words; anything else by the name it has in the log. */
const actions: Readonly<Record<string, string>> = {
  GENERATE: 'Drafted',
  CREDIT_NOTE: 'Issued as a credit note',
  UPDATE: 'Changed',
  APPROVE: 'Approved',
  RETURN: 'Returned to draft',
  ISSUE: 'Issued',
  SEND: 'Sent',
  PAY: 'Payment registered',
  USE_BALANCE: 'Paid from the credit balance',
  CREDIT: 'Credit entered',
  CONFIRM_CREDIT: 'Credit confirmed',
  REFUSE_CREDIT: 'Credit refused',
  REMIND: 'Reminder sent',
  WRITE_OFF: 'Write-off requested',
  CONFIRM_WRITE_OFF: 'Written off',
  REFUSE_WRITE_OFF: 'Write-off refused',
  DELETE: 'Deleted',
}

function Payments({ payments }: Pick<InvoiceSheet, 'payments'>) {
  if (payments.length === 0) return <p className={styles.quiet}>Nothing was paid yet.</p>
  return (
    <ItemList>
      {payments.map(({ id, kind, amount, applied, paidOn, reference, by }) => (
        <Item key={id} icon="bank" note={[paidOn, reference, by].filter(Boolean).join(' · ')}>
          {kinds[kind]} <Amount money={kind === 'PAYMENT' ? amount : applied} />
          {kind === 'PAYMENT' && amount.amount !== applied.amount ? (
            <>
              , <Amount money={applied} /> used here
            </>
          ) : null}
        </Item>
      ))}
    </ItemList>
  )
}

const isPositive = ({ amount }: { readonly amount: string }) =>
  /[1-9]/.test(amount) && !amount.startsWith('-')

function Related({ creditNotes, creditOf }: Pick<InvoiceSheet, 'creditNotes' | 'creditOf'>) {
  const notes = [
    ...creditNotes.map(({ id, number }) => ({ id, number, word: 'Credit note' })),
    ...(creditOf ? [{ ...creditOf, word: 'Credit of' }] : []),
  ]
  if (notes.length === 0) return null
  return (
    <Section title="Credit notes">
      <ItemList>
        {notes.map(({ id, number, word }) => (
          <Item key={id} icon="file" note={word}>
            <Link to="/admin/invoice" search={{ id }}>
              {number ?? id}
            </Link>
          </Item>
        ))}
      </ItemList>
    </Section>
  )
}

/** Payments, credit notes and the life of an invoice. */
export function InvoiceEvents({ sheet, record }: { readonly sheet: InvoiceSheet; readonly record: Row }) {
  const { payments, creditNotes, creditOf, timeline, creditBalance } = sheet
  return (
    <>
      {record.type === 'INVOICE' ? (
        <Section title="Payments">
          <Payments payments={payments} />
          {isPositive(creditBalance) ? (
            <p className={styles.quiet}>
              Credit balance of the customer: <Amount money={creditBalance} />
            </p>
          ) : null}
        </Section>
      ) : null}
      <Related creditNotes={creditNotes} creditOf={creditOf} />
      <Section title="Timeline">
        <ItemList>
          {timeline.map(({ at, action, by, note }) => (
            <Item key={`${at}${action}`} icon="clock" note={note === null ? by : `${by}: ${note}`}>
              {actions[action] ?? action} <InstantView iso={at} />
            </Item>
          ))}
        </ItemList>
      </Section>
    </>
  )
}
