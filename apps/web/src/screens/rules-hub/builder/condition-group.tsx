import { Button, Checkbox, SegmentedControl, Select } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { isKnownTo } from '@signalbox/model/rules/known-facts'
import { CellField } from '../../../kit/decision-grid/cell-field.tsx'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { columnsOf } from '../../../kit/decision-grid/core/grid-column.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import styles from './builder.module.css'
import {
  emptyGroup,
  emptyLeaf,
  readLeaf,
  type DraftGroup,
  type DraftLeaf,
  type DraftNode,
} from './condition-tree.ts'
import { useShares, shareText } from './traffic-shares.ts'

/** The group of a rule, groups in it, and groups in those. */
const deepest = 3

export interface ConditionsProps {
  readonly table: DecisionTable
  readonly language: CellLanguage
  /** Says what is missing, once somebody tried to go on. */
  readonly tried: boolean
  readonly newId: () => string
}

/** Conditions a rule of the table can see, as choices. */
export const conditionChoices = (table: DecisionTable, taken: ReadonlySet<string> = new Set()) =>
  table.conditions.flatMap((key) => {
    const fact = factOf(key)
    return fact && isKnownTo(table, fact) && !taken.has(key) ? [{ value: key, label: fact.label }] : []
  })

interface LeafProps extends ConditionsProps {
  readonly leaf: DraftLeaf
  readonly onChange: (leaf: DraftLeaf | null) => void
}

function Leaf({ table, language, tried, leaf, onChange }: LeafProps) {
  const column = columnsOf(table).find(({ id }) => id === `c:${leaf.fact}`)
  const label = factOf(leaf.fact)?.label ?? 'Condition'
  const read = readLeaf(language, leaf)
  const share = useShares().ofLeaf(leaf.id)
  return (
    <li className={styles.leaf}>
      <Checkbox
        size="xs"
        label="Not"
        aria-label={`${label}: not`}
        checked={leaf.not}
        onChange={(event) => onChange({ ...leaf, not: event.currentTarget.checked })}
      />
      <Select
        size="xs"
        aria-label="Condition"
        placeholder="Choose a condition"
        searchable
        allowDeselect={false}
        data={conditionChoices(table)}
        value={leaf.fact === '' ? null : leaf.fact}
        error={tried && leaf.fact === ''}
        onChange={(fact) => {
          if (fact !== null && fact !== leaf.fact) onChange({ ...leaf, fact, text: '' })
        }}
      />
      {column ? (
        <CellField
          column={column}
          language={language}
          label={label}
          placeholder="Enter or choose"
          text={leaf.text}
          problem={tried && !read.ok ? read.problem : null}
          onChange={(text) => onChange({ ...leaf, text })}
        />
      ) : (
        <span />
      )}
      <IconButton
        icon="close"
        sizePx={28}
        label={`Remove condition ${label}`}
        onClick={() => onChange(null)}
      />
      {share === undefined ? null : <span className={styles.share}>{shareText(share)}</span>}
    </li>
  )
}

const joins = [
  { value: 'ALL', label: 'All of' },
  { value: 'ANY', label: 'Any of' },
]

interface GroupProps extends ConditionsProps {
  readonly group: DraftGroup
  readonly depth: number
  readonly label: string
  /** Null: the group is taken away. */
  readonly onChange: (group: DraftGroup | null) => void
}

function GroupHead({ group, depth, label, onChange }: GroupProps) {
  return (
    <div className={styles.groupHead}>
      <SegmentedControl
        size="xs"
        aria-label={`${label}: all or any`}
        data={joins}
        value={group.join}
        onChange={(join) => onChange({ ...group, join: join as DraftGroup['join'] })}
      />
      <Checkbox
        size="xs"
        label="Not"
        aria-label={`${label}: not`}
        checked={group.not}
        onChange={(event) => onChange({ ...group, not: event.currentTarget.checked })}
      />
      {depth === 1 ? null : (
        <IconButton icon="close" sizePx={28} label={`Remove ${label}`} onClick={() => onChange(null)} />
      )}
    </div>
  )
}

/** All, any or none of several conditions and groups of them. */
export function ConditionGroup(props: GroupProps) {
  const { group, depth, label, newId, onChange } = props
  const add = (node: DraftNode) => onChange({ ...group, members: [...group.members, node] })
  const put = (place: number, node: DraftNode | null) =>
    onChange({
      ...group,
      members: node === null ? group.members.toSpliced(place, 1) : group.members.with(place, node),
    })
  return (
    <fieldset className={styles.group} data-not={group.not || undefined}>
      <legend className={styles.hidden}>{label}</legend>
      <GroupHead {...props} />
      <ul className={styles.members}>
        {group.members.map((node, place) =>
          node.kind === 'leaf' ? (
            <Leaf {...props} key={node.id} leaf={node} onChange={(next) => put(place, next)} />
          ) : (
            <li key={node.id}>
              <ConditionGroup
                {...props}
                group={node}
                depth={depth + 1}
                label={`Group ${place + 1} of ${label}`}
                onChange={(next) => put(place, next)}
              />
            </li>
          ),
        )}
        {group.members.length === 0 && depth === 1 ? (
          <li className={styles.quiet}>No conditions: the rule applies to every payment.</li>
        ) : null}
      </ul>
      <div className={styles.add}>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => add(emptyLeaf(newId()))}
        >
          Add condition
        </Button>
        {depth < deepest ? (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() =>
              add({
                ...emptyGroup(newId(), [emptyLeaf(newId())]),
                join: group.join === 'ALL' ? 'ANY' : 'ALL',
              })
            }
          >
            Add group
          </Button>
        ) : null}
      </div>
    </fieldset>
  )
}
