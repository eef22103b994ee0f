import { FieldEdit, type FieldEditProps } from '../../../kit/field/field-edit.tsx'

/** Asked for only where payments are let through to try. */
export const ProbeEditor = (props: FieldEditProps) =>
  props.values?.kind === 'HALF_OPEN' ? <FieldEdit {...props} /> : null
