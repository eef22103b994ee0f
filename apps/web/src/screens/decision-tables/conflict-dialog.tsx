import { useGridWords } from '../../kit/decision-grid/use-grid-words.ts'
import { Alert, Button, Radio } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { changedCells, type CellChange } from '@signalbox/model/rules/ruleset-diff'
import {
  mergeRulesets,
  type Choices,
  type MergeConflict,
  type Side,
} from '@signalbox/model/rules/ruleset-merge'
import { useMemo, useState } from 'react'
import { displayOf, displayText } from '../../kit/decision-grid/cell-display.ts'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import styles from './dialogs.module.css'
import { contentOfRevision, shownRevision } from './section-info.ts'
import type { Conflict } from './use-saving.ts'

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

function useCellWords(table: DecisionTable) {
  const formats = useGridWords()
  const columns = useMemo(() => new Map(columnsOf(table).map((column) => [column.id, column])), [table])
  const columnOf = ({ kind, key }: CellChange) =>
    columns.get(kind === 'condition' ? `c:${key}` : kind === 'output' ? `o:${key}` : key)
  const label = (cell: CellChange): string => columnOf(cell)?.label ?? fieldLabels[cell.key] ?? cell.key
  const text = (cell: CellChange): string => {
    const value = cell.to
    const column = columnOf(cell)
    if (value === undefined || value === '') return 'nothing'
    if (typeof value === 'boolean') return value ? 'yes' : 'no'
    if (column) return displayText(displayOf(column, value, formats))
    return typeof value === 'object' ? 'changed' : String(value)
  }
  return { label, text }
}

type Words = ReturnType<typeof useCellWords>

/** Settings of a ruleset, which have no column. */
const fieldLabels: Readonly<Record<string, string>> = {
  name: 'Name',
  note: 'Note',
  priority: 'Priority',
  inherit: 'Inheritance',
  enabled: 'Enabled',
}

/** What one of us made of it, line by line. */
function sideLines(conflict: MergeConflict, side: Side, words: Words): readonly string[] {
  if (conflict.what === 'order')
    return [side === 'mine' ? 'Your order of the rows' : 'Their order of the rows']
  if (conflict.what === 'cell') return [words.text(conflict[side])]
  const rule = conflict[side]
  if (rule === null) return ['The row is removed.']
  return changedCells(conflict.base, rule).map((cell) => `${words.label(cell)}: ${words.text(cell)}`)
}

/** What the choice is about. */
function titleOf(
  conflict: MergeConflict,
  numberOf: (ruleId: string) => number | undefined,
  words: Words,
): string {
  if (conflict.what === 'order') return 'Order of the rows'
  const row = conflict.ruleId === null ? 'Ruleset' : `Row ${numberOf(conflict.ruleId) ?? ''}`
  if (conflict.what === 'row') return row
  const isPrecondition = conflict.ruleId === null && conflict.mine.kind === 'condition'
  const label = words.label(conflict.mine)
  return `${row}, ${isPrecondition ? `precondition ${label}` : label}`
}

interface ConflictChoiceProps {
  readonly conflict: MergeConflict
  readonly title: string
  readonly words: Words
  readonly choice: Side | undefined
  readonly onChoose: (side: Side) => void
}

/** What both of us changed, and the choice between the two. */
function ConflictChoice({ conflict, title, words, choice, onChoose }: ConflictChoiceProps) {
  const side = (which: Side, label: string) => (
    <div className={styles.side} data-chosen={choice === which || undefined}>
      <Radio
        name={`choice-${conflict.key}`}
        value={which}
        checked={choice === which}
        onChange={() => onChoose(which)}
        label={label}
        aria-label={`${title}: ${label}`}
      />
      <ul className={styles.list}>
        {sideLines(conflict, which, words).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </div>
  )
  return (
    <section aria-label={title}>
      <h3 className={styles.heading}>{title}</h3>
      <div className={styles.sides}>
        {side('theirs', 'Keep theirs')}
        {side('mine', 'Keep mine')}
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

const choicesLeft = (count: number): string =>
  count === 0 ? '' : count === 1 ? '1 choice left' : `${count} choices left`

/** Somebody saved in between: both edits together, and for what both touched the choice between the two. */
export function ConflictDialog(props: ConflictDialogProps) {
  const { table, base, mine, conflict, onResolve, onTakeTheirs, onClose } = props
  const [choices, setChoices] = useState<Choices>({})
  const words = useCellWords(table)
  const revision = shownRevision(conflict.current)
  const theirs = useMemo(() => (revision ? contentOfRevision(revision) : null), [revision])
  const merge = useMemo(() => (theirs ? mergeRulesets(base, mine, theirs) : null), [base, mine, theirs])
  if (!revision || !theirs || !merge) return <Archived onClose={onClose} />
  const open = merge.conflicts.filter(({ key }) => choices[key] === undefined).length
  const numberOf = (id: string) =>
    [theirs, mine].flatMap(({ rules }) => rules).find((row) => row.id === id)?.no
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
            onClick={() => onResolve(mergeRulesets(base, mine, theirs, choices).merged)}
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
          title={
            revision.state === 'ACTIVE'
              ? `Version ${revision.version} became active in the meantime`
              : `${revision.editedBy} saved this ruleset in the meantime`
          }
        >
          Saved by {revision.editedBy} <InstantView iso={revision.editedAt} />: “{revision.changeNote}”. Your
          changes are kept.{' '}
          {merge.conflicts.length === 0
            ? 'You changed different cells and settings, so both changes are merged.'
            : 'Cells and settings that only one of you changed are merged; choose a version for each of the others.'}
        </Alert>
        {merge.conflicts.map((each) => (
          <ConflictChoice
            key={each.key}
            conflict={each}
            title={titleOf(each, numberOf, words)}
            words={words}
            choice={choices[each.key]}
            onChoose={(side) => setChoices((last) => ({ ...last, [each.key]: side }))}
          />
        ))}
        <div role="status" className={styles.left}>
          {choicesLeft(open)}
        </div>
      </div>
    </Dialog>
  )
}
