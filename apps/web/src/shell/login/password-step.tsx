import { Button, PasswordInput, TextInput } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../ui/chunk-load.ts'
import { loginApi } from './login-api.ts'
import { stageAfter, type LoginStage } from './login-stage.ts'
import { StepFrame } from './step-frame.tsx'
import { useStep } from './use-step.ts'

const DemoLogins = lazy(() => loadChunk(() => import('./demo-logins.tsx')))

const isDemo = () => document.querySelector('meta[name="signalbox-demo"]')?.getAttribute('content') === '1'

export interface PasswordStepProps {
  readonly stage: Extract<LoginStage, { name: 'password' }>
  readonly onStage: (stage: LoginStage) => void
}

export function PasswordStep({ stage, onStage }: PasswordStepProps) {
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [tried, setTried] = useState(false)
  const step = useStep(onStage)
  const submit = step.onSubmit(async () => {
    setTried(true)
    if (username.trim() === '' || password === '') return undefined
    return stageAfter(await loginApi.password(username.trim(), password))
  })
  return (
    <>
      <StepFrame
        title="Sign in"
        message={stage.message === undefined ? null : { text: stage.message, good: stage.good ?? false }}
        problem={step.problem}
        busy={step.busy}
        submitLabel="Sign in"
        onSubmit={submit}
        links={
          <Button variant="subtle" size="compact-sm" onClick={() => onStage({ name: 'forgot' })}>
            Forgot your password?
          </Button>
        }
      >
        <TextInput
          label="Username"
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={(event) => setUsername(event.currentTarget.value)}
          error={tried && username.trim() === '' ? texts.required : null}
        />
        <PasswordInput
          label="Password"
          name="password"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={tried && password === '' ? texts.required : null}
        />
      </StepFrame>
      {isDemo() ? (
        <Suspense>
          <DemoLogins
            onPick={(login) => {
              setUsername(login.username)
              setPassword(login.password)
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
}
