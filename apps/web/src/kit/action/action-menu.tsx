import { IconButton } from '../../ui/icon-button.tsx'
import type { IconName } from '../../ui/icon.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import type { Row } from '../list/listing.ts'
import type { RecordAction } from '../record/record-actions.ts'

export interface MenuEntry {
  readonly label: string
  readonly icon?: IconName
  readonly onClick: () => void
}

/** Everything one can do with a record. What is not possible now stays in the menu and says why. */
export function ActionMenu({
  label,
  row,
  entries,
  actions,
  onAction,
}: {
  readonly label: string
  readonly row: Row
  readonly entries: readonly MenuEntry[]
  readonly actions: readonly RecordAction[]
  readonly onAction: (action: RecordAction, row: Row) => void
}) {
  return (
    <Menu label={label} target={<IconButton icon="more" label={label} sizePx={28} />}>
      {entries.map((entry) => (
        <MenuItem key={entry.label} icon={entry.icon} onSelect={entry.onClick}>
          {entry.label}
        </MenuItem>
      ))}
      {actions.length > 0 && entries.length > 0 ? <MenuDivider /> : null}
      {actions.map((action) => (
        <MenuItem
          key={action.name}
          danger={action.danger}
          refusal={action.refusal(row)}
          onSelect={() => onAction(action, row)}
        >
          {action.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
