import { Alert, Button, SegmentedControl, Switch, TextInput } from '@mantine/core'
import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { standsAtRoot, standsInAccount } from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import { CredentialForm } from '../../../kit/credential-form/credential-form.tsx'
import type { FieldEditProps } from '../../../kit/field-input.ts'
import { FieldEdit } from '../../../kit/field-edit.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { formFor, useConfigForms } from './config-forms.ts'
import styles from './document.module.css'

type Section = Readonly<Record<string, unknown>>
type Accounts = Readonly<Record<string, Section>>

interface PartProps {
  readonly id: string
  readonly form: ConfigForm
  readonly root: Section
  readonly accounts: Accounts
  readonly problems: Readonly<Record<string, string>>
  readonly disabled?: boolean
  readonly onChange: (root: Section, accounts: Accounts) => void
}

const within = (problems: PartProps['problems'], prefix: string) =>
  Object.fromEntries(
    Object.entries(problems).flatMap(([path, text]) =>
      path.startsWith(prefix) ? [[path.slice(prefix.length), text]] : [],
    ),
  )

function AccountCard({
  name,
  section,
  onSet,
  onRemove,
  ...part
}: PartProps & {
  readonly name: string
  readonly section: Section
  readonly onSet: (section: Section) => void
  readonly onRemove: () => void
}) {
  const { id, form, root, problems, disabled } = part
  const { enabled, ...values } = section
  const problem = problems[`accounts.${name}`]
  return (
    <section className={styles.account} aria-label={`Account ${name}`}>
      <div className={styles.head}>
        <h4 className="mono">{name}</h4>
        <Switch
          size="sm"
          label="Enabled"
          checked={enabled !== false}
          disabled={disabled}
          onChange={(event) =>
            onSet({ ...values, ...(event.currentTarget.checked ? {} : { enabled: false }) })
          }
        />
        <IconButton icon="trash" label={`Remove account ${name}`} disabled={disabled} onClick={onRemove} />
      </div>
      {problem ? <p className={styles.problem}>{problem}</p> : null}
      <CredentialForm
        id={`${id}.accounts.${name}`}
        fields={form.fields.filter(standsInAccount)}
        values={values}
        behind={root}
        problems={within(problems, `accounts.${name}.`)}
        disabled={disabled}
        onChange={(key, value) => onSet({ ...section, [key]: value })}
      />
    </section>
  )
}

function NewAccount({
  taken,
  disabled,
  onAdd,
}: {
  readonly taken: Accounts
  readonly disabled?: boolean
  readonly onAdd: (name: string) => void
}) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const refusal = wanted in taken ? 'There is an account of this name' : undefined
  const add = () => {
    if (wanted === '' || refusal) return
    onAdd(wanted)
    setName('')
  }
  return (
    <div className={styles.add}>
      <TextInput
        label="Another account"
        placeholder="default"
        description="The name routing rules use"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={40}
        disabled={disabled}
        error={refusal}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add()
        }}
      />
      <Button variant="default" disabled={disabled === true || wanted === ''} onClick={add}>
        Add account
      </Button>
    </div>
  )
}

function ProviderForm(part: PartProps) {
  const { id, form, root, accounts, problems, disabled, onChange } = part
  const shared = form.fields.filter(standsAtRoot)
  const without = (name: string) =>
    Object.fromEntries(Object.entries(accounts).filter(([other]) => other !== name))
  return (
    <>
      {Object.entries(accounts).map(([name, section]) => (
        <AccountCard
          key={name}
          {...part}
          name={name}
          section={section}
          onSet={(next) => onChange(root, { ...accounts, [name]: next })}
          onRemove={() => onChange(root, without(name))}
        />
      ))}
      <NewAccount
        taken={accounts}
        disabled={disabled}
        onAdd={(name) => onChange(root, { ...accounts, [name]: {} })}
      />
      {shared.length > 0 ? (
        <details className={styles.shared} open={Object.keys(root).length > 0}>
          <summary>For all accounts</summary>
          <p className={styles.muted}>
            What is set here counts in every account that does not set it itself.
          </p>
          <CredentialForm
            id={id}
            fields={shared}
            values={root}
            problems={problems}
            disabled={disabled}
            optional
            onChange={(key, value) => onChange({ ...root, [key]: value }, accounts)}
          />
        </details>
      ) : null}
    </>
  )
}

/** Keys without a value are left out, so that a form which was only looked at changes nothing. */
const tidy = (section: Section): Section =>
  Object.fromEntries(Object.entries(section).filter(([, value]) => value !== undefined))

/** The settings as a form made from the template, or as JSON. */
export function DocumentEditor(props: FieldEditProps) {
  const { id, field, value, values, onChange, error, problems = {}, disabled, record } = props
  const forms = useConfigForms()
  const [raw, setRaw] = useState(false)
  const form = formFor(forms, record?.type ?? values?.type, record ? record.provider : values?.provider)
  const { accounts = {}, ...root } = (value ?? {}) as Section & { accounts?: Accounts }
  const set = (nextRoot: Section, nextAccounts: Accounts) => {
    const tidied = Object.entries(nextAccounts).map(([name, section]) => [name, tidy(section)] as const)
    onChange({
      ...tidy(nextRoot),
      ...(form?.hasAccounts && { accounts: Object.fromEntries(tidied) }),
    })
  }
  const part = { id, root, accounts, problems, disabled, onChange: set }
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
            help: 'A secret that stays is left as it is: {"$secret": "…", "value": "*****"}. Any other text takes its place.',
          }}
        />
      ) : form ? (
        form.hasAccounts ? (
          <ProviderForm form={form} {...part} />
        ) : (
          <CredentialForm
            id={id}
            fields={form.fields}
            values={root}
            problems={problems}
            disabled={disabled}
            onChange={(key, next) => set({ ...root, [key]: next }, {})}
          />
        )
      ) : forms ? (
        <Alert
          variant="light"
          icon={<Icon name="info" />}
          title={record ? 'There is no published template' : 'Choose a provider'}
        >
          {record
            ? 'Its settings can be changed as JSON once a template is published.'
            : 'Its template decides what is asked for.'}
        </Alert>
      ) : null}
    </div>
  )
}
