import { FieldEdit, FixedValue, type FieldEditProps } from '../../../kit/field/field-edit.tsx'
import { FieldView } from '../../../kit/field/field-view.tsx'

/** Chosen once: hanging a merchant below another later moves its whole tree, which is an operation of its own. */
export function ParentEditor(props: FieldEditProps) {
  if (props.mode === 'create')
    return <FieldEdit {...props} field={{ ...props.field, help: 'The selected merchant when left empty' }} />
  return (
    <FixedValue field={{ ...props.field, help: 'Use Move to hang it below another' }}>
      <FieldView field={props.field} value={props.value} layout="full" />
    </FixedValue>
  )
}
