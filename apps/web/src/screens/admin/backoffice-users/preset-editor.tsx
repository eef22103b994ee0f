import { Select } from '@mantine/core'
import { roleLabel } from '@signalbox/model/entities/user'
import { mayGrant, type Role } from '@signalbox/model/access/roles'
import type { FieldEditProps } from '../../../kit/field/field-edit.tsx'
import { inputProps } from '../../../kit/field/field-input.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { differenceFrom, rolesWith, usePresets, type Preset } from './presets.ts'
import { isOwnAccount, rolesOf } from './user-rules.ts'

const list = (roles: readonly Role[]): string => roles.map(roleLabel).join(', ')

function comparison(preset: Preset, held: readonly Role[], granter: readonly Role[]): string {
  const { beyond, missing } = differenceFrom(preset, held)
  const refused = missing.filter((role) => !mayGrant(granter, role))
  const left = missing.filter((role) => mayGrant(granter, role))
  const parts = [
    beyond.length > 0 ? `Not in the preset: ${list(beyond)}` : '',
    left.length > 0 ? `Missing: ${list(left)}` : '',
    refused.length > 0 ? `You cannot grant: ${list(refused)}` : '',
  ].filter(Boolean)
  return parts.length === 0 ? 'Same roles as the preset' : `${parts.join('. ')}.`
}

/** Choosing a preset fills in its roles, and for somebody new what they must do at the first login. */
export function PresetEditor(props: FieldEditProps) {
  const { field, value, values = {}, record, mode, disabled, onChange, onSet } = props
  const session = useSession()
  const home = Number(record?.merchantId ?? session.merchantId)
  const { data } = usePresets(home)
  const presets = data?.items ?? []
  const name = typeof value === 'string' && value !== '' ? value : null
  const current = presets.find((preset) => preset.name === name)
  const held = rolesOf(values.roles)
  const own = mode === 'update' && isOwnAccount(values.username)
  if (data && presets.length === 0 && name === null) return null

  const apply = (next: string | null) => {
    onChange(next)
    const preset = presets.find((other) => other.name === next)
    if (!preset) return
    onSet?.('roles', rolesWith(preset, held, session.roles))
    if (mode === 'create') onSet?.('requiredActions', preset.requiredActions)
  }
  const help = current ? comparison(current, held, session.roles) : field.help
  const names = presets.map((preset) => preset.name)
  return (
    <Select
      {...inputProps({ ...props, field: { ...field, help }, disabled: disabled || own })}
      data={name !== null && !names.includes(name) ? [...names, name] : names}
      value={name}
      searchable
      clearable
      nothingFoundMessage="Nothing found"
      clearButtonProps={{ 'aria-label': `Clear ${field.label}` }}
      onChange={apply}
    />
  )
}
