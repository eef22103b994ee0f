import { Fragment } from 'react'
import type { DataTableProps } from './data-table.tsx'
import { useTextContext } from './display-text.ts'
import { titleOf } from './listing.ts'
import { TableRow, type CellView, type RowHandlers, type RowMarks } from './table-row.tsx'

export interface TableBodyProps extends DataTableProps {
  /** Indexes of the rows that are drawn, in order. */
  readonly drawn: readonly number[]
  readonly active: number
  readonly rowPx: number
  readonly handlers: RowHandlers
  readonly dropAt: (index: number) => 'before' | 'after' | undefined
}

const noCells: Readonly<Record<string, CellView>> = {}
const noMarks = (): RowMarks => ({})

/** Stands for rows that are not drawn. */
function Gap({ rows, rowPx }: { readonly rows: number; readonly rowPx: number }) {
  return rows > 0 ? <tr aria-hidden="true" style={{ height: rows * rowPx }} /> : null
}

export function TableBody(props: TableBodyProps) {
  const { listing, rows, drawn, rowPx, selection, marksOf = noMarks } = props
  const context = useTextContext()
  return (
    <tbody>
      {drawn.map((index, position) => {
        const row = rows[index]
        if (!row) return null
        const key = listing.keyOf(row)
        const { inheritedFrom, changed = false } = marksOf(row)
        return (
          <Fragment key={key}>
            <Gap rows={index - (drawn[position - 1] ?? -1) - 1} rowPx={rowPx} />
            <TableRow
              row={row}
              index={index}
              rowIndex={props.start + index + 2}
              columns={props.columns}
              cells={props.cells ?? noCells}
              titleField={listing.titleField}
              context={context}
              href={props.hrefOf(row)}
              active={index === props.active}
              open={key === props.openKey}
              found={index === props.foundIndex}
              selected={selection?.keys.has(key)}
              movable={props.onMove && inheritedFrom === undefined}
              dropAt={props.dropAt(index)}
              inheritedFrom={inheritedFrom}
              changed={changed}
              label={titleOf(listing, row)}
              handlers={props.handlers}
              actions={props.actions}
            />
          </Fragment>
        )
      })}
      <Gap rows={rows.length - 1 - (drawn.at(-1) ?? -1)} rowPx={rowPx} />
    </tbody>
  )
}
