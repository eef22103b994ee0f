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
        <Menu.RadioGroup
          value={density}
          onChange={(value) => void updateSettings({ density: value as Density })}
        >
          {Object.entries(densities).map(([value, label]) => (
            <Menu.RadioItem
              key={value}
              value={value}
              closeMenuOnClick
              checkIcon={<Icon name="check" size={14} />}
            >
              {label}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  )
}
