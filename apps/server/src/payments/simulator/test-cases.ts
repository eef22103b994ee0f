import { mostTestCases, type RulesetTestCase, type RulesetTestRun } from '@signalbox/model/calls/simulator'
import { amountText } from '@signalbox/model/money/money-text'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import type { ExpectedOutcome, SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { withoutPerson } from '@signalbox/model/simulator/without-person'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import type { NamedRuleset, TestCaseRunner, TrialRulesFinder } from '../../setup/ruleset/read-model.ts'
import type { MachineDeps } from '../core/flow/machine-deps.ts'
import { simulateOutcome } from './simulate-payment.ts'
import { refuseUnreadable } from './simulated-row.ts'
import { deleteTestCase, insertTestCase, listTestCases, lockTestCase } from './test-case-store.ts'

type Ended = Pick<SimulationResult, 'outcome' | 'path' | 'amounts'>

const moneyText = ({ amount, currency }: WireMoney): string => {
  const money = parseMoney(amount, currency)
  return money ? amountText(money) : `${amount} ${currency}`
}

const wayText = (path: readonly string[]): string => (path.length === 0 ? 'no PSP' : path.join(' → '))

/** What came of it otherwise than expected, in words. */
function differencesOf({ status, code, path, fee }: ExpectedOutcome, ended: Ended): string[] {
  const found = ended.path.map(({ psp, pspAccount }) => `${psp}/${pspAccount}`)
  const wanted: (readonly [string, string | undefined, string])[] = [
    ['status', status, ended.outcome.status],
    ['code', code, ended.outcome.code],
    ['route', path && wayText(path), wayText(found)],
    ['fee', fee && moneyText(fee), moneyText(ended.amounts.fee)],
  ]
  return wanted.flatMap(([what, expected, actual]) =>
    expected === undefined || expected === actual ? [] : [`${what} is ${actual}, expected ${expected}`],
  )
}

interface TestDeps {
  readonly deps: MachineDeps
  readonly findRules: TrialRulesFinder
}

async function runOne(
  { deps, findRules }: TestDeps,
  tx: Tx,
  { id, name, input, expected, merchantId }: RulesetTestCase,
  instead: Parameters<TrialRulesFinder>[2],
): Promise<RulesetTestRun> {
  try {
    const rules = await findRules(tx, merchantId, instead)
    const differences = differencesOf(expected, await simulateOutcome(deps, tx, { merchantId, input, rules }))
    return { id, name, passed: differences.length === 0, differences }
  } catch (error) {
    // A case that cannot be read any more does not pass.
    if (!(error instanceof Refusal) || error.code !== 'INVALID') throw error
    const why = error.details.fields?.map(({ message }) => message).join('; ') ?? error.message
    return { id, name, passed: false, differences: [why] }
  }
}

/** All test cases of a ruleset, with one of its versions in the place of the active one. */
export const testCaseRunner =
  (tests: TestDeps): TestCaseRunner =>
  async (tx, ref, beside = []) => {
    const others = beside.filter(({ rulesetId }) => rulesetId !== ref.rulesetId)
    const runs: RulesetTestRun[] = []
    for (const each of await listTestCases(tx, { merchantId: ref.merchantId, id: ref.rulesetId }))
      runs.push(await runOne(tests, tx, each, [ref, ...others]))
    return runs
  }

type NewTestCase = Pick<RulesetTestCase, 'name' | 'input' | 'expected'>

export async function addTestCase(
  work: Work,
  { merchantId, id: rulesetId, label }: NamedRuleset,
  { name: given, input: typed, expected }: NewTestCase,
): Promise<RulesetTestCase> {
  const name = given.trim()
  if (name === '') throw invalid({ field: 'name', code: 'REQUIRED', message: 'Enter a name' })
  if (Object.values(expected).every((value) => value === undefined))
    throw invalid({ field: 'expected', code: 'REQUIRED', message: 'Choose what is expected' })
  const input = withoutPerson(typed)
  refuseUnreadable(input)
  const known = await listTestCases(work.tx, { merchantId, id: rulesetId })
  if (known.length >= mostTestCases)
    throw invalid({
      field: 'rulesetId',
      code: 'TOO_MANY',
      message: `Has ${mostTestCases} test cases already`,
    })
  const row: RulesetTestCase = {
    id: work.newId(),
    rulesetId,
    merchantId,
    name,
    input,
    expected,
    createdBy: work.user.username,
    createdAt: work.now.toISOString(),
  }
  if (!(await insertTestCase(work.tx, row)))
    throw new Refusal('DUPLICATE', {
      message: 'The ruleset has a test case with this name.',
      fields: [{ field: 'name', code: 'DUPLICATE', message: 'Already used' }],
    })
  work.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: rulesetId,
    entityLabel: label,
    changeType: 'UPDATE',
    action: 'ADD_TEST_CASE',
    before: null,
    after: { testCase: name, expected },
  })
  return row
}

export async function findTestCase(work: Work, id: string): Promise<RulesetTestCase> {
  const found = /^[0-9a-f-]{36}$/i.test(id)
    ? await lockTestCase(work.tx, work.scope.effective, id)
    : undefined
  if (!found) throw new Refusal('NOT_FOUND')
  return found
}

export async function removeTestCase(
  work: Work,
  { id, merchantId, name, expected }: RulesetTestCase,
  { id: rulesetId, label }: NamedRuleset,
): Promise<void> {
  await deleteTestCase(work.tx, { merchantId, id })
  work.audit({
    merchantId,
    entityType: 'ruleset',
    entityId: rulesetId,
    entityLabel: label,
    changeType: 'UPDATE',
    action: 'REMOVE_TEST_CASE',
    before: { testCase: name, expected },
    after: null,
  })
}
