import type { Entity } from '@signalbox/model/field/entity'
import type { ComponentType } from 'react'
import { inlineCell, type InlineEditing } from './inline/inline-cell.tsx'
import type { ImportRules } from './import/use-import.ts'
import { listingOf, type Listing } from './list/listing.ts'
import { lazyRecordComponents } from './record/lazy-record-components.ts'
import type { OperationRules } from './record/record-actions.ts'
import type { RecordExtensionProps } from './record/record-form-body.tsx'
import { ResourcePage, type ListPart, type Resource } from './resource-page.tsx'

type NameOf<E extends Entity> = Extract<keyof E['fields'], string>
type ByField<E extends Entity, T> = Readonly<Partial<Record<NameOf<E>, T>>>

/** A screen on one entity. Everything the entity already says is left out here. */
export interface ResourceScreen<E extends Entity> {
  readonly entity: E
  /** One line for the empty list: what would be here, and what for. */
  readonly purpose: string
  /** Columns shown at first, when they are not those the fields declare. */
  readonly columns?: readonly string[]
  /** What a card says where a table does not fit, when it is not the first columns. */
  readonly cards?: readonly string[]
  readonly cells?: ByField<E, NonNullable<RecordExtensionProps['cells']>[string]>
  readonly form?: Pick<RecordExtensionProps, 'check' | 'startWith'> & {
    readonly editors?: ByField<E, NonNullable<RecordExtensionProps['editors']>[string]>
  }
  readonly operations?: OperationRules
  /** Above the fields of an open record. */
  readonly about?: RecordExtensionProps['about']
  readonly tabs?: RecordExtensionProps['tabs']
  /** Where several lists share a page: the name of this one in the address, null for the first. */
  readonly part?: Listing['part']
  /** Rows show less than their records do. */
  readonly rowsAreShort?: boolean
  /** Cells that are changed in the list itself. */
  readonly inline?: InlineEditing
  /** Where a file is imported in a way of the screen's own. */
  readonly imports?: ImportRules
  /** What the screen puts around the list. */
  readonly around?: {
    /** Beside the title. */
    readonly Tools?: ListPart
    /** Dialogs and panels over the list. */
    readonly Overlay?: ListPart
    /** Between the rows and their pages. */
    readonly Below?: ListPart
    /** Other presentations of the same rows, by the name in the address. */
    readonly modes?: Readonly<Record<string, ListPart>>
    /** Other things than the rows, named in the address like modes. */
    readonly pages?: Readonly<Record<string, ListPart>>
  }
}

const inlineCells = (entity: Entity, inline: InlineEditing | undefined) =>
  Object.fromEntries(
    (inline?.names ?? []).flatMap((name) => (inline ? [[name, inlineCell(entity, name, inline)]] : [])),
  )

/** List, filters, form, detail, history, export, import and bulk of one entity. */
export function resourceScreen<E extends Entity>(screen: ResourceScreen<E>): ComponentType {
  const { entity, purpose, columns, cells, form, operations, about, tabs, around = {} } = screen
  // Field names are checked where a screen is declared; from here on any name may be looked up.
  const cellViews = { ...inlineCells(entity, screen.inline), ...cells } as RecordExtensionProps['cells']
  const editors = form?.editors as RecordExtensionProps['editors']
  const { Tools, Overlay, Below, modes = {}, pages = {} } = around
  const resource: Resource = {
    entity,
    listing: {
      ...listingOf(entity),
      part: screen.part,
      rowsAreShort: screen.rowsAreShort,
      ...(screen.cards && { cards: screen.cards }),
    },
    purpose,
    columns,
    operations,
    refuseEdit: (row) => operations?.refusal?.('edit', row) ?? null,
    record: { cells: cellViews, editors, check: form?.check, startWith: form?.startWith, about, tabs },
    around: { Tools, Overlay, Below, modes, pages },
    inline: screen.inline,
    imports: screen.imports,
    lazyComponents: [
      ...lazyRecordComponents,
      ...(tabs ?? []).map(({ Content }) => Content),
      ...Object.values(editors ?? {}),
      Overlay,
      ...Object.values(modes),
      ...Object.values(pages),
    ],
  }
  return function ResourceScreenPage() {
    return <ResourcePage resource={resource} />
  }
}
