import { settlementLine } from '@signalbox/model/entities/settlement-line'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import styles from './settlements.module.css'

const { fields } = settlementLine

interface ShownLine {
  readonly type: string
  readonly merchantRef: string | null
  readonly pspRefId: string | null
  readonly bookedAt: string
  readonly gross: WireMoney
  readonly fees: WireMoney
  readonly net: WireMoney
}

interface SampleRow {
  readonly line: number
  readonly read: ShownLine | null
  readonly problems: readonly { readonly column: string; readonly message: string }[]
}

const columns = ['Line', 'Type', 'Our reference', 'PSP reference', 'Booked', 'Gross', 'Fees', 'Net']

/** Rows as they would be read, or what is wrong with them. */
export function SampleTable({ rows }: { readonly rows: readonly SampleRow[] }) {
  return (
    <SmallTable
      label="First rows as they are read"
      columns={columns}
      figures={['Gross', 'Fees', 'Net']}
      maxHeightPx={280}
    >
      {rows.map(({ line, read, problems }) => (
        <tr key={line}>
          <td>{line}</td>
          {read ? (
            <>
              <td>
                <FieldView field={fields.type} value={read.type} />
              </td>
              <td className="mono">{read.merchantRef ?? '–'}</td>
              <td className="mono">{read.pspRefId ?? '–'}</td>
              <td>
                <InstantView iso={read.bookedAt} />
              </td>
              <td data-figure>
                <FieldView field={fields.gross} value={read.gross} />
              </td>
              <td data-figure>
                <FieldView field={fields.fees} value={read.fees} />
              </td>
              <td data-figure>
                <FieldView field={fields.net} value={read.net} />
              </td>
            </>
          ) : (
            <td colSpan={columns.length - 1} className={styles.problem}>
              {problems.map(({ column, message }) => `${column}: ${message}`).join('; ')}
            </td>
          )}
        </tr>
      ))}
    </SmallTable>
  )
}
