/** How far a merchant has come at a network. */
export const onboardingStates = {
  NOT_STARTED: 'Not started',
  DATA_COLLECTED: 'Data collected',
  VALIDATED: 'Validated',
  SUBMITTED: 'Submitted',
  PENDING_NETWORK: 'Waiting for network',
  ACTION_REQUIRED: 'Action required',
  APPROVED: 'Approved',
  TEST_TOKEN_OK: 'Test passed',
  ENABLED: 'Enabled',
  SUSPENDED: 'Suspended',
  REJECTED: 'Rejected',
} as const
export type OnboardingState = keyof typeof onboardingStates

/** Every move there is; all others are refused. */
const moves: Readonly<Record<OnboardingState, readonly OnboardingState[]>> = {
  NOT_STARTED: ['DATA_COLLECTED'],
  DATA_COLLECTED: ['VALIDATED'],
  VALIDATED: ['SUBMITTED'],
  SUBMITTED: ['PENDING_NETWORK', 'ACTION_REQUIRED'],
  PENDING_NETWORK: ['ACTION_REQUIRED', 'APPROVED', 'REJECTED'],
  ACTION_REQUIRED: ['SUBMITTED'],
  APPROVED: ['TEST_TOKEN_OK'],
  TEST_TOKEN_OK: ['ENABLED'],
  ENABLED: ['SUSPENDED'],
  SUSPENDED: ['ENABLED'],
  REJECTED: [],
}

export const mayOnboardingMove = (from: OnboardingState, to: OnboardingState): boolean =>
  moves[from].includes(to)

/** What people do to an onboarding, and the states it can be done in. */
const operationStates = {
  validate: ['DATA_COLLECTED'],
  submit: ['VALIDATED'],
  refresh: ['SUBMITTED', 'PENDING_NETWORK'],
  resubmit: ['ACTION_REQUIRED'],
  test: ['APPROVED'],
  enable: ['TEST_TOKEN_OK', 'SUSPENDED'],
  rollout: ['ENABLED'],
  suspend: ['ENABLED'],
  /** Once the network has the data, it is what the network knows. */
  edit: ['NOT_STARTED', 'DATA_COLLECTED', 'VALIDATED', 'ACTION_REQUIRED'],
  delete: ['NOT_STARTED', 'DATA_COLLECTED', 'VALIDATED', 'REJECTED'],
} as const satisfies Record<string, readonly OnboardingState[]>
export type OnboardingOperation = keyof typeof operationStates

const statesFor = (operation: OnboardingOperation): readonly OnboardingState[] => operationStates[operation]

const listOf = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} or ${names.at(-1) ?? ''}`

/** Why an operation cannot be done now, in words; nothing when it can. */
export function whyNotNow(operation: string, state: OnboardingState): string | undefined {
  if (!(operation in operationStates)) return undefined
  const states = statesFor(operation as OnboardingOperation)
  if (states.includes(state)) return undefined
  const wanted = listOf(states.map((each) => `"${onboardingStates[each]}"`))
  return `Only possible in state ${wanted}. It is "${onboardingStates[state]}".`
}

/** The share of accounts whose deposits at a PSP go by token. */
export interface PspRollout {
  readonly psp: string
  readonly percent: number
}
