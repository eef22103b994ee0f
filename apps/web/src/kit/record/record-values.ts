import { writableFields, type Entity } from '@signalbox/model/field/entity'
import { isList, type Field } from '@signalbox/model/field/field'
import { isNothing } from '../field/display-text.ts'
import type { Row } from '../list/listing.ts'

/** What stands in the inputs of a form, by field name. */
export type Values = Readonly<Record<string, unknown>>

const emptyValue = (field: Field): unknown =>
  isList(field.kind) ? [] : field.kind === 'boolean' ? false : null

export function valuesOf(e: Entity, record: Row | null): Values {
  return Object.fromEntries(
    writableFields(e).map(([name, field]) => [
      name,
      (record ? record[name] : field.default) ?? emptyValue(field),
    ]),
  )
}

/** Empty is empty, however it came about; lists are the same when they hold the same in the same order. */
export const sameValue = (one: unknown, other: unknown): boolean =>
  (isNothing(one) && isNothing(other)) || JSON.stringify(one) === JSON.stringify(other)

export const changedNames = (from: Values, to: Values): string[] =>
  Object.keys(to).filter((name) => !sameValue(from[name], to[name]))

const stored = (value: unknown): unknown => (value === '' || value === undefined ? null : value)

/** Body of a create: what was filled in. */
export function createBody(values: Values, note: string): Record<string, unknown> {
  const filled = Object.entries(values).filter(([, value]) => !isNothing(value))
  return { ...Object.fromEntries(filled), ...noteMember(note) }
}

/** Body of an update: the version that was edited and what changed; null clears. */
export function updateBody(base: Row, before: Values, values: Values, note: string): Record<string, unknown> {
  const changes = changedNames(before, values).map((name) => [name, stored(values[name])] as const)
  return { version: base.version, ...Object.fromEntries(changes), ...noteMember(note) }
}

const noteMember = (note: string) => (note.trim() === '' ? {} : { note: note.trim() })

/** How one field stands when two people changed the same record. */
export interface Difference {
  readonly name: string
  readonly base: unknown
  readonly theirs: unknown
  readonly mine: unknown
  /** Both changed it, to different values: a person has to decide. */
  readonly conflict: boolean
}

export type Side = 'mine' | 'theirs'

/** Fields that somebody changed, told apart by who did. */
export function differences(base: Values, theirs: Values, mine: Values): Difference[] {
  return Object.keys(mine).flatMap((name): Difference[] => {
    const [was, their, my] = [base[name], theirs[name], mine[name]]
    const theyChanged = !sameValue(was, their)
    const iChanged = !sameValue(was, my)
    if (!theyChanged && !iChanged) return []
    const conflict = theyChanged && iChanged && !sameValue(their, my)
    return [{ name, base: was, theirs: their, mine: my, conflict }]
  })
}

/** Nobody's change is lost: theirs stand unless I changed the field too and chose mine. */
export function merged(
  theirs: Values,
  mine: Values,
  base: Values,
  choices: Readonly<Record<string, Side>>,
): Values {
  const picked = differences(base, theirs, mine).map(
    ({ name, conflict, base: was, mine: my, theirs: their }) => {
      const keepMine = conflict ? choices[name] === 'mine' : !sameValue(was, my)
      return [name, keepMine ? my : their] as const
    },
  )
  return { ...theirs, ...Object.fromEntries(picked) }
}
