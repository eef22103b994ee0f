import { Alert, SegmentedControl } from '@mantine/core'
import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { useState } from 'react'
import { CredentialForm } from '../../../kit/credential-form/credential-form.tsx'
import { FieldEdit } from '../../../kit/field/field-edit.tsx'
import type { FieldEditProps } from '../../../kit/field/field-input.ts'
import { Icon } from '../../../ui/icon.tsx'
import { formFor, useConfigForms } from './config-forms.ts'
import styles from './document.module.css'
import { LiveWarning } from './live-warning.tsx'
import { ProviderForm, type Accounts, type Section } from './provider-form.tsx'

/** Keys without a value are left out, so that a form which was only looked at changes nothing. */
const tidy = (section: Section): Section =>
  Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined))

interface SettingsFormProps extends FieldEditProps {
  readonly form: ConfigForm
}

/** The form of the template: accounts with their settings, or settings alone. */
function SettingsForm({ form, ...props }: SettingsFormProps) {
  const { id, value, values, onChange, problems = {}, disabled, record } = props
  const { accounts = {}, ...root } = (value ?? {}) as Section & { accounts?: Accounts }
  const set = (nextRoot: Section, nextAccounts: Accounts) => {
    const tidied = Object.entries(nextAccounts).map(([name, section]) => [name, tidy(section)] as const)
    onChange({
      ...tidy(nextRoot),
      ...(form?.hasAccounts && { accounts: Object.fromEntries(tidied) }),
    })
  }
  const inUse = Object.keys(accounts).filter((name) => accounts[name]?.enabled !== false)
  if (!form.hasAccounts)
    return (
      <CredentialForm
        id={id}
        fields={form.fields}
        values={root}
        problems={problems}
        disabled={disabled}
        onChange={(key, next) => set({ ...root, [key]: next }, {})}
      />
    )
  return (
    <>
      <ProviderForm
        form={form}
        id={id}
        root={root}
        accounts={accounts}
        problems={problems}
        disabled={disabled}
        onChange={set}
      />
      {record && form.type === 'ProviderConfig' ? (
        <LiveWarning
          id={String(record.id)}
          enabled={(values?.enabled ?? record.enabled) !== false}
          accounts={inUse}
        />
      ) : null}
    </>
  )
}

/** The settings as a form made from the template, or as JSON. */
export function DocumentEditor(props: FieldEditProps) {
  const { id, field, values, error, record } = props
  const forms = useConfigForms()
  const [raw, setRaw] = useState(false)
  const form = formFor(forms, record?.type ?? values?.type, record ? record.provider : values?.provider)
  return (
    <div>
      <div className={styles.bar}>
        <span className={styles.label}>{field.label}</span>
        <SegmentedControl
          size="xs"
          aria-label="How settings are shown"
          value={raw ? 'raw' : 'form'}
          data={[
            { value: 'form', label: 'Form' },
            { value: 'raw', label: 'Raw JSON' },
          ]}
          onChange={(next) => setRaw(next === 'raw')}
        />
      </div>
      {error ? (
        <p className={styles.problem} id={id} tabIndex={-1}>
          {error}
        </p>
      ) : null}
      {raw ? (
        <FieldEdit
          {...props}
          field={{
            ...field,
            label: 'Document',
            help: 'To keep a secret, leave {"$secret": "…", "value": "*****"} unchanged. Any other text replaces it.',
          }}
        />
      ) : form ? (
        <SettingsForm {...props} form={form} />
      ) : forms ? (
        <Alert
          variant="light"
          icon={<Icon name="info" />}
          title={record ? 'There is no published template' : 'Choose a provider'}
        >
          {record
            ? 'Publish a template to edit these settings here. Until then, edit them as JSON.'
            : 'The provider’s template defines the fields.'}
        </Alert>
      ) : null}
    </div>
  )
}
