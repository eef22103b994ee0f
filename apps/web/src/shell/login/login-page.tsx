import { lazy, Suspense, type ReactNode } from 'react'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { loadChunk } from '../../ui/chunk-load.ts'
import { Mark } from '../frame/mark.tsx'
import { ForgotStep } from './forgot-step.tsx'
import styles from './login.module.css'
import type { LoginStage } from './login-stage.ts'
import { CodeStep } from './code-step.tsx'
import { PasswordStep } from './password-step.tsx'
import { SecurityKeyStep } from './security-key-step.tsx'

const importSetup = () => loadChunk(() => import('./setup-steps.tsx'))
const NewPasswordStep = lazy(async () => ({ default: (await importSetup()).NewPasswordStep }))
const ResetStep = lazy(async () => ({ default: (await importSetup()).ResetStep }))
const EnrolAuthenticatorStep = lazy(async () => ({ default: (await importSetup()).EnrolAuthenticatorStep }))
const EnrolSecurityKeyStep = lazy(async () => ({ default: (await importSetup()).EnrolSecurityKeyStep }))
const RecoveryCodesStep = lazy(async () => ({ default: (await importSetup()).RecoveryCodesStep }))

export interface LoginPageProps {
  readonly stage: LoginStage
  readonly onStage: (stage: LoginStage) => void
}

function stepOf(stage: LoginStage, onStage: (stage: LoginStage) => void): ReactNode {
  switch (stage.name) {
    case 'password':
      return <PasswordStep stage={stage} onStage={onStage} />
    case 'totp':
    case 'recovery-code':
      return <CodeStep key={stage.name} stage={stage} onStage={onStage} />
    case 'security-key':
      return <SecurityKeyStep stage={stage} onStage={onStage} />
    case 'new-password':
      return <NewPasswordStep onStage={onStage} />
    case 'enrol-authenticator':
      return <EnrolAuthenticatorStep onStage={onStage} />
    case 'enrol-security-key':
      return <EnrolSecurityKeyStep onStage={onStage} />
    case 'recovery-codes':
      return <RecoveryCodesStep stage={stage} onStage={onStage} />
    case 'forgot':
      return <ForgotStep onStage={onStage} />
    case 'reset':
      return <ResetStep key={stage.token} token={stage.token} onStage={onStage} />
    case 'done':
      return null
  }
}

export function LoginPage({ stage, onStage }: LoginPageProps) {
  return (
    <main className={styles.page}>
      <div className={styles.brand}>
        <Mark sizePx={36} />
        Signalbox
      </div>
      <div className={styles.card}>
        <Suspense
          fallback={
            <Skeleton>
              <SkeletonLines lines={5} />
            </Skeleton>
          }
        >
          {stepOf(stage, onStage)}
        </Suspense>
      </div>
    </main>
  )
}
