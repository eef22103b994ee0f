import { simulatorCalls, type SimulatedVersion } from '@signalbox/model/calls/simulator'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { isAddressBlock } from '@signalbox/model/rules/network-address'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { hiddenFrom } from '../../kit/hiding-merchants-store.ts'
import {
  namedRuleset,
  rulesetUnderTest,
  versionsNamed,
  type TestCaseRunner,
  type TrialRulesFinder,
} from '../../setup/ruleset/read-model.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { findTransaction } from '../core/record/transaction-store.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { isHiddenFrom } from '../gdpr/read-model.ts'
import { listAttempts, openTransaction } from '../transactions/read-model.ts'
import { inputOfPayment, isSameInstrument, unmasked } from './load-payment.ts'
import { latestOfUser } from './latest-payment-store.ts'
import { simulatePayment, type Simulated } from './simulate-payment.ts'
import { refuseOthers } from './simulated-row.ts'
import { addTestCase, findTestCase, removeTestCase } from './test-cases.ts'
import { listTestCases } from './test-case-store.ts'

export interface SimulatorDeps {
  readonly deps: MachineDeps
  readonly findRules: TrialRulesFinder
  readonly runTests: TestCaseRunner
}

const asWork = (work: unknown) => work as Work

/** Whether personal data of the merchant's users is hidden from whoever asks. */
const isMasked = async (work: Work, merchantId: number): Promise<boolean> =>
  (await hiddenFrom(work, [merchantId])).has(merchantId)

interface LoadedPayment {
  readonly row: Transaction
  /** As whoever asks may see it. */
  readonly input: SimulationInput
  readonly clear: SimulationInput
}

/** A payment the caller may open: of another merchant there is none. */
async function loadPayment(work: Work, id: number): Promise<LoadedPayment> {
  const { merchantId } = await openTransaction(work, id)
  const row = await findTransaction(work.tx, merchantId, id)
  if (!row) throw new Refusal('NOT_FOUND')
  refuseOthers(row.txType)
  const attempts = await listAttempts(work.tx, row)
  const clear = inputOfPayment(row, attempts, false)
  const masked = await isMasked(work, merchantId)
  return { row, clear, input: masked ? inputOfPayment(row, attempts, true) : clear }
}

/** What is simulated: typed by hand, or taken from a payment and perhaps changed. */
async function subjectOf(
  work: Work,
  input: SimulationInput,
): Promise<Pick<Simulated, 'merchantId' | 'input' | 'account'>> {
  if (input.paymentId === undefined) return { merchantId: work.scope.selected, input }
  const loaded = await loadPayment(work, input.paymentId)
  return {
    merchantId: loaded.row.merchantId,
    input: unmasked(input, loaded.input, loaded.clear),
    account: isSameInstrument(input, loaded.input) ? loaded.row : undefined,
  }
}

/** A user who is hidden from the caller has no past and no accounts, like somebody who never paid. */
async function withoutHiddenPast(
  work: Work,
  merchantId: number,
  input: SimulationInput,
): Promise<SimulationInput> {
  const person = { merchantId, userId: input.user.userId }
  if (!(await isHiddenFrom(work.tx, work.user.roles, person))) return input
  const { accountId: _theirs, ...instrument } = input.instrument
  const history = input.history.kind === 'real' ? ({ kind: 'given' } as const) : input.history
  return { ...input, instrument, history }
}

async function run(
  work: Work,
  { deps, findRules }: SimulatorDeps,
  {
    input,
    rules: named = [],
  }: { readonly input: SimulationInput; readonly rules?: readonly SimulatedVersion[] | undefined },
) {
  refuseOthers(input.transaction.txType)
  const subject = await subjectOf(work, input)
  const rules = await findRules(work.tx, subject.merchantId, await versionsNamed(work, named))
  const seen = await withoutHiddenPast(work, subject.merchantId, subject.input)
  const formats = await work.deps.userFormats(work.tx, work.user)
  const masked = await isMasked(work, subject.merchantId)
  const telling = { formats, masked, user: work.user }
  return simulatePayment(deps, work.tx, { ...subject, input: seen, rules }, telling)
}

async function lookUp(
  work: Work,
  { reference }: MachineDeps,
  { bin, ip }: { bin?: string | undefined; ip?: string | undefined },
) {
  if (ip !== undefined && (ip.includes('/') || !isAddressBlock(ip)))
    throw invalid({ field: 'ip', code: 'INVALID', message: 'Invalid IP address' })
  const card =
    bin === undefined ? undefined : await reference.cardFacts(work.scope.selected, bin.padEnd(11, '0'))
  return {
    card: card
      ? {
          brand: card.brand,
          type: card.type === 'UNKNOWN' ? null : card.type,
          category: card.category,
          issuer: card.issuer,
          issuerCountry: card.issuerCountry,
        }
      : null,
    ipCountry: ip === undefined ? null : ((await reference.placeOf(ip))?.country ?? null),
  }
}

const isNotFound = (error: unknown): boolean => error instanceof Refusal && error.code === 'NOT_FOUND'

/** What the last payment of a user tells of them; of somebody unknown nothing, and of somebody hidden the same. */
async function findUser(work: Work, userId: string) {
  const nobody = { user: { userId }, found: false }
  const id = await latestOfUser(work.tx, work.scope.selected, userId)
  if (id === undefined) return nobody
  try {
    const { input } = await loadPayment(work, id)
    return { user: { ...input.user, userId }, found: true }
  } catch (error) {
    if (isNotFound(error)) return nobody
    throw error
  }
}

const testCaseHandlers = ({ runTests }: SimulatorDeps): Handler[] => [
  handle(simulatorCalls.testCases, async (work) => {
    const ruleset = await namedRuleset(asWork(work), work.query.rulesetId, 'view')
    return { items: await listTestCases(work.tx, ruleset) }
  }),
  handle(simulatorCalls.addTestCase, async (work) => {
    const ruleset = await namedRuleset(asWork(work), work.body.rulesetId, 'edit')
    return addTestCase(asWork(work), ruleset, work.body)
  }),
  handle(simulatorCalls.removeTestCase, async (work) => {
    const found = await findTestCase(asWork(work), work.params.id)
    const ruleset = await namedRuleset(asWork(work), found.rulesetId, 'edit')
    await removeTestCase(asWork(work), found, ruleset)
    return { id: found.id }
  }),
  handle(simulatorCalls.runTestCases, async (work) => {
    const { rulesetId, version } = work.body
    const ref = await rulesetUnderTest(asWork(work), rulesetId, version)
    return { items: [...(await runTests(work.tx, ref))] }
  }),
]

export const simulatorHandlers = (simulator: SimulatorDeps): Handler[] => [
  handle(simulatorCalls.run, (work) => run(asWork(work), simulator, work.body)),
  handle(simulatorCalls.payment, async (work) => (await loadPayment(asWork(work), work.params.id)).input),
  handle(simulatorCalls.user, (work) => findUser(asWork(work), work.query.userId)),
  handle(simulatorCalls.lookup, (work) => lookUp(asWork(work), simulator.deps, work.query)),
  ...testCaseHandlers(simulator),
]
