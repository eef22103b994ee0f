import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useSettings } from '../../kit/session/session-store.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { listedShortcuts } from '../../ui/shortcuts.ts'
import styles from './shortcut-sheet.module.css'

const always = { keys: 'alt+T', label: 'Go to the notifications' }

/** The keys that work on this page right now. */
export default function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const { singleKeys } = useSettings()
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside
      title="Keyboard shortcuts"
      footer={
        <Button variant="default" onClick={onClose} data-autofocus>
          Close
        </Button>
      }
    >
      {singleKeys ? null : (
        <p className={styles.note}>
          Single keys are switched off. You can switch them on in{' '}
          <Link to="/settings" search={{ tab: 'workspace' }} onClick={onClose}>
            your settings
          </Link>
          .
        </p>
      )}
      {listedShortcuts().map(({ group, shortcuts }) => (
        <section key={group} className={styles.group}>
          <h3 className={styles.heading}>{group}</h3>
          <dl className={styles.list}>
            {(group === 'Everywhere' ? [...shortcuts, always] : shortcuts).map(({ keys, label }) => (
              <div key={keys} className={styles.row}>
                <dt>{label}</dt>
                <dd className={styles.keys}>
                  <Kbd keys={keys} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
