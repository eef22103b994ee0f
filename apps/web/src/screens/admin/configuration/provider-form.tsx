import { Button, Switch, TextInput } from '@mantine/core'
import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { standsAtRoot, standsInAccount } from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import { CredentialForm } from '../../../kit/credential-form/credential-form.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import styles from './document.module.css'

export type Section = Readonly<Record<string, unknown>>
export type Accounts = Readonly<Record<string, Section>>

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
  users,
  taken,
  disabled,
  onAdd,
}: {
  /** Who calls accounts by their names. */
  readonly users: string
  readonly taken: Accounts
  readonly disabled?: boolean
  readonly onAdd: (name: string) => void
}) {
  const [name, setName] = useState('')
  const wanted = name.trim()
  const refusal = wanted in taken ? 'An account with this name exists' : undefined
  const add = () => {
    if (wanted === '' || refusal) return
    onAdd(wanted)
    setName('')
  }
  return (
    <div className={styles.add}>
      <TextInput
        label="New account"
        placeholder="default"
        description={`The account name used in ${users}`}
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

/** Which rules call accounts by their names. */
const rulesNaming: Readonly<Record<string, string>> = {
  MqIntegrationConfig: 'notification rules',
  CashierConfig: 'rules about payment methods',
}

/** The accounts of a provider, and what holds for all of them. */
export function ProviderForm(part: PartProps) {
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
        users={rulesNaming[form.type] ?? 'routing rules'}
        taken={accounts}
        disabled={disabled}
        onAdd={(name) => onChange(root, { ...accounts, [name]: {} })}
      />
      {shared.length > 0 ? (
        <details className={styles.shared} open={form.accountsOptional || Object.keys(root).length > 0}>
          <summary>For all accounts</summary>
          <p className={styles.muted}>These values apply to every account that does not set its own.</p>
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
