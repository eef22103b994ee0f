import { Select, Switch } from '@mantine/core'
import { updateSettings, useSession, useSettings } from '../../kit/session/session-store.ts'
import { Card } from '../../ui/card.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { AlertsCard } from './alerts-card.tsx'
import styles from './settings.module.css'

const shownMerchants = 100

export function WorkspaceTab() {
  const { metadata } = useSession()
  const { defaultMerchantId, singleKeys, mailInbox } = useSettings()
  const merchants = metadata.merchants.map(({ id, name }) => ({
    value: String(id),
    label: `${name} (${id})`,
  }))
  return (
    <>
      <Card title="Default merchant" description="The merchant that is selected when you sign in.">
        <div className={styles.fields}>
          <Select
            label="Merchant"
            placeholder="Your home merchant"
            searchable
            clearable
            limit={shownMerchants}
            data={merchants}
            value={defaultMerchantId === null ? null : String(defaultMerchantId)}
            onChange={(id) => void updateSettings({ defaultMerchantId: id === null ? null : Number(id) })}
            nothingFoundMessage="No merchant in your scope has this name or id."
          />
        </div>
      </Card>
      <AlertsCard />
      <Card title="Inbox">
        <div className={styles.fields}>
          <Switch
            label="Email me what is waiting for me"
            description="At most one email every 15 minutes, with what is new since the last one. Each item is sent once."
            checked={mailInbox}
            onChange={(event) => void updateSettings({ mailInbox: event.currentTarget.checked })}
          />
          <p className={styles.note}>
            Press <Kbd keys="mod+I" /> on any page to open your inbox.
          </p>
        </div>
      </Card>
      <Card title="Keyboard">
        <div className={styles.fields}>
          <Switch
            label="Single-key shortcuts"
            description="Turn them off if you use voice control or press them by accident. Shortcuts with Ctrl or ⌘ still work."
            checked={singleKeys}
            onChange={(event) => void updateSettings({ singleKeys: event.currentTarget.checked })}
          />
          <p className={styles.note}>
            Press <Kbd keys="?" /> on any page to see its keys.
          </p>
        </div>
      </Card>
    </>
  )
}
