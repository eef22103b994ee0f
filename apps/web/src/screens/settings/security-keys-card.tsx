import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { FactorUse } from '../../kit/session/factor-use.tsx'
import { registerSecurityKey } from '../../kit/session/security-key.ts'
import { Card } from '../../ui/card.tsx'
import { confirm } from '../../ui/confirm.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Item, ItemList } from '../../ui/item-list.tsx'
import { mayRemoveFactor } from './may-remove-factor.ts'
import type { SecurityCardProps } from './security-tab.tsx'
import styles from './settings.module.css'

const label = 'Security key'

export function SecurityKeysCard({ overview, attempt, onRecoveryCodes }: SecurityCardProps) {
  const { securityKeys } = overview
  const [adding, setAdding] = useState(false)
  const add = async (name: string) => {
    const done = await attempt(label, 'registered', async () => {
      const response = await registerSecurityKey(await api('POST /me/security/security-key/begin'))
      const { recoveryCodes } = await api('POST /me/security/security-key/confirm', {
        body: { response, name },
      })
      onRecoveryCodes(recoveryCodes)
    })
    if (done) setAdding(false)
  }
  const remove = async (id: string, name: string) => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      message: 'You can no longer sign in with this key. All your other sessions end.',
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (sure)
      await attempt(label, 'removed', () => api('DELETE /me/security/security-key/{id}', { params: { id } }))
  }
  return (
    <Card
      title="Security keys"
      description="A hardware key that you touch after entering your password. The safest second factor."
      actions={
        <Button size="xs" variant="default" onClick={() => setAdding(true)}>
          Add key
        </Button>
      }
    >
      {securityKeys.length === 0 ? <p className={styles.note}>No key registered.</p> : null}
      <ItemList>
        {securityKeys.map((key) => (
          <Item
            key={key.id}
            icon="key"
            note={<FactorUse factor={key} />}
            action={
              mayRemoveFactor(overview) ? (
                <Button size="xs" variant="subtle" color="red" onClick={() => void remove(key.id, key.name)}>
                  Remove
                </Button>
              ) : null
            }
          >
            {key.name}
          </Item>
        ))}
      </ItemList>
      {adding ? <AddKeyDialog onClose={() => setAdding(false)} onAdd={add} /> : null}
    </Card>
  )
}

interface AddKeyDialogProps {
  readonly onClose: () => void
  readonly onAdd: (name: string) => Promise<void>
}

function AddKeyDialog({ onClose, onAdd }: AddKeyDialogProps) {
  const [name, setName] = useState(label)
  const [busy, setBusy] = useState(false)
  const add = async () => {
    setBusy(true)
    await onAdd(name.trim())
    setBusy(false)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title="Add a security key"
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={busy} disabled={name.trim() === ''} onClick={() => void add()}>
            Register key
          </Button>
        </>
      }
    >
      <div className={styles.fields}>
        <TextInput
          label="Name of the key"
          description="Helps you recognise it if you have several."
          maxLength={60}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          data-autofocus
        />
        <p className={styles.note}>Then insert the key or hold it ready, and touch it when it blinks.</p>
      </div>
    </Dialog>
  )
}
