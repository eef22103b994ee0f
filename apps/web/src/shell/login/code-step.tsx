import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FactorLinks } from './factor-links.tsx'
import { loginApi } from './login-api.ts'
import { stageAfter, type LoginStage } from './login-stage.ts'
import { StepFrame } from './step-frame.tsx'
import { useStep } from './use-step.ts'

const kinds = {
  totp: {
    title: 'Enter the code',
    lead: 'Open your authenticator app and enter the six digits it shows for Signalbox.',
    label: 'Six-digit code',
    send: loginApi.totp,
    input: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 7 },
  },
  'recovery-code': {
    title: 'Enter a recovery code',
    lead: 'One of the codes you saved when you set up your second factor. Each works once.',
    label: 'Recovery code',
    send: loginApi.recoveryCode,
    input: { inputMode: 'text', autoComplete: 'off', maxLength: 20 },
  },
} as const

export interface CodeStepProps {
  readonly stage: Extract<LoginStage, { name: 'totp' | 'recovery-code' }>
  readonly onStage: (stage: LoginStage) => void
}

export function CodeStep({ stage, onStage }: CodeStepProps) {
  const [code, setCode] = useState('')
  const step = useStep(onStage)
  const { title, lead, label, send, input } = kinds[stage.name]
  const typed = code.replace(/\s/g, '')
  return (
    <StepFrame
      title={title}
      lead={lead}
      problem={step.problem}
      busy={step.busy}
      submitLabel="Continue"
      disabled={typed.length < 6}
      onSubmit={step.onSubmit(async () => stageAfter(await send(typed)))}
      links={<FactorLinks stage={stage} onStage={onStage} />}
    >
      <TextInput
        label={label}
        {...input}
        classNames={{ input: 'mono' }}
        spellCheck={false}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </StepFrame>
  )
}
