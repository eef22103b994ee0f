import { Alert, Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { loginApi } from './login-api.ts'
import type { LoginStage } from './login-stage.ts'
import { StepFrame } from './step-frame.tsx'
import { useStep } from './use-step.ts'

/** Asks for a link by mail. The answer is the same whether the name exists or not. */
export function ForgotStep({ onStage }: { readonly onStage: (stage: LoginStage) => void }) {
  const [username, setUsername] = useState('')
  const [answer, setAnswer] = useState<string | null>(null)
  const step = useStep(onStage)
  const submit = step.onSubmit(async () => {
    const { message } = await loginApi.forgot(username.trim())
    setAnswer(message)
    return undefined
  })
  return (
    <StepFrame
      title="Choose a new password"
      lead="We will send a link to the email address of your account. It works once and for a short time."
      problem={step.problem}
      busy={step.busy}
      submitLabel={answer === null ? 'Send link' : 'Send again'}
      disabled={username.trim() === ''}
      onSubmit={submit}
      links={
        <Button variant="subtle" size="compact-sm" onClick={() => onStage({ name: 'password' })}>
          Back to sign in
        </Button>
      }
    >
      {answer === null ? null : (
        <Alert color="green" icon={<Icon name="mail" />} role="status">
          {answer}
        </Alert>
      )}
      <TextInput
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={username}
        onChange={(event) => setUsername(event.currentTarget.value)}
      />
    </StepFrame>
  )
}
