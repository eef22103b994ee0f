import { Switch, TextInput } from '@mantine/core'
import { useState, type DragEvent, type KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './builder.module.css'
import type { DraftRule } from './builder-draft.ts'
import { ConditionGroup, type ConditionsProps } from './condition-group.tsx'
import { RuleOutputs } from './rule-outputs.tsx'
import { RuleSentence } from './rule-sentence.tsx'

export interface RuleCardProps extends ConditionsProps {
  readonly rule: DraftRule
  readonly no: number
  readonly count: number
  readonly onChange: (rule: DraftRule) => void
  readonly onCopy: () => void
  readonly onRemove: () => void
  /** To another place, counted from 0. */
  readonly onMove: (to: number) => void
  readonly drag: {
    readonly start: () => void
    readonly over: () => void
    readonly drop: () => void
  }
}

const grips = (id: string) => `move-rule-${id}`

/** A rule that was moved keeps the focus at its new place. */
const focusGrip = (id: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`#${CSS.escape(grips(id))} button`)?.focus(),
  )

function Head({ rule, no, count, onChange, onCopy, onRemove, onMove, drag }: RuleCardProps) {
  const label = rule.name === '' ? `rule ${no}` : rule.name
  return (
    <div className={styles.ruleHead}>
      <span
        id={grips(rule.id)}
        draggable
        onDragStart={drag.start}
        onDragEnd={drag.drop}
        className={styles.grip}
      >
        <IconButton
          icon="grip"
          sizePx={28}
          label={`Move ${label}: Alt+↑ or Alt+↓`}
          disabled={count < 2}
          onClick={() => onMove(no % count)}
        />
      </span>
      <span className={styles.number}>{no}</span>
      <TextInput
        className={styles.ruleName}
        size="xs"
        aria-label={`Name of rule ${no}`}
        placeholder="Name (optional)"
        maxLength={200}
        value={rule.name}
        onChange={(event) => onChange({ ...rule, name: event.currentTarget.value })}
      />
      <Switch
        size="xs"
        label="On"
        aria-label={`${label} is on`}
        checked={rule.enabled}
        onChange={(event) => onChange({ ...rule, enabled: event.currentTarget.checked })}
      />
      <IconButton icon="copy" sizePx={28} label={`Copy ${label}`} onClick={onCopy} />
      <IconButton icon="trash" sizePx={28} label={`Delete ${label}`} onClick={onRemove} />
    </div>
  )
}

/** One rule: when, then, and both in one sentence. */
export function RuleCard(props: RuleCardProps) {
  const { table, language, tried, rule, no, count, onChange, onMove, drag } = props
  const [isOver, setOver] = useState(false)
  const move = (event: KeyboardEvent) => {
    if (!event.altKey || event.defaultPrevented) return
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return
    event.preventDefault()
    const to = no - 1 + (event.key === 'ArrowUp' ? -1 : 1)
    if (to < 0 || to >= count) return
    onMove(to)
    focusGrip(rule.id)
  }
  const over = (event: DragEvent) => {
    event.preventDefault()
    drag.over()
    setOver(true)
  }
  return (
    // Keys and drops of everything in it come by here.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- what it does has a button too
    <li
      className={styles.rule}
      data-off={!rule.enabled || undefined}
      data-over={isOver || undefined}
      aria-label={`Rule ${no}`}
      onKeyDown={move}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={() => setOver(false)}
    >
      <Head {...props} />
      <div className={styles.ruleBody}>
        <section className={styles.part} aria-label={`Conditions of rule ${no}`}>
          <h4 className={styles.partTitle}>When</h4>
          <ConditionGroup
            {...props}
            group={rule.tree}
            depth={1}
            label={`rule ${no}`}
            onChange={(tree) => {
              if (tree) onChange({ ...rule, tree })
            }}
          />
        </section>
        <section className={styles.part} aria-label={`Outcome of rule ${no}`}>
          <h4 className={styles.partTitle}>Then</h4>
          <RuleOutputs table={table} language={language} rule={rule} tried={tried} onChange={onChange} />
        </section>
      </div>
      <RuleSentence table={table} language={language} rule={rule} />
    </li>
  )
}
