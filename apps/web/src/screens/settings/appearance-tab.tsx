import { Radio, Select } from '@mantine/core'
import { pageSizes } from '@signalbox/model/field/paging'
import type { Density, ThemeChoice } from '@signalbox/model/access/session'
import { updateSettings, useSettings } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import styles from './settings.module.css'

const themes: Record<ThemeChoice, { label: string; description: string }> = {
  system: { label: 'Match system', description: 'Follows the setting of your device' },
  light: { label: 'Light', description: 'White cards on a light background' },
  dark: { label: 'Dark', description: 'Light text on a dark background' },
}

const densities: Record<Density, { label: string; description: string }> = {
  compact: { label: 'Compact', description: 'Rows of 28 pixels, most on one screen' },
  normal: { label: 'Normal', description: 'Rows of 36 pixels' },
  roomy: { label: 'Roomy', description: 'Rows of 48 pixels, easiest to touch' },
}

export function AppearanceTab() {
  const { theme, density, pageSize } = useSettings()
  return (
    <>
      <Card title="Theme">
        <Radio.Group
          aria-label="Theme"
          value={theme}
          onChange={(chosen) => void updateSettings({ theme: chosen as ThemeChoice })}
        >
          <Options options={themes} />
        </Radio.Group>
      </Card>
      <Card title="Tables">
        <div className={styles.fields}>
          <Radio.Group
            label="Density"
            value={density}
            onChange={(chosen) => void updateSettings({ density: chosen as Density })}
          >
            <Options options={densities} />
          </Radio.Group>
          <Select
            label="Rows per page"
            description="For lists where you have not chosen a number."
            data={pageSizes.map(String)}
            value={String(pageSize)}
            onChange={(size) => size !== null && void updateSettings({ pageSize: Number(size) })}
            allowDeselect={false}
            maw={200}
          />
        </div>
      </Card>
    </>
  )
}

function Options({
  options,
}: {
  readonly options: Readonly<Record<string, { label: string; description: string }>>
}) {
  return (
    <div className={styles.fields} style={{ gap: 10, paddingTop: 4 }}>
      {Object.entries(options).map(([value, { label, description }]) => (
        <Radio key={value} value={value} label={label} description={description} />
      ))}
    </div>
  )
}
