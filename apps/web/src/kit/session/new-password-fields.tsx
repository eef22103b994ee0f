import { PasswordInput } from '@mantine/core'
import {
  minPasswordLength,
  passwordProblems,
  type PasswordContext,
} from '@signalbox/model/access/password-policy'
import { useId } from 'react'
import { Icon } from '../../ui/icon.tsx'
import styles from './new-password-fields.module.css'

export interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export const emptyNewPassword: NewPassword = { password: '', repeated: '' }

/** The first reason why it cannot be taken yet; null when it can. */
export function newPasswordProblem(
  { password, repeated }: NewPassword,
  context?: PasswordContext,
): string | null {
  const [problem] = passwordProblems(password, context)
  if (problem !== undefined) return problem
  return password === repeated ? null : 'The two passwords differ'
}

export interface NewPasswordFieldsProps {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  readonly context?: PasswordContext
  /** What the server said about the password, such as that it was used before. */
  readonly refusal?: string | null
}

/** A new password, typed twice, with what is still missing beside it while one types. */
export function NewPasswordFields({ value, onChange, context, refusal }: NewPasswordFieldsProps) {
  const rulesId = useId()
  const problems = passwordProblems(value.password, context)
  const differ = value.repeated !== '' && value.repeated !== value.password
  return (
    <div className={styles.fields}>
      <PasswordInput
        label="New password"
        autoComplete="new-password"
        value={value.password}
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        error={refusal}
        aria-describedby={rulesId}
        required
        withAsterisk={false}
      />
      <ul id={rulesId} className={styles.rules}>
        {value.password === '' ? (
          <li>
            At least {minPasswordLength} characters, with a letter and a digit. Long and memorable is best.
          </li>
        ) : problems.length > 0 ? (
          problems.map((problem) => (
            <li key={problem}>
              <Icon name="minus" size={12} /> {problem}
            </li>
          ))
        ) : (
          <li data-fine>
            <Icon name="check" size={12} /> Good
          </li>
        )}
      </ul>
      <PasswordInput
        label="Repeat the new password"
        autoComplete="new-password"
        value={value.repeated}
        onChange={(event) => onChange({ ...value, repeated: event.currentTarget.value })}
        error={differ ? 'The two passwords differ' : null}
        required
        withAsterisk={false}
      />
    </div>
  )
}
