import { Alert, Button } from '@mantine/core'
import type { NetworkResult, TestResult, TestStep } from '@signalbox/model/calls/scheme-token'
import { schemeToken } from '@signalbox/model/entities/scheme-token'
import type { OnboardingState } from '@signalbox/model/scheme-tokens/onboarding-state'
import { CashierLink } from '../../../kit/cashier-link.tsx'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import type { Row } from '../../../kit/list/listing.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './scheme-token-onboarding.module.css'

const steps = [
  'Merchant and network',
  'Business data',
  'Validation',
  'Submission',
  'Network answer',
  'Test',
  'Roll-out',
]

/** How many of the steps are done in each state. */
const stepsDone: Readonly<Record<OnboardingState, number>> = {
  NOT_STARTED: 1,
  DATA_COLLECTED: 2,
  VALIDATED: 3,
  SUBMITTED: 3,
  PENDING_NETWORK: 4,
  ACTION_REQUIRED: 4,
  REJECTED: 4,
  APPROVED: 5,
  TEST_TOKEN_OK: 6,
  SUSPENDED: 6,
  ENABLED: 7,
}

/** The operation that leads on. */
const nextOperations: Readonly<Partial<Record<OnboardingState, keyof typeof schemeToken.operations>>> = {
  DATA_COLLECTED: 'validate',
  VALIDATED: 'submit',
  PENDING_NETWORK: 'refresh',
  ACTION_REQUIRED: 'resubmit',
  APPROVED: 'test',
  TEST_TOKEN_OK: 'enable',
  ENABLED: 'rollout',
  SUSPENDED: 'enable',
}

/** What comes next, and who does it. */
const nextSteps: Readonly<Record<OnboardingState, string>> = {
  NOT_STARTED: 'Edit the onboarding and fill in the business data the network asks for.',
  DATA_COLLECTED: 'Validate the data.',
  VALIDATED: 'Submit the data to the network.',
  SUBMITTED: 'The data is being sent to the network. This page updates itself.',
  PENDING_NETWORK: 'The network decides. This page updates itself when it has answered.',
  ACTION_REQUIRED: 'Correct the data and submit it again.',
  APPROVED: 'Run the test: token, cryptogram, authorisation of 1.00 and void.',
  TEST_TOKEN_OK: 'Enable tokens for a share of the accounts.',
  ENABLED: 'Card deposits use tokens for the share of accounts shown below.',
  SUSPENDED: 'Card deposits use the card number. Enable tokens again when the cause is known.',
  REJECTED: 'The network will not enrol this merchant. Delete the onboarding to begin again.',
}

function Steps({ state }: { readonly state: OnboardingState }) {
  const done = stepsDone[state]
  return (
    <ol className={styles.steps} aria-label="Steps">
      {steps.map((name, index) => {
        const stands = index < done ? 'done' : index === done ? 'now' : 'later'
        return (
          <li key={name} data-stands={stands} aria-current={stands === 'now' ? 'step' : undefined}>
            <span className={styles.mark} aria-hidden="true">
              {stands === 'done' ? <Icon name="check" size={14} /> : index + 1}
            </span>
            {name}
          </li>
        )
      })}
    </ol>
  )
}

const labelOf = (field: unknown): string | undefined => {
  const fields: Readonly<Record<string, { readonly label: string }>> = schemeToken.fields
  return typeof field === 'string' ? fields[field]?.label : undefined
}

function Answer({ result, field }: { readonly result: NetworkResult; readonly field: unknown }) {
  const label = labelOf(field)
  if (result.result === 'ACTION_REQUIRED')
    return (
      <Alert
        color="orange"
        variant="light"
        role="status"
        icon={<Icon name="warning" />}
        title={label ? `Correct: ${label}` : 'Action required'}
      >
        {result.message} · <InstantView iso={result.at} />
      </Alert>
    )
  if (result.result === 'REJECTED')
    return (
      <Alert
        color="red"
        variant="light"
        role="status"
        icon={<Icon name="warning" />}
        title="Rejected by the network"
      >
        {result.message} · <InstantView iso={result.at} />
      </Alert>
    )
  if (result.result === 'NO_ANSWER')
    return (
      <Alert
        color="orange"
        variant="light"
        role="status"
        icon={<Icon name="hourglass" />}
        title="No answer from the network"
      >
        {result.message}. It is asked again automatically. <InstantView iso={result.at} />
      </Alert>
    )
  return null
}

const stepNames: Readonly<Record<TestStep['step'], string>> = {
  TOKEN: 'Token',
  CRYPTOGRAM: 'Cryptogram',
  AUTHORISATION: 'Authorisation of 1.00',
  VOID: 'Void',
}

function Test({ result }: { readonly result: TestResult }) {
  const withNames = useWithPspNames()
  if (result.running)
    return (
      <p className={styles.test} role="status">
        Test running since <InstantView iso={result.at} />
      </p>
    )
  return (
    <section className={styles.test} aria-label="Last test">
      <p>
        Test {result.ok ? 'passed' : 'failed'}, <InstantView iso={result.at} />
      </p>
      <ul>
        {result.steps.map(({ step, ok, message }) => (
          <li key={step} data-ok={ok}>
            <Icon name={ok ? 'check' : 'close'} size={14} />
            <span>
              {stepNames[step]}: {withNames(message)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

interface AboutProps {
  readonly record: Row
  readonly operate?: (name: string) => (() => void) | undefined
}

function NextButton({ record, operate }: AboutProps) {
  const name = nextOperations[record.state as OnboardingState]
  const run = name && operate?.(name)
  if (!run) return null
  return (
    <Button size="compact-md" variant="light" onClick={run}>
      {schemeToken.operations[name].label}
    </Button>
  )
}

/** Where the merchant stands at the network, and what to do next, before its data. */
export function OnboardingAbout({ record, operate }: AboutProps) {
  const state = record.state as OnboardingState
  const result = record.networkResult as NetworkResult | null
  const test = record.testResult as TestResult | null
  return (
    <div className={styles.about}>
      <Steps state={state} />
      <div className={styles.next}>
        <p>{nextSteps[state]}</p>
        <span className={styles.buttons}>
          {state === 'ENABLED' ? <CashierLink shop={Number(record.merchantId)} method="CREDITCARD" /> : null}
          <NextButton record={record} operate={operate} />
        </span>
      </div>
      {result && (state === 'ACTION_REQUIRED' || state === 'REJECTED' || result.result === 'NO_ANSWER') ? (
        <Answer result={result} field={record.problemField} />
      ) : null}
      {test ? <Test result={test} /> : null}
    </div>
  )
}
