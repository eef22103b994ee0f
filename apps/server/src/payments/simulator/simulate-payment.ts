import { parseMoney } from '@signalbox/model/money/money-text'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import type { Tx } from '../../kit/database.ts'
import { withoutWriting } from '../../kit/without-writing.ts'
import type { KycFinding } from '../connectors/kyc-client.ts'
import type { RuleSource } from '../core/flow/ask-rules.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import type { Transaction } from '../core/record/transaction.ts'
import { remembering, type AskedQuestion } from './asked-tables.ts'
import { runFlow, type FlowRun } from './run-flow.ts'
import { PspScript, scriptedCalls } from './scripted-services.ts'
import { refuseUnreadable, simulatedRow } from './simulated-row.ts'
import { tellOutcome, tellSimulation, type Telling } from './tell-simulation.ts'
import { trialContext } from './trial-context.ts'

export interface Simulated {
  readonly merchantId: number
  readonly input: SimulationInput
  readonly rules: RuleSource
  /** The payment the input was taken from, where it is still made with the same account. */
  readonly account?: Transaction | undefined
}

interface Ran {
  readonly run: FlowRun
  readonly asked: readonly AskedQuestion[]
}

/** The whole flow of a payment nobody makes: the steps of live payments, the rules somebody chose, scripted answers. */
async function simulate(
  machineDeps: MachineDeps,
  tx: Tx,
  { merchantId, input, rules, account }: Simulated,
): Promise<Ran> {
  refuseUnreadable(input)
  const { ruleAsked: _metric, ...others } = machineDeps
  const deps: MachineDeps = { ...others, rules }
  const now = input.transaction.at ? new Date(input.transaction.at) : deps.kit.now()
  const settings = deps.settings.of(tx)
  const { baseCurrency } = await settings.merchant(merchantId)
  const reserves = async (psp: string) => (await settings.psp(psp))?.authTypes.includes('PRE') ?? true
  let checked: { readonly provider: string; readonly finding: KycFinding } | undefined
  const asked: AskedQuestion[] = []
  const trial = { deps, tx, now, input, baseCurrency, checked: () => checked }
  const script = new PspScript(input)
  const { balance, email } = input.user
  const calls = scriptedCalls(deps, tx, {
    input,
    email: email ?? null,
    balance: (balance && parseMoney(balance.amount, balance.currency)) ?? {
      minor: 0n,
      currency: input.transaction.amount.currency,
    },
    now,
    script,
    reserves,
    onChecked: (provider, finding) => {
      checked = { provider, finding }
    },
  })
  const row = simulatedRow({ input, merchantId, baseCurrency, now, account })
  const context = () => remembering(trialContext(trial), rules, asked)
  const run = await runFlow(row, { context, calls, input, script, reserves, now })
  return { run, asked }
}

/** A step that learns to write, and is not replaced by the trial's context, fails here. */
const runSimulation = (deps: MachineDeps, tx: Tx, simulated: Simulated): Promise<Ran> =>
  withoutWriting(tx, (reading) => simulate(deps, reading, simulated))

/** What would become of the payment, and why. */
export async function simulatePayment(
  deps: MachineDeps,
  tx: Tx,
  simulated: Simulated,
  telling: Telling,
): Promise<SimulationResult> {
  const began = performance.now()
  const { run, asked } = await runSimulation(deps, tx, simulated)
  const tookMs = Math.round((performance.now() - began) * 100) / 100
  return { ...tellSimulation(run, asked, telling), tookMs }
}

/** Only how it ends: for test cases, which nobody reads the trace of. */
export async function simulateOutcome(
  deps: MachineDeps,
  tx: Tx,
  simulated: Simulated,
): Promise<Pick<SimulationResult, 'outcome' | 'path' | 'amounts'>> {
  const { run } = await runSimulation(deps, tx, simulated)
  return tellOutcome(run)
}
