import { filtersOf, type Entity, type Fields, type FilterDeclaration } from '@signalbox/model/field/entity'
import { field } from '@signalbox/model/field/field'
import type { Permission } from '@signalbox/model/access/policy'
import type { ListShape } from './list-state.ts'

export type Row = Readonly<Record<string, unknown>>

/** What a list page needs to know about its rows; every entity gives one, a read-only search declares its own. */
export interface Listing extends ListShape {
  /** Path of the list below the API, topic of its live events, key of its settings. */
  readonly slug: string
  readonly label: string
  readonly plural: string
  readonly titleField: string
  readonly fields: Fields
  readonly defaultSort: string
  readonly keyOf: (row: Row) => string
  /** What a row is called in messages, where its title field alone does not tell it from others. */
  readonly nameOf?: (row: Row) => string
  /** Filters the page shows in its own way, such as the queues of a desk: neither chips nor cleared with the others. */
  readonly fixed?: readonly string[]
  /** What the server filters by although nobody asked for it, given what they did ask for. */
  readonly implied?: (filters: Readonly<Record<string, string>>) => Readonly<Record<string, string>>
  /** The filters that lift what is implied, for lists that seem empty because of it. */
  readonly widest?: Readonly<Record<string, string>>
  /** What is searched for when somebody types this, such as a number with its secret part left out. */
  readonly readKeyword?: (typed: string) => string
  /** Columns whose cells show others as well: a file has those beside them. */
  readonly exportedWith?: Readonly<Record<string, readonly string[]>>
  /** What a card says where a table does not fit, when it is not the first columns. */
  readonly cards?: readonly string[]
  /** Rows show less than their records do, so that an open record waits for its own answer. */
  readonly rowsAreShort?: boolean
  /** Who may take the list away as a file; everybody who sees it when left out. */
  readonly exportAccess?: Permission
  /** Who may take away more than the page they look at; everybody when left out. */
  readonly exportAll?: Permission
}

const systemFields = (inherited: boolean): Fields => ({
  merchantId: field.merchant({
    label: 'Merchant',
    required: true,
    readOnly: true,
    column: inherited ? 'shown' : 'hidden',
    width: 160,
  }),
  updatedAt: field.instant({
    label: 'Last updated',
    readOnly: true,
    column: 'hidden',
    sortable: true,
  }),
  updatedBy: field.string({ label: 'Updated by', readOnly: true, column: 'hidden', width: 140 }),
  createdAt: field.instant({
    label: 'Created',
    readOnly: true,
    column: 'hidden',
    sortable: true,
  }),
  id: field.string({ label: 'Id', readOnly: true, column: 'hidden', mono: true, sortable: true, width: 140 }),
})

const merchantsFilter: FilterDeclaration = {
  name: 'merchants',
  kind: 'LIST',
  label: 'Merchants',
  field: field.merchants({ label: 'Merchants' }),
}

/** Rows that belong to merchants can be narrowed to some of them; a merchant is not a row of a merchant. */
function filtersFor(e: Entity): FilterDeclaration[] {
  const declared = filtersOf(e)
  const narrowable = e.scope === 'own' && e.slug !== 'merchant'
  return narrowable && !declared.some(({ name }) => name === 'merchants')
    ? [...declared, merchantsFilter]
    : declared
}

const rowId = (row: Row): string => String(row.id)

export function listingOf(e: Entity): Listing {
  const fields = { ...e.fields, ...systemFields(e.scope === 'inherited') }
  const sortable = Object.entries(fields).flatMap(([name, f]) => (f.sortable ? [name] : []))
  return {
    slug: e.slug,
    label: e.label,
    plural: e.plural,
    titleField: e.titleField,
    fields,
    filters: filtersFor(e),
    sortable,
    defaultSort: e.defaultSort,
    ...(e.exportAll && { exportAll: e.exportAll }),
    keyOf: rowId,
    ...(e.impliedFilters && { implied: e.impliedFilters }),
  }
}

/** A label inside a sentence: small, except for words that are capitals by nature, such as PSP. */
export const inSentence = (label: string): string =>
  label
    .split(' ')
    .map((word) => (word.length > 1 && /^[A-Z0-9]+s?$/.test(word) ? word : word.toLowerCase()))
    .join(' ')

export const titleOf = ({ titleField, keyOf, nameOf }: Listing, row: Row): string => {
  if (nameOf) return nameOf(row)
  const title = row[titleField]
  if (typeof title === 'number') return String(title)
  return typeof title === 'string' && title !== '' ? title : keyOf(row)
}

export const isFixed = ({ fixed = [] }: Listing, name: string): boolean => fixed.includes(name)

/** What stays when everything somebody chose is taken off. */
export const fixedFilters = (
  listing: Listing,
  filters: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => isFixed(listing, name)))
