import { Alert, Button, Group, Radio } from '@mantine/core'
import type { Entity } from '@signalbox/model/field/entity'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './conflict-view.module.css'
import { FieldView, InstantView } from '../field/field-view.tsx'
import type { Row } from '../list/listing.ts'
import { differences, merged, sameValue, type Difference, type Side, type Values } from './record-values.ts'

export interface ConflictViewProps {
  readonly entity: Entity
  readonly base: Values
  readonly theirs: Values
  readonly mine: Values
  /** The record as it is now. */
  readonly current: Row
  readonly onResolve: (values: Values) => void
  readonly onTakeTheirs: () => void
}

function Choice({
  entity,
  difference,
  chosen,
  onChoose,
}: {
  readonly entity: Entity
  readonly difference: Difference
  readonly chosen: Side | undefined
  readonly onChoose: (side: Side) => void
}) {
  const { name, base, theirs, mine, conflict } = difference
  const field = entity.fields[name]
  if (!field) return null
  const kept = conflict ? chosen : sameValue(base, mine) ? 'theirs' : 'mine'
  const side = (which: Side, value: unknown, title: string) => (
    <td className={styles.side} data-chosen={kept === which || undefined}>
      {conflict ? (
        <Radio
          name={`choice-${name}`}
          value={which}
          checked={chosen === which}
          onChange={() => onChoose(which)}
          label={title}
          aria-label={`${field.label}: ${title}`}
        />
      ) : null}
      <FieldView field={field} value={value} layout="full" />
    </td>
  )
  return (
    <tr>
      <th scope="row" className={styles.field}>
        {field.label}
        <span className={styles.was}>
          was <FieldView field={field} value={base} layout="full" />
        </span>
      </th>
      {side('theirs', theirs, 'Keep theirs')}
      {side('mine', mine, 'Keep mine')}
    </tr>
  )
}

/** Somebody saved in between: their change beside mine, and per field the choice between the two. */
export function ConflictView(props: ConflictViewProps) {
  const { entity, base, theirs, mine, current, onResolve, onTakeTheirs } = props
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({})
  const found = differences(base, theirs, mine)
  const open = found.filter(({ name, conflict }) => conflict && choices[name] === undefined)
  const by = typeof current.updatedBy === 'string' ? current.updatedBy : 'Someone else'
  return (
    <div className={styles.view}>
      <Alert
        color="orange"
        variant="light"
        icon={<Icon name="warning" />}
        title={`${by} changed this in the meantime`}
      >
        {typeof current.updatedAt === 'string' ? (
          <>
            Saved <InstantView iso={current.updatedAt} />.{' '}
          </>
        ) : null}
        Your changes are kept. Fields that only one of you changed are merged; choose a version for the
        others.
      </Alert>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Theirs</th>
            <th scope="col">Mine</th>
          </tr>
        </thead>
        <tbody>
          {found.map((difference) => (
            <Choice
              key={difference.name}
              entity={entity}
              difference={difference}
              chosen={choices[difference.name]}
              onChoose={(side) => setChoices((last) => ({ ...last, [difference.name]: side }))}
            />
          ))}
        </tbody>
      </table>
      <Group gap={8} justify="flex-end">
        <Button variant="default" onClick={onTakeTheirs}>
          Discard mine
        </Button>
        <Button disabled={open.length > 0} onClick={() => onResolve(merged(theirs, mine, base, choices))}>
          Continue with these
        </Button>
      </Group>
      <div role="status" className={styles.left}>
        {open.length > 0 ? `${open.length} left to choose` : ''}
      </div>
    </div>
  )
}
