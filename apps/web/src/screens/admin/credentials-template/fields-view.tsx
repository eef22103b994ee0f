import {
  credentialTypes,
  fieldScopes,
  type CredentialField,
} from '@signalbox/model/configuration/credential-field'
import { SmallTable } from '../../../ui/small-table.tsx'

const traitsOf = ({ required, secret, readOnly, validation }: CredentialField): string =>
  [
    required ? 'required' : '',
    secret ? 'secret' : '',
    readOnly ? 'fixed' : '',
    validation && validation !== 'NONE' ? validation : '',
  ]
    .filter(Boolean)
    .join(', ')

/** The fields of a template, a line each. */
export function FieldsView({ value }: { readonly value: unknown }) {
  const fields = (value ?? []) as readonly CredentialField[]
  return (
    <SmallTable label="Fields" columns={['Field', 'Key', 'Type', 'Scope', 'Properties']}>
      {fields.map((field) => (
        <tr key={field.key}>
          <th scope="row">{field.label}</th>
          <td className="mono">{field.key}</td>
          <td>{credentialTypes[field.type]}</td>
          <td>{fieldScopes[field.scope]}</td>
          <td>{traitsOf(field) || '–'}</td>
        </tr>
      ))}
    </SmallTable>
  )
}
