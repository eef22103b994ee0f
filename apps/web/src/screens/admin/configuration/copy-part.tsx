import { Checkbox } from '@mantine/core'
import type { CopyPart } from '@signalbox/model/calls/configuration'
import { receivedData } from '@signalbox/model/configuration/credential-field'
import { Card } from '../../../ui/card.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import styles from './copy.module.css'
import { placeOf, type Copy, type Difference } from './use-copy.ts'

function ValueText({ value }: { readonly value: unknown }) {
  if (value === null || value === undefined || value === '')
    return <span className={styles.unset}>Not set</span>
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value !== 'object') return String(value as string | number)
  return Object.entries(value)
    .map(([name, item]) => `${name}: ${Array.isArray(item) ? item.join(', ') : String(item)}`)
    .join(' · ')
}

interface LineProps {
  readonly part: CopyPart
  readonly difference: Difference
  readonly copy: Pick<Copy, 'left' | 'toggle'>
}

function Line({ part, difference, copy: { left, toggle } }: LineProps) {
  const { account, label, before, after, secret, receives } = difference
  const place = placeOf(part, difference)
  const name = account === null ? label : `${account}: ${label}`
  return (
    <tr>
      <th scope="row">
        <Checkbox
          label={name}
          checked={!secret && !left.has(place)}
          disabled={secret}
          onChange={(event) => toggle([place], event.currentTarget.checked)}
        />
        {receives ? (
          <span className={styles.hint}>Receives {receivedData[receives].toLowerCase()}</span>
        ) : null}
      </th>
      {secret ? (
        <td colSpan={2} data-wrap className={styles.unset}>
          A secret. It is not copied; enter it here afterwards.
        </td>
      ) : (
        <>
          <td data-wrap className={styles.now}>
            <ValueText value={before} />
          </td>
          <td data-wrap>
            <ValueText value={after} />
          </td>
        </>
      )}
    </tr>
  )
}

/** One document: what it has here, what it has there, and what copying it would meet. */
export function CopyPartCard({ part, copy }: { readonly part: CopyPart; readonly copy: Copy }) {
  const places = part.differences.filter(({ secret }) => !secret).map((each) => placeOf(part, each))
  const taken = places.filter((place) => !copy.left.has(place)).length
  return (
    <Card
      title={part.name}
      actions={
        <Checkbox
          label="All"
          aria-label={`All settings of ${part.name}`}
          checked={places.length > 0 && taken === places.length}
          indeterminate={taken > 0 && taken < places.length}
          disabled={places.length === 0}
          onChange={(event) => copy.toggle(places, event.currentTarget.checked)}
        />
      }
    >
      {part.refused.map((reason) => (
        <p key={reason} className={styles.refused} role="alert">
          {reason}
        </p>
      ))}
      {part.waits ? (
        <p className={styles.line}>
          <StatusBadge tone="attention">Needs a second person</StatusBadge> {part.waits}
        </p>
      ) : null}
      {part.missing.length > 0 ? (
        <p className={styles.line}>
          To be entered afterwards: <span className="mono">{part.missing.join(', ')}</span>
        </p>
      ) : null}
      <SmallTable label={`Differences of ${part.name}`} columns={['Setting', 'Here now', 'After copying']}>
        {part.differences.map((difference) => (
          <Line key={placeOf(part, difference)} part={part} difference={difference} copy={copy} />
        ))}
      </SmallTable>
    </Card>
  )
}
