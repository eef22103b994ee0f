import { Button, Input, PasswordInput } from '@mantine/core'
import { isSecretMark } from '@signalbox/model/configuration/credential-field'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './credential-form.module.css'

export interface SecretInputProps {
  readonly id: string
  readonly label: string
  readonly help?: string
  readonly required: boolean
  readonly value: unknown
  readonly error?: string
  readonly disabled?: boolean
  readonly onChange: (value: unknown) => void
}

/** A secret that is kept cannot be looked at, only replaced. */
export function SecretInput(props: SecretInputProps) {
  const { id, label, help, required, value, error, disabled, onChange } = props
  const [kept, setKept] = useState<unknown>(isSecretMark(value) ? value : null)
  if (isSecretMark(value) && value !== kept) setKept(value)
  if (isSecretMark(value))
    return (
      <Input.Wrapper
        label={label}
        labelElement="div"
        description={help}
        withAsterisk={required}
        error={error}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      >
        <div className={styles.secret}>
          <span className={styles.stored}>
            <Icon name="lock" size={14} /> Stored
          </span>
          <Button
            id={id}
            variant="default"
            size="compact-sm"
            disabled={disabled}
            aria-label={`Replace ${label}`}
            onClick={() => onChange('')}
          >
            Replace
          </Button>
        </div>
      </Input.Wrapper>
    )
  return (
    <div className={styles.secret}>
      <PasswordInput
        id={id}
        className={styles.secretInput}
        label={label}
        description={help}
        withAsterisk={required}
        error={error}
        disabled={disabled}
        autoComplete="new-password"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={typeof value === 'string' ? value : ''}
        visibilityToggleButtonProps={{ 'aria-label': `Show ${label}` }}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      {kept === null ? null : (
        <Button variant="subtle" size="compact-sm" className={styles.keep} onClick={() => onChange(kept)}>
          Keep the stored value
        </Button>
      )}
    </div>
  )
}
