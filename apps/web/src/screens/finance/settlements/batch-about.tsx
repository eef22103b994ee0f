import { Alert, Button, Group } from '@mantine/core'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import { counted } from '@signalbox/model/text/counted'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../kit/api.ts'
import { FieldView } from '../../../kit/field/field-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { Section } from '../../../kit/record/record-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { acceptanceRefusal, batchRefusal } from './batch-rules.ts'
import { notAddingUp } from './stakes.ts'
import styles from './settlements.module.css'

const { fields } = settlementBatch

const amountOf = (value: unknown): number =>
  typeof value === 'object' && value !== null && 'amount' in value ? Number(value.amount) : 0

const counts = [
  ['lineCount', 'Lines'],
  ['matchedCount', 'Matched'],
  ['differenceCount', 'Differences'],
  ['unmatchedCount', 'Unmatched'],
  ['missingCount', 'Missing'],
  ['openCount', 'To decide'],
] as const

function Totals({ record }: { readonly record: Row }) {
  return (
    <dl className={styles.cards}>
      {counts.map(([name, label]) => (
        <div key={name} className={styles.card}>
          <dt>{label}</dt>
          <dd>
            <FieldView field={fields[name]} value={record[name]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface Step {
  readonly label: string
  readonly value: unknown
  readonly from: number
  readonly to: number
}

/** From what came in to what is paid out; each bar begins where the one before it ends. */
function stepsOf(record: Row): Step[] {
  const credit = amountOf(record.grossCredit)
  const afterDebit = credit - amountOf(record.grossDebit)
  const afterFees = afterDebit - amountOf(record.feeTotal)
  const net = afterFees + amountOf(record.adjustments)
  return [
    { label: 'Gross credit', value: record.grossCredit, from: 0, to: credit },
    { label: 'Gross debit', value: record.grossDebit, from: credit, to: afterDebit },
    { label: 'Fees', value: record.feeTotal, from: afterDebit, to: afterFees },
    { label: 'Adjustments', value: record.adjustments, from: afterFees, to: net },
    { label: 'Net', value: record.net, from: 0, to: net },
  ]
}

/** Geometry only: the figures beside the bars are the amounts as they are. */
function Waterfall({ record }: { readonly record: Row }) {
  const steps = stepsOf(record)
  const edges = steps.flatMap(({ from, to }) => [from, to])
  const [least, most] = [Math.min(0, ...edges), Math.max(0, ...edges)]
  const span = most - least || 1
  const percent = (value: number) => `${((value - least) / span) * 100}%`
  return (
    <ol className={styles.waterfall} aria-label="From gross to net">
      {steps.map(({ label, value, from, to }) => (
        <li key={label}>
          <span>{label}</span>
          <span className={styles.track} aria-hidden="true">
            <span
              className={styles.bar}
              data-way={to < from ? 'out' : 'in'}
              style={{
                insetInlineStart: percent(Math.min(from, to)),
                width: `${(Math.abs(to - from) / span) * 100}%`,
              }}
            />
          </span>
          <span className={styles.figure}>
            <FieldView field={fields.net} value={value} />
          </span>
        </li>
      ))}
    </ol>
  )
}

interface AboutProps {
  readonly record: Row
  readonly operate?: (name: string) => (() => void) | undefined
}

/** The button for whoever may accept the batch; everybody else is told who can. */
function Accept({ record, operate }: AboutProps) {
  const accept = operate?.('accept')
  const id = String(record.id)
  const { data } = useQuery({
    queryKey: ['settlement-batch', id, 'acceptance', record.version],
    queryFn: ({ signal }) => api('GET /settlement-batch/{id}/acceptance', { params: { id }, signal }),
  })
  if (!data) return null
  const refusal = acceptanceRefusal(data)
  if (refusal !== null)
    return (
      <Alert color="gray" variant="light" role="status" icon={<Icon name="hourglass" />}>
        {refusal}
      </Alert>
    )
  return accept ? (
    <Group>
      <Button size="compact-md" onClick={accept}>
        Accept batch
      </Button>
    </Group>
  ) : null
}

function NextStep({ record, operate }: AboutProps) {
  const open = Number(record.openCount ?? 0)
  if (typeof record.unacceptBy === 'string')
    return (
      <Alert color="orange" variant="light" role="status" icon={<Icon name="hourglass" />}>
        {record.unacceptBy} wants to undo the acceptance. A second person must confirm it.
      </Alert>
    )
  if (open > 0)
    return (
      <Alert color="orange" variant="light" role="status" icon={<Icon name="hand" />}>
        {counted(open, 'line is', 'lines are')} still to be decided before the batch can be accepted.
      </Alert>
    )
  return batchRefusal('accept', record) === null ? <Accept record={record} operate={operate} /> : null
}

/** A warning, and the way to the lines it is about. */
function NotAddingUp({ record }: { readonly record: Row }) {
  const count = Number(record.offSumCount ?? 0)
  if (count === 0) return null
  return (
    <Alert color="orange" variant="light" role="status" icon={<Icon name="warning" />}>
      {notAddingUp(count)}{' '}
      <Link
        to="/finance/settlements"
        search={{ mode: 'lines', batchId: String(record.id), notAddingUp: 'true' } as never}
      >
        Show
      </Link>
    </Alert>
  )
}

/** What the batch comes to, and what is to be done about it. */
export function BatchAbout({ record, operate }: AboutProps) {
  return (
    <div className={styles.about}>
      <NextStep record={record} operate={operate} />
      <NotAddingUp record={record} />
      <Totals record={record} />
      <Section title="From gross to net">
        <Waterfall record={record} />
      </Section>
    </div>
  )
}
