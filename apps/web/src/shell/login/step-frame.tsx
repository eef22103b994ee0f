import { Alert, Button } from '@mantine/core'
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './login.module.css'

export interface StepFrameProps {
  readonly title: string
  readonly lead?: ReactNode
  readonly message?: { readonly text: string; readonly good: boolean } | null
  readonly problem: string | null
  readonly busy: boolean
  readonly submitLabel: string
  readonly onSubmit: (event: SubmitEvent) => void
  readonly disabled?: boolean
  readonly children?: ReactNode
  /** Other ways on, below the button. */
  readonly links?: ReactNode
}

/** What all steps share: a title, what went wrong, one button, other ways. */
export function StepFrame(props: StepFrameProps) {
  const { title, lead, message, problem, busy, submitLabel, onSubmit, disabled, children, links } = props
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    // Every step is a new page to whoever reads or types it, so the focus goes to where it begins.
    const begin =
      form.current?.querySelector<HTMLElement>('input') ?? form.current?.querySelector<HTMLElement>('h1')
    begin?.focus()
  }, [])
  return (
    <form ref={form} className={styles.form} onSubmit={onSubmit} noValidate aria-busy={busy}>
      <h1 className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {lead === undefined ? null : <p className={styles.lead}>{lead}</p>}
      {message ? (
        <Alert
          color={message.good ? 'green' : 'yellow'}
          icon={<Icon name={message.good ? 'check' : 'clock'} />}
          role="status"
        >
          {message.text}
        </Alert>
      ) : null}
      {problem === null ? null : (
        <Alert color="red" icon={<Icon name="warning" />} role="alert">
          {problem}
        </Alert>
      )}
      {children}
      <Button type="submit" fullWidth loading={busy} disabled={disabled} size="md">
        {submitLabel}
      </Button>
      {links === undefined ? null : <div className={styles.links}>{links}</div>}
    </form>
  )
}
