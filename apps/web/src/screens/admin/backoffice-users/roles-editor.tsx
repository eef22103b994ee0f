import { Alert, Checkbox, Input, TextInput } from '@mantine/core'
import { roleDescription } from '@signalbox/model/access/effective-access'
import { roleLabel } from '@signalbox/model/entities/user'
import { mayGrant, roles, type Role } from '@signalbox/model/access/roles'
import { useState } from 'react'
import type { FieldEditProps } from '../../../kit/field/field-edit.tsx'
import { useSession } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './roles-editor.module.css'
import { isOwnAccount, rolesOf, toxicAmong } from './user-rules.ts'

function ToxicPairs({ chosen }: { readonly chosen: readonly Role[] }) {
  const pairs = toxicAmong(chosen)
  if (pairs.length === 0) return null
  return (
    <Alert color="orange" variant="light" icon={<Icon name="warning" />} title="One person could act alone">
      {pairs.map(([one, other]) => (
        <div key={one + other}>
          {roleLabel(one)} with {roleLabel(other)}
        </div>
      ))}
      Explain in the note why this is needed.
    </Alert>
  )
}

const descriptions = Object.fromEntries(roles.map((role) => [role, roleDescription(role)])) as Record<
  Role,
  string
>

/** All roles in sight, chosen ones first; what the person may not hand out is shown and cannot be ticked. */
export function RolesEditor({ id, field, value, values, onChange, error, disabled }: FieldEditProps) {
  const { roles: granter } = useSession()
  const [search, setSearch] = useState('')
  const chosen = rolesOf(value)
  const [first] = useState(chosen)
  const own = isOwnAccount(values?.username)
  const wanted = search.trim().toLowerCase()
  const ordered = [...first, ...roles.filter((role) => !first.includes(role))]
  const shown = ordered.filter((role) =>
    `${roleLabel(role)} ${role} ${descriptions[role]}`.toLowerCase().includes(wanted),
  )
  const toggle = (role: Role) =>
    onChange(chosen.includes(role) ? chosen.filter((other) => other !== role) : [...chosen, role])
  return (
    <Input.Wrapper
      label={field.label}
      labelElement="div"
      withAsterisk
      error={error}
      description={own ? 'You cannot change your own roles.' : `${chosen.length} chosen`}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      <div className={styles.box} role="group" aria-label={field.label}>
        <TextInput
          id={id}
          className={styles.search}
          aria-label="Search roles"
          placeholder="Search roles"
          leftSection={<Icon name="search" size={16} />}
          value={search}
          disabled={disabled || own}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
        <div className={styles.roles}>
          {shown.map((role) => {
            const grantable = mayGrant(granter, role)
            return (
              <Checkbox
                key={role}
                className={styles.role}
                checked={chosen.includes(role)}
                disabled={disabled || own || !grantable}
                onChange={() => toggle(role)}
                label={roleLabel(role)}
                description={grantable ? descriptions[role] : 'You cannot grant or remove this role'}
                classNames={{ description: styles.description }}
              />
            )
          })}
          {shown.length === 0 ? <p className={styles.none}>No matching roles.</p> : null}
        </div>
      </div>
      <ToxicPairs chosen={chosen} />
    </Input.Wrapper>
  )
}
