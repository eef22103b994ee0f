import { Button } from '@mantine/core'
import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { decisionNames, type DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import { isOnHold } from '@signalbox/model/reference/status-groups'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './decision-bar.module.css'
import { DecisionForm } from './decision-form.tsx'
import type { Decisions } from './use-decisions.ts'

const keys: Readonly<Record<DecisionName, string>> = {
  approve: 'a',
  deny: 'd',
  hold: 'h',
  unhold: 'h',
  delay: 'y',
}

const isHeld = ({ statusCodeNo }: ApprovalRow): boolean => isOnHold(statusCodeNo)

/** What belongs to a payment in this state, whether or not this person may do it. */
const shownFor = (row: ApprovalRow): DecisionName[] =>
  decisionNames.filter((name) => {
    if (name === 'delay') return row.allowed.includes('delay')
    if (name === 'hold') return !isHeld(row)
    if (name === 'unhold') return isHeld(row)
    return true
  })

function Choice({
  name,
  row,
  isFocused,
  onAsk,
}: {
  readonly name: DecisionName
  readonly row: ApprovalRow
  readonly isFocused: boolean
  readonly onAsk: () => void
}) {
  const why = row.obstacles[name]
  const element = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) element.current?.focus({ preventScroll: true })
  }, [isFocused])
  const button = (
    <Button
      ref={element}
      size="compact-md"
      variant={name === 'approve' ? 'filled' : 'default'}
      color={name === 'deny' ? 'red' : undefined}
      c={name === 'deny' && why === undefined ? 'var(--tone-negative)' : undefined}
      // Stays reachable by keyboard, so that everybody can find out why it does nothing.
      data-disabled={why === undefined ? undefined : true}
      aria-disabled={why === undefined ? undefined : true}
      rightSection={<Kbd keys={keys[name].toUpperCase()} />}
      onClick={why === undefined ? onAsk : undefined}
    >
      {name === 'hold' ? 'Hold' : operations[name].label}
    </Button>
  )
  return why === undefined ? button : <Tooltip content={why}>{button}</Tooltip>
}

/** Why nothing can be decided here, in one line instead of a tooltip per button. */
function Obstacle({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.obstacle}>
      <Icon name="info" size={14} /> {children}
    </p>
  )
}

/** What can be decided about the open payment, and the question before it is. */
export function DecisionBar({
  row,
  reasons,
  decisions,
  ownsEscape,
}: {
  readonly row: ApprovalRow
  readonly reasons: OperationReasons | undefined
  readonly decisions: Decisions
  readonly ownsEscape: boolean
}) {
  const { asking, ask, running, decide } = decisions
  const [takenBack, setTakenBack] = useState<DecisionName | null>(null)
  const shown = shownFor(row)
  const begin = (name: DecisionName) => {
    setTakenBack(null)
    ask(name)
  }
  useShortcuts(
    'Decisions',
    shown
      .filter((name) => row.allowed.includes(name))
      .map((name) => ({ keys: keys[name], label: operations[name].label, run: () => begin(name) })),
  )
  if (row.urgency === 'done') return null
  if (asking !== null && row.allowed.includes(asking)) {
    return (
      <DecisionForm
        key={asking}
        name={asking}
        row={row}
        reasons={reasons}
        running={running}
        ownsEscape={ownsEscape}
        onDecide={(input) => decide(row, input)}
        onCancel={() => {
          setTakenBack(asking)
          ask(null)
        }}
      />
    )
  }
  const why = row.obstacles.approve ?? row.obstacles.deny
  return (
    <>
      {why !== undefined && !isHeld(row) ? <Obstacle>{why}</Obstacle> : null}
      <div className={styles.buttons}>
        {shown.map((name) => (
          <Choice key={name} name={name} row={row} isFocused={takenBack === name} onAsk={() => ask(name)} />
        ))}
      </div>
    </>
  )
}
