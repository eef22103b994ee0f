import { Alert, Button, Group, Stack, Text, Textarea } from '@mantine/core'
import { writableFields, type Entity } from '@signalbox/model/entity'
import type { Field } from '@signalbox/model/field'
import { texts } from '@signalbox/model/texts'
import { memo, useEffect, useId, useRef, type ComponentType } from 'react'
import { CopyText } from '../ui/copy-text.tsx'
import { Icon } from '../ui/icon.tsx'
import { ConflictView } from './conflict-view.tsx'
import { FieldEdit, FixedValue, type FieldEditProps } from './field-edit.tsx'
import { FieldView } from './field-view.tsx'
import { useMerchantName } from './merchant-names.ts'
import styles from './record-form.module.css'
import { valuesOf } from './record-values.ts'
import { useMerchant } from './session-store.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useRecordForm, type RecordFormInput, type RecordFormModel } from './use-record-form.ts'
import { useStable } from './use-stable.ts'
import { ChangeList } from './value-diff.tsx'

export interface RecordFormProps extends RecordFormInput {
  /** Inputs the screen draws itself, by field name. */
  readonly editors?: Readonly<Record<string, ComponentType<FieldEditProps>>>
  readonly onCancel: () => void
}

/** Consecutive fields of one group, in declared order. */
function groupsOf(e: Entity): { title: string | undefined; fields: [string, Field][] }[] {
  const titles = [...new Set(writableFields(e).map(([, { group }]) => group))]
  return titles.map((title) => ({
    title,
    fields: writableFields(e).filter(([, { group }]) => group === title),
  }))
}

interface PartProps {
  readonly entity: Entity
  readonly form: RecordFormModel
  readonly idOf: (name: string) => string
}

/** The errors in one place, each leading to its field. */
function Summary({ entity, form, idOf }: PartProps) {
  const box = useRef<HTMLDivElement>(null)
  const names = Object.keys(form.problems)
  const shown = names.join('\n')
  useEffect(() => {
    if (shown !== '') box.current?.focus()
  }, [shown])
  if (names.length === 0) return null
  const labelOf = (name: string) => entity.fields[name]?.label ?? (name === 'note' ? 'Note' : '')
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="red"
      variant="light"
      icon={<Icon name="warning" />}
      title={texts.formHasErrors}
      className={styles.summary}
    >
      <ul>
        {names.map((name) => (
          <li key={name}>
            {labelOf(name) === '' ? (
              form.problems[name]
            ) : (
              <a
                href={`#${idOf(name)}`}
                onClick={(event) => {
                  event.preventDefault()
                  document.getElementById(idOf(name))?.focus()
                }}
              >
                {labelOf(name)}: {form.problems[name]}
              </a>
            )}
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function Failure({ form }: { readonly form: RecordFormModel }) {
  if (form.failure === null) return null
  const { text, detail, requestId } = form.failure
  return (
    <Alert color="red" variant="light" icon={<Icon name="warning" />} title={text} role="alert">
      {detail}
      {requestId ? (
        <div>
          Request id <CopyText value={requestId} label="Copy request id" />
        </div>
      ) : null}
      <Button
        size="compact-sm"
        variant="default"
        mt={8}
        loading={form.saving}
        onClick={() => void form.submit()}
      >
        Retry
      </Button>
    </Alert>
  )
}

interface FieldInputProps extends Omit<FieldEditProps, 'onChange'> {
  readonly name: string
  readonly Edit: ComponentType<FieldEditProps>
  readonly onSet: (name: string, value: unknown) => void
}

/** Drawn again only when its own value changes: a keystroke must not cost as much as the whole form. */
const FieldInput = memo(function FieldInput({ name, Edit, onSet, ...input }: FieldInputProps) {
  return <Edit {...input} onChange={(value) => onSet(name, value)} />
})

function Inputs({ entity, form, idOf, editors = {} }: PartProps & Pick<RecordFormProps, 'editors'>) {
  const { base, values, problems, mode } = form
  const onSet = useStable(form.set)
  const fixed = (name: string, field: Field): boolean =>
    mode === 'update' &&
    (field.createOnly === true || (base?.inherited === true && (entity.overrideKey ?? []).includes(name)))
  return (
    <>
      {groupsOf(entity).map(({ title, fields }) => (
        <fieldset key={title ?? ''} className={styles.group}>
          {title === undefined ? null : <legend className={styles.legend}>{title}</legend>}
          <Stack gap={16}>
            {fields.map(([name, field]) =>
              fixed(name, field) ? (
                <FixedValue key={name} field={field}>
                  <FieldView field={field} value={values[name]} layout="full" />
                </FixedValue>
              ) : (
                <FieldInput
                  key={name}
                  name={name}
                  id={idOf(name)}
                  Edit={editors[name] ?? FieldEdit}
                  field={field}
                  value={values[name]}
                  values={editors[name] ? values : undefined}
                  mode={mode}
                  error={problems[name]}
                  disabled={form.saving}
                  onSet={onSet}
                />
              ),
            )}
          </Stack>
        </fieldset>
      ))}
    </>
  )
}

function Note({ entity, form, idOf }: PartProps) {
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

function Review({ entity, form }: Pick<PartProps, 'entity' | 'form'>) {
  const changes = form.changes.map((name) => ({ name, from: form.before?.[name], to: form.values[name] }))
  return (
    <section aria-label="Changes">
      <Text fw={600} mb={12}>
        {changes.length === 1 ? 'One change goes live' : `${changes.length} changes go live`}
      </Text>
      <ChangeList fields={entity.fields} changes={changes} />
    </section>
  )
}

function Notices({ entity, form }: Pick<PartProps, 'entity' | 'form'>) {
  const merchant = useMerchant()
  const merchantName = useMerchantName()
  const { base } = form
  return (
    <>
      {form.restored ? (
        <Alert variant="light" icon={<Icon name="history" />} title="Your unsaved changes are back">
          <Button size="compact-sm" variant="default" onClick={form.startOver}>
            Start over
          </Button>
        </Alert>
      ) : null}
      {base?.inherited === true ? (
        <Alert
          variant="light"
          icon={<Icon name="inherit" />}
          title={`Inherited from ${merchantName(Number(base.merchantId))}`}
        >
          Saving makes an own {entity.label.toLowerCase()} for {merchant.name} that takes its place here. The
          inherited one stays as it is.
        </Alert>
      ) : null}
    </>
  )
}

const saveLabel = (form: RecordFormModel): string => {
  if (form.mode === 'create') return 'Create'
  return form.reviewed ? 'Save' : 'Review changes'
}

/** A form for any entity: its fields in one column, its checks, its note, and what can go wrong while saving. */
export function RecordForm({ editors, onCancel, ...input }: RecordFormProps) {
  const { entity } = input
  const prefix = useId()
  const idOf = (name: string) => `${prefix}-${name}`
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

  if (form.step.at === 'conflict' && form.before) {
    const { current } = form.step
    const theirs = valuesOf(entity, current)
    return (
      <ConflictView
        entity={entity}
        base={form.before}
        theirs={theirs}
        mine={form.values}
        current={current}
        onResolve={(values) => form.resolve(current, values)}
        onTakeTheirs={() => form.resolve(current, theirs)}
      />
    )
  }
  const reviewing = form.step.at === 'review'
  return (
    <form
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
