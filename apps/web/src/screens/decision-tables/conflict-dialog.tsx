import { useGridWords } from '../../kit/decision-grid/use-grid-words.ts'
import { Alert, Button, Radio } from '@mantine/core'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { changedCells, type CellChange } from '@signalbox/model/rules/ruleset-diff'
import { mergeRulesets, type RowConflict } from '@signalbox/model/rules/ruleset-merge'
import { useMemo, useState } from 'react'
import { displayOf, displayText } from '../../kit/decision-grid/cell-display.ts'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './dialogs.module.css'
import { contentOfRevision, shownRevision } from './section-info.ts'
import { countedRows } from './table-words.ts'
import type { Conflict } from './use-saving.ts'

type Side = 'mine' | 'theirs'

export interface ConflictDialogProps {
  readonly table: DecisionTable
  /** What I started from. */
  readonly base: RulesetContent
  readonly mine: RulesetContent
  readonly conflict: Conflict
  readonly onResolve: (content: RulesetContent) => void
  readonly onTakeTheirs: () => void
  readonly onClose: () => void
}

/** The rows somebody decided to keep as they made them, on top of what came together by itself. */
function resolved(
  merged: RulesetContent,
  conflicts: readonly RowConflict[],
  choices: Readonly<Record<string, Side>>,
): RulesetContent {
  const mine = conflicts.filter(({ id }) => choices[id] === 'mine')
  return applyChanges(merged, {
    upsert: mine.flatMap((conflict) => conflict.mine ?? []),
    remove: mine.flatMap((conflict) => (conflict.mine === null ? conflict.id : [])),
  })
}

function useCellWords(table: DecisionTable) {
  const formats = useGridWords()
  const columns = useMemo(() => new Map(columnsOf(table).map((column) => [column.id, column])), [table])
  return ({ kind, key }: CellChange, value: CellChange['to']): string => {
    const column = columns.get(kind === 'condition' ? `c:${key}` : kind === 'output' ? `o:${key}` : key)
    const label = column?.label ?? key
    if (value === undefined || value === '') return `${label}: nothing`
    if (typeof value === 'boolean') return `${label}: ${value ? 'yes' : 'no'}`
    return column ? `${label}: ${displayText(displayOf(column, value, formats))}` : `${label}: changed`
  }
}

function SideView({
  base,
  rule,
  words,
}: {
  readonly base: Rule | null
  readonly rule: Rule | null
  readonly words: ReturnType<typeof useCellWords>
}) {
  if (rule === null) return <p className={styles.text}>The row is removed.</p>
  const cells = base ? changedCells(base, rule) : []
  return (
    <ul className={styles.list}>
      {cells.map((cell) => (
        <li key={`${cell.kind} ${cell.key}`}>{words(cell, cell.to)}</li>
      ))}
    </ul>
  )
}

interface ConflictingRowProps {
  readonly table: DecisionTable
  readonly conflict: RowConflict
  readonly choice: Side | undefined
  readonly onChoose: (side: Side) => void
}

/** A row both of us changed, and the choice between the two. */
function ConflictingRow({ table, conflict, choice, onChoose }: ConflictingRowProps) {
  const words = useCellWords(table)
  const { id, base: before, mine: my, theirs } = conflict
  const number = (theirs ?? my ?? before)?.no
  const name = (theirs ?? my ?? before)?.name
  const side = (which: Side, title: string, rule: Rule | null) => (
    <div className={styles.side} data-chosen={choice === which || undefined}>
      <Radio
        name={`choice-${id}`}
        value={which}
        checked={choice === which}
        onChange={() => onChoose(which)}
        label={title}
        aria-label={`Row ${number}: ${title}`}
      />
      <SideView base={before} rule={rule} words={words} />
    </div>
  )
  return (
    <section aria-label={`Row ${number}`}>
      <h3 className={styles.heading}>
        Row {number} <span className={styles.aside}>{name}</span>
      </h3>
      <div className={styles.sides}>
        {side('theirs', 'Keep theirs', theirs)}
        {side('mine', 'Keep mine', my)}
      </div>
    </section>
  )
}

function Archived({ onClose }: Pick<ConflictDialogProps, 'onClose'>) {
  return (
    <Dialog
      opened
      onClose={onClose}
      title="The ruleset was archived"
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <p className={styles.text}>
        Someone archived it while you were editing. Your rows are still on the screen.
      </p>
    </Dialog>
  )
}

/** Somebody saved in between: both edits together, and for rows both touched the choice between the two. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { table, base, mine, conflict, onResolve, onTakeTheirs, onClose } = props
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const revision = shownRevision(conflict.current)
  const merge = useMemo(
    () => (revision ? mergeRulesets(base, mine, contentOfRevision(revision)) : null),
    [base, mine, revision],
  )
  if (!revision || !merge) return <Archived onClose={onClose} />
  const open = merge.conflicts.filter(({ id }) => choices[id] === undefined).length
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={820}
      title={`Merge ${mine.name}`}
      footer={
        <>
          <Button variant="default" onClick={onTakeTheirs}>
            Discard mine
          </Button>
          <Button
            disabled={open > 0}
            onClick={() => onResolve(resolved(merge.merged, merge.conflicts, choices))}
          >
            Continue with these
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <Alert
          color="orange"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${revision.editedBy} saved this ruleset in the meantime`}
        >
          Saved <InstantView iso={revision.editedAt} />: “{revision.changeNote}”. Your changes are kept.{' '}
          {merge.conflicts.length === 0
            ? 'You changed different rows and cells, so both changes are merged.'
            : 'Rows and cells that only one of you changed are merged; choose a version for the others.'}
        </Alert>
        {merge.conflicts.map((row) => (
          <ConflictingRow
            key={row.id}
            table={table}
            conflict={row}
            choice={choices[row.id]}
            onChoose={(side) => setChoices((last) => ({ ...last, [row.id]: side }))}
          />
        ))}
        <div role="status" className={styles.left}>
          {open > 0 ? `${countedRows(open)} left to choose` : ''}
        </div>
      </div>
    </Dialog>
  )
}
