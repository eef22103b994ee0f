import type { Field, FilterKind } from './field.ts'
import type { Permission } from '../access/policy.ts'

export type Fields = Readonly<Record<string, Field>>

/** A filter that is not simply "this field equals": a keyword over several fields, or a condition the server knows. */
interface ExtraFilter {
  readonly kind: FilterKind
  readonly label: string
  readonly options?: Readonly<Record<string, string>>
  /** For KEYWORD: the fields looked through. Without it the feature gives the condition. */
  readonly over?: readonly string[]
  /** For KEYWORD: the longest text, where it is more than a line. */
  readonly max?: number
  /** What may be asked for beside what is offered. */
  readonly also?: readonly string[]
}

interface EntityAccess {
  readonly view: Permission
  readonly create: Permission
  readonly edit: Permission
  readonly remove: Permission
  /** Who may bring records in from a file, where that is not who may edit them. */
  readonly exchange?: Permission
}

export interface Entity<Slug extends string = string, F extends Fields = Fields> {
  /** Name of the thing everywhere: API path, table, test ids, audit. */
  readonly slug: Slug
  readonly label: string
  readonly plural: string
  /** Database table when it differs from the slug. */
  readonly table?: string
  readonly fields: F
  /** What replies say of a record where it holds, beside what is stored of it. */
  readonly marks?: Fields
  readonly filters?: Readonly<Record<string, ExtraFilter>>
  /** What is filtered by although nobody asked for it, given what they did ask for. */
  readonly impliedFilters?: (
    filters: Readonly<Record<string, string | undefined>>,
  ) => Readonly<Record<string, string>>
  /** Field that names a record in titles, messages and the audit log. */
  readonly titleField: Extract<keyof F, string>
  readonly access: EntityAccess
  /**
   * `own`: rows belong to the merchants of the caller's scope. `inherited`: the nearest ancestor's row counts and a
   * change below makes an override. `platform`: rows belong to the platform, are seen from every merchant and changed
   * in place by whoever may.
   */
  readonly scope: 'own' | 'inherited' | 'platform'
  /** For inherited entities: the fields that tell which row of an ancestor an override replaces. */
  readonly overrideKey?: readonly Extract<keyof F, string>[]
  /** Whether saving asks for a note about the change. */
  readonly note: 'required' | 'optional'
  /** Rows have a position and are evaluated in that order. */
  readonly ordered?: boolean
  readonly defaultSort: string
  /**
   * Deleting puts this value into this field and keeps the row. Such a row hides none of a merchant above, cannot be
   * changed, and is listed only when the field is filtered for.
   */
  readonly deletedMark?: { readonly field: Extract<keyof F, string>; readonly value: string }
  readonly importable?: boolean
  /** The most rows one file may have, where that is fewer than elsewhere. */
  readonly importRows?: number
  /** Who may take away more than a page of it as a file; everybody who sees it when left out. */
  readonly exportAll?: Permission
  /** Many records can be worked on at once: deleted, or with the operations that say so. */
  readonly bulk?: boolean
  /** Operations on one record beside create, edit and delete; each is `POST /{slug}/{id}/{name}` and a bulk action. */
  readonly operations?: Readonly<Record<string, Operation>>
  /**
   * Its operations decide about money, or about what somebody else asked for: each call says which version was seen, so
   * that nobody decides about a record that has changed since.
   */
  readonly operationsNeedVersion?: boolean
}

export interface Operation {
  readonly label: string
  readonly access: Permission
  /** Past participle for messages such as "User could not be disabled." */
  readonly done: string
  readonly reason: 'required' | 'optional' | 'none'
  /** What has to be known beside the record: inputs of the dialog and members of the call, by name. */
  readonly asks?: Fields
  readonly confirm?: string
  /** Only for somebody who proved who they are within the last minutes; others are asked for their password. */
  readonly stepUp?: boolean
  readonly bulk?: boolean
  readonly danger?: boolean
  /**
   * Something leaves the platform or is booked each time it is asked for. Whoever asks says which version they saw: of two who
   * ask at once, or of one who asks twice, the second is refused.
   */
  readonly sends?: boolean
}

type SystemFields = {
  readonly id: string
  readonly merchantId: number
  readonly version: number
  readonly createdAt: string
  readonly updatedAt: string
  readonly updatedBy: string
  /** Only on inherited entities: the row belongs to an ancestor of the selected merchant. */
  readonly inherited?: boolean
}

export type ValueOf<F> = F extends Field<infer _K, infer V, infer _R> ? V : never
type WritableKeys<F extends Fields> = {
  [K in keyof F]: F[K] extends Field<infer _K, infer _V, infer R> ? (R extends true ? never : K) : never
}[keyof F]

export type FieldValues<E extends { fields: Fields }> = { [K in keyof E['fields']]: ValueOf<E['fields'][K]> }
export type RecordOf<E extends { fields: Fields }> = SystemFields & FieldValues<E>
export type InputOf<E extends { fields: Fields }> = {
  [K in WritableKeys<E['fields']>]?: ValueOf<E['fields'][K]>
}

export const entity = <
  const Slug extends string,
  const F extends Fields,
  const O extends Readonly<Record<string, Operation>> = Record<never, never>,
>(
  declaration: Entity<Slug, F> & { operations?: O },
): Omit<Entity<Slug, F>, 'operations'> & { operations: O } => ({
  ...declaration,
  operations: declaration.operations ?? ({} as O),
})

export const tableOf = (e: Entity): string => e.table ?? e.slug.replaceAll('-', '_')

export const writableFields = (e: Entity): [string, Field][] =>
  Object.entries(e.fields).filter(([, f]) => !f.readOnly)

export interface FilterDeclaration extends ExtraFilter {
  readonly name: string
  readonly field?: Field
}

/** Every filter a list of this entity understands: the keyword, its own fields', then the extra ones. */
export function filtersOf(e: Entity): FilterDeclaration[] {
  const fromFields = Object.entries(e.fields).flatMap(([name, f]): FilterDeclaration[] =>
    f.filter ? [{ name, kind: f.filter, label: f.label, options: f.options, field: f }] : [],
  )
  const extra = Object.entries(e.filters ?? {}).map(([name, f]): FilterDeclaration => ({ ...f, name }))
  return [
    ...extra.filter((f) => f.kind === 'KEYWORD'),
    ...fromFields,
    ...extra.filter((f) => f.kind !== 'KEYWORD'),
  ]
}
