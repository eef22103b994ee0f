import { Button, TextInput } from '@mantine/core'
import type { OperationReasons } from '@signalbox/model/calls/operation-reasons'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { transactionFields } from '@signalbox/model/entities/transaction'
import type { DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import { texts } from '@signalbox/model/text/texts'
import { useEffect, useRef, useState } from 'react'
import { FieldView } from '../../kit/field/field-view.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { useFocusReturn } from '../../ui/use-focus-return.ts'
import styles from './decision-bar.module.css'
import type { DecisionInput } from './use-decisions.ts'

const longestInfo = 200

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

interface DecisionFormProps {
  readonly name: DecisionName
  readonly row: ApprovalRow
  readonly reasons: OperationReasons | undefined
  readonly running: boolean
  /** False in a drawer, which hears the key itself. */
  readonly ownsEscape: boolean
  readonly onDecide: (input: DecisionInput) => void
  readonly onCancel: () => void
}

/** The reason as it is chosen or typed, with the keys that do it. */
function useDecisionForm({ name, row, reasons, running, ownsEscape, onDecide, onCancel }: DecisionFormProps) {
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
  return {
    form,
    field,
    button,
    tags,
    tagId,
    setTagId,
    info,
    setInfo,
    mustSay,
    isLacking: tried && lacksReason,
    submit,
  }
}

type Form = ReturnType<typeof useDecisionForm>

function Reasons({ tags, tagId, setTagId }: Pick<Form, 'tags' | 'tagId' | 'setTagId'>) {
  if (tags.length === 0) return null
  return (
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
  )
}

function Buttons({ name, running, onCancel, button }: DecisionFormProps & Pick<Form, 'button'>) {
  return (
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
  )
}

/** One line of what will happen, a reason by its number, Enter. */
export function DecisionForm(props: DecisionFormProps) {
  const { name, row, onCancel } = props
  const { form, field, button, tags, tagId, setTagId, info, setInfo, mustSay, isLacking, submit } =
    useDecisionForm(props)
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
      <Reasons tags={tags} tagId={tagId} setTagId={setTagId} />
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
        error={isLacking ? texts.required : undefined}
        onChange={(event) => setInfo(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.stopPropagation()
          onCancel()
        }}
      />
      <Buttons {...props} button={button} />
    </form>
  )
}
