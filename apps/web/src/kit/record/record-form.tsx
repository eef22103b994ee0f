import { Button, Group, Text, Textarea } from '@mantine/core'
import { useEffect, useId, useRef } from 'react'
import type { Row } from '../list/listing.ts'
import { ConflictView } from './conflict-view.tsx'
import { Inputs, type Editors } from './form-inputs.tsx'
import { Failure, Notices, Summary, type FormPartProps } from './form-messages.tsx'
import styles from './record-form.module.css'
import { valuesOf, type Values } from './record-values.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRecordForm, type RecordFormInput, type RecordFormModel } from './use-record-form.ts'
import { ChangeList } from './value-diff.tsx'

export interface RecordFormProps extends RecordFormInput {
  readonly editors?: Editors
  readonly onCancel: () => void
}

function Note({ entity, form, idOf }: FormPartProps) {
  const required = entity.note === 'required'
  return (
    <Textarea
      id={idOf('note')}
      label={required ? 'Note about the change' : 'Note (optional)'}
      placeholder="Why?"
      withAsterisk={required}
      aria-required={required || undefined}
      autosize
      minRows={1}
      maxRows={5}
      maxLength={500}
      value={form.note}
      error={form.problems.note}
      disabled={form.saving}
      onChange={(event) => form.setNote(event.currentTarget.value)}
    />
  )
}

function Review({ entity, form }: Pick<FormPartProps, 'entity' | 'form'>) {
  const changes = form.changes.map((name) => ({ name, from: form.before?.[name], to: form.values[name] }))
  return (
    <section aria-label="Changes">
      <Text fw={600} mb={12}>
        {changes.length === 1 ? '1 change will go live' : `${changes.length} changes will go live`}
      </Text>
      <ChangeList fields={entity.fields} changes={changes} />
    </section>
  )
}

const saveLabel = (form: RecordFormModel): string => {
  if (form.mode === 'create') return 'Create'
  return form.reviewed ? 'Save' : 'Review changes'
}

interface ConflictProps extends Pick<FormPartProps, 'entity' | 'form'> {
  readonly current: Row
  readonly before: Values
}

function Conflict({ form, entity, current, before }: ConflictProps) {
  const theirs = valuesOf(entity, current)
  return (
    <ConflictView
      entity={entity}
      base={before}
      theirs={theirs}
      mine={form.values}
      current={current}
      onResolve={(values) => form.resolve(current, values)}
      onTakeTheirs={() => form.resolve(current, theirs)}
    />
  )
}

/** The form, which asks before unsaved changes are left; what was saved is not asked about. */
function useGuardedForm(input: RecordFormInput) {
  const saved = useRef(false)
  const form = useRecordForm({
    ...input,
    onSaved: (record) => {
      saved.current = true
      input.onSaved(record)
    },
    onUnchanged: () => {
      saved.current = true
      input.onUnchanged()
    },
  })
  useLeaveGuard(() => form.dirty && !saved.current, form.discard)
  return form
}

function useFocusFirstInput() {
  const element = useRef<HTMLFormElement>(null)
  useEffect(
    () => element.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus({ preventScroll: true }),
    [],
  )
  return element
}

/** A form for any entity: its fields in one column, its checks, its note, and what can go wrong while saving. */
export function RecordForm({ editors, onCancel, ...input }: RecordFormProps) {
  const { entity } = input
  const prefix = useId()
  const idOf = (name: string) => `${prefix}-${name}`
  const form = useGuardedForm(input)
  const element = useFocusFirstInput()

  if (form.step.at === 'conflict' && form.before)
    return <Conflict entity={entity} form={form} current={form.step.current} before={form.before} />
  const reviewing = form.step.at === 'review'
  return (
    <form
      ref={element}
      noValidate
      className={styles.form}
      aria-busy={form.saving}
      onSubmit={(event) => {
        event.preventDefault()
        void form.submit()
      }}
    >
      <div className={styles.column}>
        <Notices entity={entity} form={form} />
        <Summary entity={entity} form={form} idOf={idOf} />
        {reviewing ? (
          <Review entity={entity} form={form} />
        ) : (
          <Inputs entity={entity} form={form} idOf={idOf} editors={editors} />
        )}
        <Failure form={form} />
      </div>
      <div className={styles.footer}>
        <div className={styles.column}>
          {form.reviewed ? <Note entity={entity} form={form} idOf={idOf} /> : null}
        </div>
        <Group gap={8} justify="flex-end">
          <Button variant="default" disabled={form.saving} onClick={reviewing ? form.backToEdit : onCancel}>
            {reviewing ? 'Back' : 'Cancel'}
          </Button>
          <Button type="submit" loading={form.saving}>
            {saveLabel(form)}
          </Button>
        </Group>
      </div>
    </form>
  )
}
