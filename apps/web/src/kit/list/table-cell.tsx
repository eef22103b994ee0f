import { VisuallyHidden } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Tooltip, type TooltipProps } from '../../ui/tooltip.tsx'
import { isFigure, type Column } from './columns.ts'
import styles from './data-table.module.css'
import { FieldContent, plainCell, type PlainCell } from '../field/field-view.tsx'
import { gridRoles } from './grid-roles.ts'
import type { Row } from './listing.ts'
import type { RowHandlers, SharedByRows } from './table-row.tsx'

/** A tooltip that is not even prepared while nobody is there to see it. */
function Hint({ when, children, ...tooltip }: TooltipProps & { readonly when: boolean }) {
  return when ? <Tooltip {...tooltip}>{children}</Tooltip> : children
}

interface ControlCellProps {
  readonly label: string
  readonly index: number
  readonly active: boolean
  /** Undefined when rows cannot be selected. */
  readonly selected?: boolean
  /** Whether rows of this table can be moved, and whether this one stays nevertheless. */
  readonly movable: boolean
  readonly fixed: boolean
  readonly quiet: boolean
  readonly handlers: RowHandlers
}

/** At the beginning of a row: the handle to drag it, the box to select it. */
export function ControlCell(props: ControlCellProps) {
  const { label, index, active, selected, movable, fixed, quiet, handlers } = props
  return (
    <td {...gridRoles.cell} className={`${styles.cell} ${styles.control} ${styles.sticky}`}>
      {movable ? (
        <Hint content="Drag to move, or press Alt and an arrow key" describes={false} when={!quiet && !fixed}>
          <span
            className={styles.grip}
            data-fixed={fixed || undefined}
            draggable={!fixed}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move'
              handlers.dragStart(index)
            }}
            onDragEnd={() => handlers.drop()}
          >
            {fixed ? null : <Icon name="grip" size={16} />}
          </span>
        </Hint>
      ) : null}
      {selected === undefined ? null : (
        <label className={styles.check}>
          <input
            type="checkbox"
            aria-label={`Select ${label}`}
            checked={selected}
            tabIndex={active ? 0 : -1}
            onClick={(event) => handlers.select(index, event.shiftKey)}
            onChange={() => undefined}
          />
        </label>
      )}
    </td>
  )
}

interface DataCell {
  readonly column: Column
  readonly row: Row
  readonly index: number
  readonly first: boolean
  readonly shared: SharedByRows
  readonly active: boolean
  readonly found: boolean
  readonly inheritedFrom?: string
  /** Nobody points at the row and it does not hold the focus. */
  readonly quiet: boolean
}

function Inherited({ from, quiet }: { readonly from: string; readonly quiet: boolean }) {
  return (
    <Hint content={`Inherited from ${from}`} when={!quiet}>
      <span className={styles.mark}>
        <Icon name="inherit" size={14} />
        <VisuallyHidden>Inherited from {from}</VisuallyHidden>
      </span>
    </Hint>
  )
}

const classes = (...names: readonly (string | boolean | null | undefined)[]): string =>
  names.filter((name) => typeof name === 'string').join(' ')

/** No letter that is used much is wider. */
const letterPx = 9
const paddingPx = 16
const markPx = 40

/** Cutting off costs the browser twice the work of a cell, and most texts are short. */
const fits = ({ text, mark, unit }: PlainCell, { widthPx }: Column): boolean =>
  text.length * letterPx + (mark || unit ? markPx : 0) <= widthPx - paddingPx

const plainContent = ({ text, mark, unit }: PlainCell): ReactNode =>
  mark || unit ? (
    <>
      {mark}
      {text}
      {unit}
    </>
  ) : (
    text
  )

function contentOf({ column: { name, field }, row, shared, quiet }: DataCell): ReactNode {
  const Own = shared.cells[name]
  if (Own) return <Own row={row} value={row[name]} quiet={quiet} />
  return <FieldContent field={field} value={row[name]} context={shared.context} quiet={quiet} />
}

/** Not a component of its own: a row of fifteen would be three times the work for React. */
export function dataCell(cell: DataCell): ReactNode {
  const { column, row, index, first, shared, active, found, inheritedFrom, quiet } = cell
  const { cells, listing, handlers } = shared
  const { name, field } = column
  const plain = quiet && !cells[name] ? plainCell(field, row[name], shared.context) : null
  const content = plain ? plainContent(plain) : contentOf(cell)
  const openHere = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    handlers.open(index)
  }
  const isTitle = name === listing.titleField
  const marked = isTitle && inheritedFrom !== undefined
  const line = marked ? null : plain
  return (
    <td
      key={name}
      {...gridRoles.cell}
      className={classes(
        styles.cell,
        line && styles.text,
        // Columns of money are as wide as what is in them.
        (line && fits(line, column)) || field.kind === 'money' || styles.cut,
        plain?.look && styles[plain.look],
        isFigure(field) && styles.figure,
        first && styles.sticky,
        first && styles.edge,
      )}
      data-copy-value={plain?.copied}
    >
      {marked ? <Inherited from={inheritedFrom} quiet={quiet} /> : null}
      {isTitle ? (
        <a
          href={shared.hrefOf(row)}
          className={found ? `${styles.link} ${styles.found}` : styles.link}
          tabIndex={active ? 0 : -1}
          onClick={openHere}
        >
          {content}
        </a>
      ) : (
        content
      )}
    </td>
  )
}
