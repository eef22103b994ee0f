import { Button, Checkbox, TextInput } from '@mantine/core'
import type { AuthenticatorSetup, EnrolmentAnswer } from '@signalbox/model/calls/login'
import { useEffect, useRef, useState } from 'react'
import { AuthenticatorInstructions } from '../../kit/session/authenticator-setup.tsx'
import {
  emptyNewPassword,
  newPasswordProblem,
  NewPasswordFields,
} from '../../kit/session/new-password-fields.tsx'
import { RecoveryCodes } from '../../kit/session/recovery-codes.tsx'
import { registerSecurityKey } from '../../kit/session/security-key.ts'
import { Skeleton, SkeletonBar } from '../../ui/skeleton.tsx'
import { loginApi } from './login-api.ts'
import { stageAfter, type LoginStage } from './login-stage.ts'
import { StepFrame } from './step-frame.tsx'
import { useStep } from './use-step.ts'

interface StepProps {
  readonly onStage: (stage: LoginStage) => void
}

const afterEnrolment = ({ recoveryCodes, next }: EnrolmentAnswer): LoginStage =>
  recoveryCodes === undefined ? stageAfter(next) : { name: 'recovery-codes', codes: recoveryCodes, next }

export function NewPasswordStep({ onStage }: StepProps) {
  const [value, setValue] = useState(emptyNewPassword)
  const step = useStep(onStage)
  return (
    <StepFrame
      title="Choose a new password"
      lead="Before you continue, choose a password that only you know."
      problem={step.problem}
      busy={step.busy}
      submitLabel="Save password"
      disabled={newPasswordProblem(value) !== null}
      onSubmit={step.onSubmit(async () => stageAfter(await loginApi.newPassword(value.password)))}
    >
      <NewPasswordFields value={value} onChange={setValue} />
    </StepFrame>
  )
}

/** From the link in a mail. Signing in follows, with the second factor as ever. */
export function ResetStep({ token, onStage }: StepProps & { readonly token: string }) {
  const [value, setValue] = useState(emptyNewPassword)
  const step = useStep(onStage)
  const submit = step.onSubmit(async () => {
    const { message } = await loginApi.reset(token, value.password)
    // The used token has no business in the history of this browser.
    window.history.replaceState(null, '', window.location.pathname)
    return { name: 'password', message, good: true }
  })
  return (
    <StepFrame
      title="Choose a new password"
      problem={step.problem}
      busy={step.busy}
      submitLabel="Save password"
      disabled={newPasswordProblem(value) !== null}
      onSubmit={submit}
      links={
        <Button variant="subtle" size="compact-sm" onClick={() => onStage({ name: 'password' })}>
          Back to sign in
        </Button>
      }
    >
      <NewPasswordFields value={value} onChange={setValue} />
    </StepFrame>
  )
}

export function EnrolAuthenticatorStep({ onStage }: StepProps) {
  const [setup, setSetup] = useState<AuthenticatorSetup | null>(null)
  const [code, setCode] = useState('')
  const step = useStep(onStage)
  const { run } = step
  const begun = useRef(false)
  useEffect(() => {
    // Once per visit to this step: every call makes another secret, and only the last one counts.
    if (begun.current) return
    begun.current = true
    run(async () => {
      setSetup(await loginApi.beginAuthenticator())
      return undefined
    })
  }, [run])
  return (
    <StepFrame
      title="Set up your authenticator app"
      problem={step.problem}
      busy={setup !== null && step.busy}
      submitLabel="Continue"
      disabled={code.replace(/\s/g, '').length < 6}
      onSubmit={step.onSubmit(async () =>
        afterEnrolment(await loginApi.confirmAuthenticator(code.replace(/\s/g, ''))),
      )}
    >
      {setup === null ? (
        <Skeleton>
          <SkeletonBar height={184} width="184px" />
        </Skeleton>
      ) : (
        <AuthenticatorInstructions setup={setup} />
      )}
      <TextInput
        label="Six-digit code"
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={7}
        classNames={{ input: 'mono' }}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </StepFrame>
  )
}

export function EnrolSecurityKeyStep({ onStage }: StepProps) {
  const [name, setName] = useState('Security key')
  const step = useStep(onStage)
  const enrol = async () => {
    const response = await registerSecurityKey(await loginApi.beginSecurityKey())
    return afterEnrolment(await loginApi.confirmSecurityKey(response, name.trim()))
  }
  return (
    <StepFrame
      title="Set up your security key"
      lead="Give the key a name you will recognise, then continue and touch it when it blinks."
      problem={step.problem}
      busy={step.busy}
      submitLabel="Register security key"
      disabled={name.trim() === ''}
      onSubmit={step.onSubmit(enrol)}
    >
      <TextInput
        label="Name of the key"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </StepFrame>
  )
}

export function RecoveryCodesStep({
  stage,
  onStage,
}: StepProps & { readonly stage: Extract<LoginStage, { name: 'recovery-codes' }> }) {
  const [kept, setKept] = useState(false)
  const step = useStep(onStage)
  return (
    <StepFrame
      title="Your recovery codes"
      problem={step.problem}
      busy={step.busy}
      submitLabel="Continue"
      disabled={!kept}
      onSubmit={step.onSubmit(() => Promise.resolve(stageAfter(stage.next)))}
    >
      <RecoveryCodes codes={stage.codes} />
      <Checkbox
        label="I have saved the codes in a safe place"
        checked={kept}
        onChange={(event) => setKept(event.currentTarget.checked)}
      />
    </StepFrame>
  )
}
