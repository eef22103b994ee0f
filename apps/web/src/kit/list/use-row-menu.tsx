import type { Entity } from '@signalbox/model/field/entity'
import { useMemo, type ReactNode } from 'react'
import { ActionMenu, type MenuEntry } from '../action/action-menu.tsx'
import { titleOf, type Row } from './listing.ts'
import { useMerchantName } from '../merchant-names.ts'
import type { RecordAction } from '../record/record-actions.ts'
import { copyLink } from '../copy-link.ts'
import type { RowMarks } from './table-row.tsx'
import type { ListPageModel } from './use-list-page.ts'
import { useStable } from '../use-stable.ts'

/** Gives inherited rows the name of the merchant they belong to. */
export function useMarks(entity: Entity): ((row: Row) => RowMarks) | undefined {
  const merchantName = useMerchantName()
  return useMemo(
    () =>
      entity.scope === 'inherited'
        ? (row: Row) =>
            row.inherited === true ? { inheritedFrom: merchantName(Number(row.merchantId)) } : {}
        : undefined,
    [entity, merchantName],
  )
}

/** The menu at the end of a row. */
export function useRowMenu(
  list: ListPageModel,
  actions: readonly RecordAction[],
  on: {
    readonly mayEdit: boolean
    readonly refuseEdit?: (row: Row) => string | null
    readonly action: (action: RecordAction, row: Row) => void
  },
): (row: Row) => ReactNode {
  const { listing } = list
  const editEntry = (row: Row): MenuEntry => ({
    label: row.inherited === true ? 'Override' : 'Edit',
    icon: 'edit',
    onClick: () => list.openDialog('edit', listing.keyOf(row)),
  })
  return useStable((row: Row) => (
    <ActionMenu
      label={`Actions for ${titleOf(listing, row)}`}
      row={row}
      entries={[
        { label: 'Open', icon: 'expand', onClick: () => list.openRow(row) },
        ...(on.mayEdit && (on.refuseEdit?.(row) ?? null) === null ? [editEntry(row)] : []),
        {
          label: 'Copy link',
          icon: 'link',
          onClick: () => void copyLink(window.location.origin + list.hrefOf(row)),
        },
      ]}
      actions={actions}
      onAction={on.action}
    />
  ))
}
