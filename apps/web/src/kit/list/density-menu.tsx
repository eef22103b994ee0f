import type { Density } from '@signalbox/model/access/session'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { updateSettings, useSettings } from '../session/session-store.ts'

const densities: readonly (readonly [Density, string])[] = [
  ['compact', 'Compact'],
  ['normal', 'Normal'],
  ['roomy', 'Roomy'],
]

/** Height of the rows, for all lists alike. */
export function DensityMenu() {
  const { density: current } = useSettings()
  return (
    <Menu label="Row height" target={<IconButton icon="rows" label="Row height" bordered />}>
      {densities.map(([density, label]) => (
        <MenuItem
          key={density}
          checked={density === current}
          onSelect={() => void updateSettings({ density })}
        >
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
