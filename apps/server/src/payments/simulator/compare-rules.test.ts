import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import { blankSimulation } from '@signalbox/model/simulator/input-of-facts'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import type { Client } from '../../kit/testing/kit-app.ts'
import { row, steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import { paymentPlatform, type PaymentPlatform } from '../testing/payment-platform.ts'

const at = 'merchantId=100010001'
const input = blankSimulation()

let platform: PaymentPlatform
let rules: Client
beforeAll(async () => {
  platform = await paymentPlatform()
  rules = await platform.as('rules')
})
afterAll(() => platform.close())

const author = () => steps(rules)
/** First of its table, so that it has its say whatever the platform has. */
const draftOf = (table: string, outputs: Parameters<typeof row>[2] = {}, name = 'Tried') =>
  author().create({ name, priority: 1, rules: [row('a', 1, { conditions: {}, ...outputs })] }, table)
const seen = ({ summary, open }: RulesetInFull): SimulatedVersion => ({
  rulesetId: summary.id,
  version: open?.version ?? 0,
  revision: open?.revision ?? 0,
})
const run = (...versions: SimulatedVersion[]) =>
  rules.post(`/simulator/run?${at}`, { input, rules: versions })
const simulated = async (...versions: SimulatedVersion[]): Promise<SimulationResult> => {
  const { status, text, body } = await run(...versions)
  expect(status, text).toBe(200)
  return body as SimulationResult
}
const rowOf = ({ tables }: SimulationResult, slug: string) => tables.find(({ table }) => table === slug)?.hits

it('one payment has two results: by the active rules, and by the drafts of a change set together', async () => {
  const fee = await draftOf('fee', { outputs: { fixedFee: { EUR: '700' }, mode: 'ADDED' } })
  const routing = await draftOf('psp-routing', { outputs: { psp: 'borealpay', pspAccount: 'default' } })
  const set = await rules.post(`/changeset?${at}`, {
    title: 'Launch',
    note: 'A market opens',
    members: [seen(fee), seen(routing)],
  })
  expect(set.status, set.text).toBe(200)
  const members = (set.body.members as SimulatedVersion[]).map(({ rulesetId, version, revision }) => ({
    rulesetId,
    version,
    revision,
  }))
  const active = await simulated()
  const together = await simulated(...members)
  // A quarter of it is VAT on top.
  expect(together.amounts).toMatchObject({
    fee: { amount: '5.60', currency: 'EUR' },
    vat: { amount: '1.40', currency: 'EUR' },
  })
  expect(active.amounts.fee).not.toEqual(together.amounts.fee)
  expect(together.path[0]).toMatchObject({ psp: 'borealpay', pspAccount: 'default' })
  expect(rowOf(together, 'psp-routing')).not.toEqual(rowOf(active, 'psp-routing'))
  // One of them alone changes its table alone.
  const one = await simulated(seen(fee))
  expect(one.amounts.fee).toEqual(together.amounts.fee)
  expect(rowOf(one, 'psp-routing')).toEqual(rowOf(active, 'psp-routing'))
})

it('a draft that was saved again since somebody looked at it is not simulated as if it were theirs', async () => {
  const draft = await draftOf('fee', { outputs: { fixedFee: { EUR: '100' }, mode: 'ADDED' } }, 'Saved again')
  await author().save(draft, { name: 'Saved once more' })
  expect(await run(seen(draft))).toMatchObject({
    status: 409,
    body: {
      code: 'VERSION_CONFLICT',
      message: 'The draft was saved again since you looked at it. Reload it.',
    },
  })
  // Who names no revision takes what is there.
  const { rulesetId, version } = seen(draft)
  expect((await simulated({ rulesetId, version })).amounts.fee.amount).toBe('0.80')
})

it('a ruleset named twice, and one that does not exist, are refused', async () => {
  const draft = await draftOf('fee', { outputs: { fixedFee: { EUR: '100' }, mode: 'ADDED' } }, 'Twice')
  const { rulesetId, version } = seen(draft)
  expect((await run({ rulesetId, version }, { rulesetId, version })).body.fields).toMatchObject([
    { field: 'rules', message: 'Each ruleset may appear only once' },
  ])
  expect((await run({ rulesetId, version: 99 })).status).toBe(404)
  const other = await steps(await platform.as('admin'), 100010002).create({ priority: 1 })
  expect((await run(seen(other))).status).toBe(404)
})
