import { Button } from '@mantine/core'
import { withFactor, type FactorStage, type LoginStage } from './login-stage.ts'

const labels = {
  totp: 'Use the authenticator app',
  'security-key': 'Use a security key',
  'recovery-code': 'Use a recovery code',
} as const

/** Other second factors this person has, and the way back to the start. */
export function FactorLinks({
  stage,
  onStage,
}: {
  readonly stage: FactorStage
  readonly onStage: (stage: LoginStage) => void
}) {
  return (
    <>
      {stage.others.map((other) => (
        <Button
          key={other}
          variant="subtle"
          size="compact-sm"
          onClick={() => onStage(withFactor(stage, other))}
        >
          {labels[other]}
        </Button>
      ))}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={() => onStage({ name: 'password' })}>
        Start again
      </Button>
    </>
  )
}
