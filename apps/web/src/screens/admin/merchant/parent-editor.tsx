import { FieldEdit, FixedValue, type FieldEditProps } from '../../../kit/field/field-edit.tsx'
import { FieldView } from '../../../kit/field/field-view.tsx'

/** Chosen once: hanging a merchant below another later moves its whole tree, which is an operation of its own. */
export function ParentEditor(props: FieldEditProps) {
  if (props.mode === 'create')
    return <FieldEdit {...props} field={{ ...props.field, help: 'Blank: the selected merchant' }} />
  return (
    <FixedValue field={{ ...props.field, help: 'Use Move to change the parent' }}>
      <FieldView field={props.field} value={props.value} layout="full" />
    </FixedValue>
  )
}
