import type { Entity } from '@signalbox/model/field/entity'
import type { Field } from '@signalbox/model/field/field'
import { IconButton } from '../../ui/icon-button.tsx'
import { KeyValues, type KeyValue } from '../../ui/key-values.tsx'
import { allColumns } from '../list/columns.ts'
import { FieldView } from '../field/field-view.tsx'
import { filterFromCell } from '../filter/filter-from-cell.ts'
import { withFilter } from '../list/list-state.ts'
import styles from './record-details.module.css'
import { useFormats } from '../session/session-store.ts'
import type { CellView } from '../list/table-row.tsx'
import type { Row } from '../list/listing.ts'
import type { ListPageModel } from '../list/use-list-page.ts'

const isWide = ({ kind, max = 0 }: Field): boolean =>
  kind === 'text' || kind === 'json' || (kind === 'string' && max > 255)

/** What the platform notes only now and then, like who disabled a user: no line where it noted nothing. */
const isUnset = ({ readOnly, column }: Field, value: unknown): boolean =>
  readOnly === true && column === 'hidden' && (value === null || value === undefined)

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (Array.isArray(value) && value.length === 0)

/** Every field of a record by group, then what the platform knows about it. */
export function RecordDetails({
  entity,
  list,
  record,
  cells = {},
}: {
  readonly entity: Entity
  readonly list: ListPageModel
  readonly record: Row
  readonly cells?: Readonly<Record<string, CellView>>
}) {
  const formats = useFormats()
  const { listing, change } = list
  const columns = allColumns(listing)

  const item = (name: string, field: Field): KeyValue => {
    const column = columns.find((other) => other.name === name)
    const filter = column && filterFromCell(listing, column, record, formats)
    const Own = cells[name]
    return {
      label: field.label,
      wide: isWide(field),
      value: (
        <span className={styles.value}>
          {Own && !isBlank(record[name]) ? (
            <Own row={record} value={record[name]} />
          ) : (
            <FieldView field={field} value={record[name]} layout="full" />
          )}
          {filter ? (
            <IconButton
              icon="filter"
              label={`Filter the list by this ${field.label.toLowerCase()}`}
              sizePx={24}
              className={styles.filter}
              onClick={() => change((state) => withFilter(state, filter.name, filter.value))}
            />
          ) : null}
        </span>
      ),
    }
  }

  const groups = [...new Set(Object.values(entity.fields).map(({ group }) => group))]
  const platform = ['id', 'merchantId', 'createdAt', 'updatedAt', 'updatedBy'].flatMap((name) => {
    const field = listing.fields[name]
    return field && !(name in entity.fields) ? [item(name, field)] : []
  })
  return (
    <div className={styles.details}>
      {groups.map((group, position) => (
        <section key={group ?? ''}>
          {position === 0 && group === undefined ? null : (
            <h3 className={styles.heading}>{group ?? 'Status'}</h3>
          )}
          <KeyValues
            items={Object.entries(entity.fields).flatMap(([name, field]) =>
              field.group === group && !isUnset(field, record[name]) ? [item(name, field)] : [],
            )}
          />
        </section>
      ))}
      <section>
        <h3 className={styles.heading}>Record</h3>
        <KeyValues items={platform} />
      </section>
    </div>
  )
}
