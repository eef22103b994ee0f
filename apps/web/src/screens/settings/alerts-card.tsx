import { Select } from '@mantine/core'
import {
  alertLevels,
  noAlertChannel,
  reachesNobody,
  type AlertChannels,
} from '@signalbox/model/inbox/alert-channels'
import { useState } from 'react'
import { updateSettings, useMay, useSettings } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import styles from './settings.module.css'

const levels = Object.entries(alertLevels).map(([value, label]) => ({ value, label }))

const channels = {
  inApp: { label: 'In the console', description: 'The bell, your inbox and Home.' },
  email: {
    label: 'By email',
    description:
      'Emails of alert rules and about expiring secrets, and the alerts in inbox emails. Addresses named in an alert rule always get an email.',
  },
} as const satisfies Record<keyof AlertChannels, { label: string; description: string }>

type ChannelName = keyof typeof channels

/** For those who receive alerts: from which severity on they are told, by each channel. */
export function AlertsCard() {
  const receives = useMay('alerts.view')
  const { alertChannels } = useSettings()
  const [refused, setRefused] = useState<ChannelName>()
  if (!receives) return null
  const choose = (name: ChannelName, level: string | null) => {
    const chosen = { ...alertChannels, [name]: level }
    const isMute = reachesNobody(chosen)
    setRefused(isMute ? name : undefined)
    if (!isMute) void updateSettings({ alertChannels: chosen })
  }
  return (
    <Card title="Alerts" description="How alerts of your merchants reach you.">
      <div className={styles.fields}>
        {Object.entries(channels).map(([name, { label, description }]) => (
          <Select
            key={name}
            label={label}
            description={description}
            data={levels}
            value={alertChannels[name as ChannelName]}
            onChange={(level) => choose(name as ChannelName, level)}
            allowDeselect={false}
            error={refused === name ? noAlertChannel : undefined}
          />
        ))}
      </div>
    </Card>
  )
}
