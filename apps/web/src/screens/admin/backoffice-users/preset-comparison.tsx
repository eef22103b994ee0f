import { Select } from '@mantine/core'
import { roleLabel } from '@signalbox/model/entities/user'
import type { Role } from '@signalbox/model/access/roles'
import { useState } from 'react'
import { Section } from '../../../kit/record/record-panel.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { differenceFrom, usePresets, type Preset } from './presets.ts'
import { rolesOf } from './user-rules.ts'
import styles from './user-panels.module.css'

function Roles({ title, roles }: { readonly title: string; readonly roles: readonly Role[] }) {
  if (roles.length === 0) return null
  return (
    <div className={styles.line}>
      <span className={styles.muted}>{title}</span>
      <ul className={styles.chips} aria-label={title}>
        {roles.map((role) => (
          <li key={role} className={styles.chip}>
            {roleLabel(role)}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Difference({ preset, held }: { readonly preset: Preset; readonly held: readonly Role[] }) {
  const { beyond, missing } = differenceFrom(preset, held)
  if (beyond.length + missing.length === 0)
    return <StatusBadge tone="positive">Same roles as the preset</StatusBadge>
  return (
    <>
      <Roles title="Not in the preset" roles={beyond} />
      <Roles title="In the preset, not granted" roles={missing} />
    </>
  )
}

/** Somebody's roles against a preset: the one they were made from, or any other. */
export function PresetComparison({ record }: { readonly record: Row }) {
  const { data } = usePresets(Number(record.merchantId))
  const own = typeof record.preset === 'string' ? record.preset : null
  const [chosen, setChosen] = useState<string | null>(own)
  const presets = data?.items ?? []
  if (presets.length === 0) return null
  const preset = presets.find(({ name }) => name === chosen)
  return (
    <Section title="Compared with a preset">
      <div className={styles.stack}>
        <Select
          aria-label="Preset"
          placeholder="Choose a preset"
          className={styles.narrow}
          data={presets.map(({ name }) => name)}
          value={chosen}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Clear preset' }}
          nothingFoundMessage="Nothing found"
          onChange={setChosen}
        />
        {preset ? <Difference preset={preset} held={rolesOf(record.roles)} /> : null}
        {chosen !== null && !preset ? (
          <p className={styles.muted}>There is no preset {chosen} any more.</p>
        ) : null}
      </div>
    </Section>
  )
}
