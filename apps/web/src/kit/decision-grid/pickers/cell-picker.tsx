import { Button } from '@mantine/core'
import type { Cell } from '@signalbox/model/rules/cell'
import type { OutputValue } from '@signalbox/model/rules/decision-table'
import type { Ref } from 'react'
import { Kbd } from '../../../ui/kbd.tsx'
import type { PickerKeys } from '../cell-editor.tsx'
import type { GridValue } from '../core/cell-language.ts'
import type { GridColumn } from '../core/grid-column.ts'
import { ConditionPicker } from './condition-picker.tsx'
import { OutputPicker } from './output-picker.tsx'
import styles from './pickers.module.css'

export interface CellPickerProps {
  readonly column: GridColumn
  readonly text: string
  /** What the text means; undefined while it means nothing. */
  readonly value: GridValue | undefined
  readonly readable: boolean
  readonly onText: (text: string) => void
  /** `done`: nothing more is to be chosen, the cell can close. */
  readonly onPick: (value: GridValue | undefined, done: boolean) => void
  readonly onDone: () => void
  readonly keys: Ref<PickerKeys>
}

/** The second way to fill a cell: by picking instead of writing. */
export function CellPicker({ column, text, value, onText, onPick, onDone, keys }: CellPickerProps) {
  const shared = { text, onPick, keys }
  return (
    <div className={styles.picker}>
      {column.help === undefined ? null : <p className={styles.hint}>{column.help}</p>}
      {column.kind === 'condition' ? (
        <ConditionPicker column={column} value={value as Cell | undefined} {...shared} />
      ) : null}
      {column.kind === 'output' ? (
        <OutputPicker column={column} value={value as OutputValue | undefined} {...shared} />
      ) : null}
      <div className={styles.footer}>
        <span className={styles.hint}>
          <Kbd keys="alt+↓" /> opens the list
        </span>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          onClick={() => {
            onText('')
            onPick(undefined, false)
          }}
        >
          {column.kind === 'condition' ? 'Any' : 'Nothing'}
        </Button>
        <Button size="compact-xs" onClick={onDone}>
          Done
        </Button>
      </div>
    </div>
  )
}
