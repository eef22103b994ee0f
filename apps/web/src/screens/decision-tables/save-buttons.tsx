import { Button } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import styles from './table-editor.module.css'

export interface SaveButtonsProps {
  /** How many rulesets have changes. */
  readonly dirty: number
  readonly onNew: () => void
  readonly onDiscard: () => void
  readonly onSave: () => void
}

const unsavedText = (count: number): string => {
  if (count === 0) return 'All changes are saved'
  return count === 1 ? '1 ruleset has unsaved changes' : `${count} rulesets have unsaved changes`
}

/** Whether there is something to save, and the way to do it. */
export function SaveButtons({ dirty, onNew, onDiscard, onSave }: SaveButtonsProps) {
  return (
    <>
      <span className={styles.unsaved} role="status">
        {unsavedText(dirty)}
      </span>
      <Button variant="default" leftSection={<Icon name="plus" size={16} />} onClick={onNew}>
        New ruleset
      </Button>
      {dirty > 0 ? (
        <Button variant="default" onClick={onDiscard}>
          Discard
        </Button>
      ) : null}
      <Button disabled={dirty === 0} leftSection={<Icon name="save" size={16} />} onClick={onSave}>
        Save…
      </Button>
    </>
  )
}
