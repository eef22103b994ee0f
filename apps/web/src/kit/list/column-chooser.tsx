import { Button, Checkbox, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './column-chooser.module.css'
import { maxColumnPx, minColumnPx, move, type Column } from './columns.ts'

export interface ColumnChooserProps {
  readonly columns: readonly Column[]
  /** Names of the shown columns in order. */
  readonly shown: readonly string[]
  readonly onChange: (shown: string[]) => void
  readonly onWidth: (name: string, widthPx: number) => void
  readonly onReset: () => void
  readonly onClose: () => void
}

interface LineProps {
  readonly column: Column
  readonly position: number
  readonly count: number
  readonly onToggle: () => void
  readonly onMove: (to: number) => void
  readonly onWidth: (widthPx: number) => void
  readonly drag: { readonly start: () => void; readonly over: () => void; readonly end: () => void }
}

function ShownColumn({ column, position, count, onToggle, onMove, onWidth, drag }: LineProps) {
  const { label } = column
  return (
    <div
      className={styles.line}
      draggable
      onDragStart={drag.start}
      onDragEnter={drag.over}
      onDragOver={(event) => event.preventDefault()}
      onDragEnd={drag.end}
    >
      <span className={styles.grip} aria-hidden="true">
        <Icon name="grip" size={16} />
      </span>
      <Checkbox className={styles.name} label={label} checked disabled={count === 1} onChange={onToggle} />
      <NumberInput
        className={styles.width}
        size="xs"
        aria-label={`Width of ${label}`}
        suffix=" px"
        value={column.widthPx}
        min={minColumnPx}
        max={maxColumnPx}
        step={20}
        clampBehavior="blur"
        allowDecimal={false}
        onChange={(value) => {
          if (typeof value === 'number' && value >= minColumnPx && value <= maxColumnPx) onWidth(value)
        }}
      />
      <IconButton
        icon="arrow-up"
        label={`Move ${label} up`}
        sizePx={28}
        disabled={position === 0}
        onClick={() => onMove(position - 1)}
      />
      <IconButton
        icon="arrow-down"
        label={`Move ${label} down`}
        sizePx={28}
        disabled={position === count - 1}
        onClick={() => onMove(position + 1)}
      />
    </div>
  )
}

/** Which columns a list shows, in which order and how wide; every change shows at once behind the dialog. */
export function ColumnChooser({ columns, shown, onChange, onWidth, onReset, onClose }: ColumnChooserProps) {
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const visible = shown.flatMap((name) => columns.find((column) => column.name === name) ?? [])
  const hidden = columns.filter(({ name }) => !shown.includes(name))
  const moveTo = (from: number, to: number) => {
    onChange(move(shown, from, to))
    setAnnouncement(`${visible[from]?.label ?? ''} is now column ${to + 1} of ${visible.length}`)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Columns"
      footer={
        <>
          <Button variant="default" onClick={onReset}>
            Reset
          </Button>
          <Button onClick={onClose}>Done</Button>
        </>
      }
    >
      <h3 className={styles.heading}>Shown, in this order</h3>
      <ol className={styles.lines}>
        {visible.map((column, position) => (
          <li key={column.name}>
            <ShownColumn
              column={column}
              position={position}
              count={visible.length}
              onToggle={() => onChange(shown.filter((name) => name !== column.name))}
              onMove={(to) => moveTo(position, to)}
              onWidth={(widthPx) => onWidth(column.name, widthPx)}
              drag={{
                start: () => setDragged(position),
                over: () => {
                  if (dragged === null || dragged === position) return
                  moveTo(dragged, position)
                  setDragged(position)
                },
                end: () => setDragged(null),
              }}
            />
          </li>
        ))}
      </ol>
      {hidden.length > 0 ? <h3 className={styles.heading}>Hidden</h3> : null}
      <ul className={styles.lines}>
        {hidden.map(({ name, label }) => (
          <li key={name} className={styles.line}>
            <Checkbox
              className={styles.name}
              label={label}
              checked={false}
              onChange={() => onChange([...shown, name])}
            />
          </li>
        ))}
      </ul>
      <div role="status" className={styles.announcement}>
        {announcement}
      </div>
    </Dialog>
  )
}
