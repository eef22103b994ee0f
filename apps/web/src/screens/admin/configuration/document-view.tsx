import { isSecretMark, type CredentialField } from '@signalbox/model/configuration/credential-field'
import { optionText } from '@signalbox/model/configuration/option-words'
import type { Row } from '../../../kit/list/listing.ts'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { formFor, useConfigForms } from './config-forms.ts'
import styles from './document.module.css'

type Section = Readonly<Record<string, unknown>>

function Value({ value }: { readonly value: unknown }) {
  if (isSecretMark(value))
    return (
      <span className={styles.stored}>
        <Icon name="lock" size={14} /> Stored
      </span>
    )
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object' || value === null) return String(value as string | number)
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${Array.isArray(item) ? item.join(', ') : String(item)}`)
    .join(' · ')
}

function Values({
  section,
  fields,
}: {
  readonly section: Section
  readonly fields: readonly CredentialField[]
}) {
  const labelOf = (key: string) => {
    const field = fields.find((each) => each.key === key)
    return field ? (field.group && !field.secret ? `${field.group}: ${field.label}` : field.label) : key
  }
  const entries = Object.entries(section)
  if (entries.length === 0) return <p className={styles.muted}>Nothing is set.</p>
  return (
    <KeyValues
      items={entries.map(([key, value]) => ({
        label: labelOf(key),
        wide: typeof value === 'object' && !isSecretMark(value),
        value: <Value value={typeof value === 'string' ? optionText(key, value) : value} />,
      }))}
    />
  )
}

/** A document for reading; secrets say only that they are there. */
export function DocumentView({ row, value }: { readonly row: Row; readonly value: unknown }) {
  const forms = useConfigForms()
  const fields = formFor(forms, row.type, row.provider)?.fields ?? []
  const { accounts = {}, ...root } = (value ?? {}) as Section & {
    accounts?: Readonly<Record<string, Section>>
  }
  const isProvider = Object.keys(accounts).length > 0
  return (
    <div className={styles.document}>
      {isProvider && Object.keys(root).length === 0 ? null : (
        <section>
          {isProvider ? <h4>For all accounts</h4> : null}
          <Values section={root} fields={fields} />
        </section>
      )}
      {Object.entries(accounts).map(([name, { enabled, ...section }]) => (
        <section key={name}>
          <h4>
            Account <span className="mono">{name}</span>
            {enabled === false ? ' (off)' : ''}
          </h4>
          <Values section={section} fields={fields} />
        </section>
      ))}
    </div>
  )
}
