import { authenticateWithSecurityKey } from '../../kit/session/security-key.ts'
import { Icon } from '../../ui/icon.tsx'
import { FactorLinks } from './factor-links.tsx'
import { loginApi } from './login-api.ts'
import styles from './login.module.css'
import { stageAfter, type LoginStage } from './login-stage.ts'
import { StepFrame } from './step-frame.tsx'
import { useStep } from './use-step.ts'

export interface SecurityKeyStepProps {
  readonly stage: Extract<LoginStage, { name: 'security-key' }>
  readonly onStage: (stage: LoginStage) => void
}

/** Browsers want a click before they talk to a key, so the step waits for the button. */
export function SecurityKeyStep({ stage, onStage }: SecurityKeyStepProps) {
  const step = useStep(onStage)
  const use = async () => {
    const response = await authenticateWithSecurityKey(await loginApi.securityKeyOptions())
    return stageAfter(await loginApi.securityKey(response))
  }
  return (
    <StepFrame
      title="Use your security key"
      lead="Insert the key or hold it ready, then continue and touch it when it blinks."
      problem={step.problem}
      busy={step.busy}
      submitLabel="Use security key"
      onSubmit={step.onSubmit(use)}
      links={<FactorLinks stage={stage} onStage={onStage} />}
    >
      <div className={styles.picture}>
        <Icon name="key" size={48} />
      </div>
    </StepFrame>
  )
}
