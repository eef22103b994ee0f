import { Menu } from '@mantine/core'
import type { Density } from '@signalbox/model/session'
import { IconButton } from '../ui/icon-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { updateSettings, useSettings } from './session-store.ts'

const densities: Readonly<Record<Density, string>> = { compact: 'Compact', normal: 'Normal', roomy: 'Roomy' }

/** Height of the rows, for all lists alike. */
export function DensityMenu() {
  const { density } = useSettings()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <IconButton icon="rows" label="Row height" bordered />
      </Menu.Target>
      <Menu.Dropdown>
        {Object.entries(densities).map(([value, label]) => (
          <Menu.Item
            key={value}
            role="menuitemradio"
            aria-checked={value === density}
            rightSection={value === density ? <Icon name="check" size={14} /> : null}
            onClick={() => void updateSettings({ density: value as Density })}
          >
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
