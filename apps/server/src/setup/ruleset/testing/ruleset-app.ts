import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { Rule } from '@signalbox/model/rules/rule'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { kitApp, type Answer, type Client, type KitApp } from '../../../kit/testing/kit-app.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import { seedProviders } from '@signalbox/sandbox/demo/setup/seed-setup'
import { CompiledVersions } from '../compiled-versions.ts'
import { handlers } from '../routes.ts'
import { noTestCases, noTraffic, quietCircumstances } from './quiet-circumstances.ts'
import { inlineRulesetWorker } from '../ruleset-worker/ruleset-worker.ts'

export const group = 100010000
export const brand = 100010001
export const sibling = 100010002

export interface RulesetApp extends KitApp {
  /** Three people who may do everything with rules, and nothing alone. */
  readonly anna: Client
  readonly bert: Client
  readonly cara: Client
}

const person = (number: number, username: string) => ({
  id: `01900000-0000-7000-8000-00000000000${number}`,
  username,
})

export async function rulesetApp(): Promise<RulesetApp> {
  const kit = await kitApp(() =>
    handlers({
      worker: inlineRulesetWorker,
      versions: new CompiledVersions(inlineRulesetWorker),
      find: quietCircumstances,
      runTests: noTestCases,
      findTraffic: noTraffic,
    }),
  )
  // Rules may only name what there is.
  await seedProviders({ tx: kit.db, newId: kit.deps.newId, now: kit.deps.now() }, secretBox(testMasterKey))
  return {
    ...kit,
    anna: kit.as(person(1, 'anna')),
    bert: kit.as(person(2, 'bert')),
    cara: kit.as(person(3, 'cara')),
  }
}

export const row = (id: string, no: number, values: Partial<Rule> = {}): Rule => ({
  id,
  no,
  name: `Row ${id}`,
  note: '',
  enabled: true,
  conditions: { txType: { op: 'in', values: ['CreditcardDeposit'] } },
  outputs: { psp: 'acmecards', pspAccount: '3DS' },
  ...values,
})

export const content = (values: Partial<RulesetContent> = {}): RulesetContent => ({
  name: 'Card routing',
  note: '',
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: [row('a', 1), row('b', 2, { conditions: {}, outputs: { psp: 'borealpay', pspAccount: 'default' } })],
  ...values,
})

/** A row as changes carry it: its place says its number. */
export function withoutNo(rule: Rule): Omit<Rule, 'no'> {
  const { id, name, note, enabled, conditions, outputs } = rule
  return { id, name, note, enabled, conditions, outputs }
}

const ok = (answer: Answer): RulesetInFull => {
  if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`)
  return answer.body as RulesetInFull
}

type Approver = { readonly approve: (ruleset: RulesetInFull) => Promise<RulesetInFull> }

/** Approved by as many people as the change needs, one after the other. */
export async function approvedBy(
  pending: RulesetInFull,
  ...approvers: readonly Approver[]
): Promise<RulesetInFull> {
  let ruleset = pending
  for (const approver of approvers) if (ruleset.open) ruleset = await approver.approve(ruleset)
  if (ruleset.open) throw new Error(`${ruleset.summary.name} needs more approvers`)
  return ruleset
}

/** The steps people take, each expected to succeed. */
export const steps = (client: Client, merchantId = brand) => {
  const at = `merchantId=${merchantId}`
  const openOf = ({ open, active }: RulesetInFull) => {
    const { version, revision } = open ?? active ?? { version: 0, revision: 0 }
    return { version, revision }
  }
  const move =
    (name: string) =>
    async (ruleset: RulesetInFull, body: object = {}) =>
      ok(await client.post(`/ruleset/${ruleset.summary.id}/${name}?${at}`, { ...openOf(ruleset), ...body }))
  return {
    create: async (values: Partial<RulesetContent> = {}, table = 'psp-routing') =>
      ok(
        await client.post(`/ruleset?${at}`, { table, content: content(values), changeNote: 'A new ruleset' }),
      ),
    get: async (id: string) => ok(await client.get(`/ruleset/${id}?${at}`)),
    save: async (ruleset: RulesetInFull, changes: object) => {
      const path = `/ruleset/${ruleset.summary.id}?${at}`
      const saved = await client.put(path, {
        ...openOf(ruleset),
        changes,
        changeNote: 'An edit of rows',
      })
      if (saved.status !== 200) throw new Error(`${saved.status} ${saved.text}`)
      return ok(await client.get(path))
    },
    submit: move('submit'),
    withdraw: move('withdraw'),
    approve: move('approve'),
    deny: move('deny'),
    archive: move('archive'),
    restore: async (ruleset: RulesetInFull, version: number) =>
      ok(
        await client.post(`/ruleset/${ruleset.summary.id}/restore?${at}`, {
          version,
          note: `Rollback to v${version}`,
        }),
      ),
    openOf,
  }
}
