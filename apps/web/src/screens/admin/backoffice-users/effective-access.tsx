import { Switch } from '@mantine/core'
import { effectiveAccess, type AreaAccess } from '@signalbox/model/access/effective-access'
import { roleLabel } from '@signalbox/model/entities/user'
import { useState } from 'react'
import { Section } from '../../../kit/record/record-panel.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import styles from './user-panels.module.css'
import { isInternal, rolesOf } from './user-rules.ts'

function Area({ label, allowed }: AreaAccess) {
  const through = [...new Set(allowed.flatMap((permission) => permission.through))]
  return (
    <tr data-closed={allowed.length === 0 || undefined}>
      <th scope="row">{label}</th>
      <td>{allowed.length === 0 ? 'Nothing' : allowed.map((permission) => permission.label).join(' · ')}</td>
      <td>{through.map(roleLabel).join(', ')}</td>
    </tr>
  )
}

const asleep: Readonly<Record<string, string>> = {
  INVITED: 'after the first login',
  DISABLED: 'when the user is enabled again',
  LOCKED: 'in open sessions, and at the next login after unlocking',
}

/** What the roles open, read from the table that also decides it. */
export function EffectiveAccess({ record }: { readonly record: Row }) {
  const { merchants } = useSession().metadata
  const [withClosed, setWithClosed] = useState(false)
  const areas = effectiveAccess({ roles: rolesOf(record.roles), internalUser: isInternal(record, merchants) })
  const open = areas.filter(({ allowed }) => allowed.length > 0)
  const shown = withClosed ? areas : open
  const condition = asleep[String(record.state)]
  return (
    <Section
      title="Permissions"
      actions={
        <Switch
          size="xs"
          label="Show denied"
          checked={withClosed}
          onChange={(event) => setWithClosed(event.currentTarget.checked)}
        />
      }
    >
      {condition === undefined ? null : <p className={styles.muted}>Applies {condition}.</p>}
      {shown.length === 0 ? (
        <p className={styles.muted}>Only personal settings and an empty Home.</p>
      ) : (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Area</th>
              <th scope="col">Permissions</th>
              <th scope="col">Granted by</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((area) => (
              <Area key={area.area} {...area} />
            ))}
          </tbody>
        </table>
      )}
    </Section>
  )
}
