import { Button, TextInput } from '@mantine/core'
import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { transactionFields } from '@signalbox/model/entities/transaction'
import { decisionNames, type DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import { isOnHold } from '@signalbox/model/reference/status-groups'
import { texts } from '@signalbox/model/text/texts'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { FieldView } from '../../kit/field/field-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import styles from './decision-bar.module.css'
import type { DecisionInput, Decisions } from './use-decisions.ts'

const keys: Readonly<Record<DecisionName, string>> = {
  approve: 'a',
  deny: 'd',
  hold: 'h',
  unhold: 'h',
  delay: 'y',
}

const longestInfo = 200
const isHeld = ({ statusCodeNo }: ApprovalRow): boolean => isOnHold(statusCodeNo)

/** What happens next, which for an approval depends on whether it is the last one. */
function effectOf(name: DecisionName, { approvalMode, level }: ApprovalRow): string {
  if (name !== 'approve') return operations[name].effect
  return approvalMode === 'TWO_LEVEL' && level === 'first'
    ? 'A second person must approve it too.'
    : 'The payment will be processed.'
}

/** People think of the size of what they decide about and of whom it is for, not of signs. */
function Subject({ row: { amount, method, userId } }: { readonly row: ApprovalRow }) {
  const size = { ...amount, amount: amount.amount.replace(/^-/, '') }
  return (
    <>
      <FieldView field={transactionFields.amount} value={size} /> {method === 'WITHDRAWAL' ? 'to' : 'from'}{' '}
      {userId}?
    </>
  )
}

/** Whoever approves against the evidence says why, as the server demands. */
export const mustGiveReason = (
  name: DecisionName,
  reasons: OperationReasons | undefined,
  rows: readonly ApprovalRow[],
): boolean =>
  reasons?.required === true || (name === 'approve' && rows.some(({ redFlags }) => redFlags.length > 0))

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

interface AskingProps {
  readonly name: DecisionName
  readonly row: ApprovalRow
  readonly reasons: OperationReasons | undefined
  readonly running: boolean
  /** False in a drawer, which hears the key itself. */
  readonly ownsEscape: boolean
  readonly onDecide: (input: DecisionInput) => void
  readonly onCancel: () => void
}

/** One line of what will happen, a reason by its number, Enter. */
function Asking({ name, row, reasons, running, ownsEscape, onDecide, onCancel }: AskingProps) {
  const tags = reasons?.tags[name] ?? []
  const [tagId, setTagId] = useState<string | null>(null)
  const [info, setInfo] = useState('')
  const [tried, setTried] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useFocusReturn(true)
  const mustSay = mustGiveReason(name, reasons, [row])
  // Where reasons can be chosen by their number, digits must not go into a field.
  const [beginsInField] = useState(mustSay && tags.length === 0)
  const field = useRef<HTMLInputElement>(null)
  // Once: whoever types a reason must not be thrown back to the button, which the next blank would press.
  useEffect(() => (beginsInField ? field : button).current?.focus({ preventScroll: true }), [beginsInField])
  const lacksReason = mustSay && tagId === null && info.trim() === ''
  useShortcuts('Decision', [
    ...tags.slice(0, 9).map((tag, index) => ({
      keys: String(index + 1),
      label: tag.name,
      run: () => setTagId(tag.id),
    })),
    { keys: 'i', label: 'Enter a reason', run: () => form.current?.querySelector('input')?.focus() },
    { keys: 'Enter', label: operations[name].label, run: () => form.current?.requestSubmit() },
    ...(ownsEscape ? [{ keys: 'Escape', label: 'Back', run: onCancel }] : []),
  ])
  const submit = () => {
    setTried(true)
    if (lacksReason || running) return
    onDecide({ ...(info.trim() !== '' && { info: info.trim() }), ...(tagId !== null && { tagId }) })
  }
  return (
    <form
      ref={form}
      className={styles.asking}
      aria-label={operations[name].label}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p className={styles.question}>
        <strong>{operations[name].label}</strong> <Subject row={row} />{' '}
        <span className={styles.effect}>{effectOf(name, row)}</span>
      </p>
      {name === 'approve' && row.redFlags.length > 0 ? (
        <p className={styles.flags}>
          <Icon name="warning" size={14} /> {row.redFlags.join(' ')}
        </p>
      ) : null}
      {tags.length > 0 ? (
        <div className={styles.reasons} role="group" aria-label="Reason">
          {tags.map((tag, index) => (
            <button
              key={tag.id}
              type="button"
              className={styles.reason}
              aria-pressed={tag.id === tagId}
              onClick={() => setTagId(tag.id === tagId ? null : tag.id)}
            >
              {index < 9 ? <Kbd keys={String(index + 1)} /> : null}
              {tag.name}
            </button>
          ))}
        </div>
      ) : null}
      <TextInput
        ref={field}
        label={
          mustSay
            ? tags.length > 0
              ? 'Reason (choose one above or type it)'
              : 'Reason'
            : 'Reason (optional)'
        }
        withAsterisk={mustSay}
        aria-required={mustSay}
        maxLength={longestInfo}
        value={info}
        error={tried && lacksReason ? texts.required : undefined}
        onChange={(event) => setInfo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
      />
      <div className={styles.buttons}>
        <Button
          ref={button}
          type="submit"
          size="compact-md"
          color={name === 'deny' ? 'red' : undefined}
          loading={running}
          rightSection={<Kbd keys="↵" />}
        >
          {operations[name].label}
        </Button>
        <Button size="compact-md" variant="default" onClick={onCancel} disabled={running}>
          Back
        </Button>
      </div>
    </form>
  )
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
      <Asking
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
