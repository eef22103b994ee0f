import { Menu } from '@mantine/core'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon, type IconName } from '../ui/icon.tsx'
import type { Row } from './listing.ts'
import type { RecordAction } from './record-actions.ts'

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
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <IconButton icon="more" label={label} sizePx={28} />
      </Menu.Target>
      <Menu.Dropdown onClick={(event) => event.stopPropagation()}>
        {entries.map((entry) => (
          <Menu.Item
            key={entry.label}
            leftSection={entry.icon ? <Icon name={entry.icon} size={16} /> : null}
            onClick={entry.onClick}
          >
            {entry.label}
          </Menu.Item>
        ))}
        {actions.length > 0 && entries.length > 0 ? <Menu.Divider /> : null}
        {actions.map((action) => {
          const refusal = action.refusal(row)
          return (
            <Menu.Item
              key={action.name}
              c={action.danger ? 'var(--tone-negative)' : undefined}
              disabled={refusal !== null}
              onClick={() => onAction(action, row)}
            >
              {action.label}
              {refusal === null ? null : (
                <div style={{ fontSize: 12, color: 'var(--ink-muted)', maxWidth: 260 }}>{refusal}</div>
              )}
            </Menu.Item>
          )
        })}
      </Menu.Dropdown>
    </Menu>
  )
}
