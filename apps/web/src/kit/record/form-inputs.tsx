import { Stack } from '@mantine/core'
import { writableFields, type Entity } from '@signalbox/model/field/entity'
import type { Field } from '@signalbox/model/field/field'
import { memo, type ComponentType } from 'react'
import { FieldEdit, FixedValue, type FieldEditProps } from '../field/field-edit.tsx'
import { FieldView } from '../field/field-view.tsx'
import type { FormPartProps } from './form-messages.tsx'
import styles from './record-form.module.css'
import type { Problems } from './record-problems.ts'
import { useStable } from '../use-stable.ts'

/** Inputs a screen draws itself, by field name. */
export type Editors = Readonly<Record<string, ComponentType<FieldEditProps>>>

/** Consecutive fields of one group, in declared order. */
function groupsOf(e: Entity): { title: string | undefined; fields: [string, Field][] }[] {
  const titles = [...new Set(writableFields(e).map(([, { group }]) => group))]
  return titles.map((title) => ({
    title,
    fields: writableFields(e).filter(([, { group }]) => group === title),
  }))
}

/** Problems of the parts of a value, by their path within it. */
const problemsWithin = (problems: Problems, name: string): Problems =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, text]) =>
      path.startsWith(`${name}.`) ? [[path.slice(name.length + 1), text]] : [],
    ),
  )

interface FieldInputProps extends Omit<FieldEditProps, 'onChange' | 'onSet'> {
  readonly name: string
  readonly Edit: ComponentType<FieldEditProps>
  readonly onSet: (name: string, value: unknown) => void
}

/** Drawn again only when its own value changes: a keystroke must not cost as much as the whole form. */
const FieldInput = memo(function FieldInput({ name, Edit, onSet, ...input }: FieldInputProps) {
  return <Edit {...input} onChange={(value) => onSet(name, value)} onSet={onSet} />
})

/** The fields in one column, under the titles of their groups. */
export function Inputs({ entity, form, idOf, editors = {} }: FormPartProps & { readonly editors?: Editors }) {
  const { base, values, problems, mode } = form
  const onSet = useStable(form.set)
  const fixed = (name: string, field: Field): boolean =>
    mode === 'update' &&
    (field.createOnly === true || (base?.inherited === true && (entity.overrideKey ?? []).includes(name)))
  const [first] = writableFields(entity).find(([name, field]) => !fixed(name, field)) ?? []
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
                  record={editors[name] ? base : undefined}
                  error={problems[name]}
                  problems={editors[name] ? problemsWithin(problems, name) : undefined}
                  disabled={form.saving}
                  first={name === first}
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
