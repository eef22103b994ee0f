import { evaluate } from '@signalbox/engine/evaluate'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase } from '../../kit/database.ts'
import { EventFeed } from '../../kit/events/event-feed.ts'
import { patientPool } from '../../kit/testing/patient-pool.ts'
import { CompiledVersions } from './compiled-versions.ts'
import { ActiveRules } from './active-rules.ts'
import {
  brand,
  group,
  row,
  rulesetApp,
  sibling,
  steps,
  withoutNo,
  type RulesetApp,
} from './testing/ruleset-app.ts'
import { eventually } from '../../testing/eventually.ts'
import type { VersionToIndex } from './ruleset-worker/index-version.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'
import { inlineRulesetWorker } from './ruleset-worker/ruleset-worker.ts'

let app: RulesetApp
let anna: ReturnType<typeof steps>
let bert: ReturnType<typeof steps>
beforeAll(async () => {
  app = await rulesetApp()
  anna = steps(app.anna)
  bert = steps(app.bert)
})
afterAll(() => app.close())

const closers: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
  // Each test has the rules it makes itself.
  await app.db
    .withTables<{ ruleset: { activeVersion: number | null } }>()
    .updateTable('ruleset')
    .set({ activeVersion: null })
    .execute()
})

/** A server process, as far as rules are concerned: its own connections, feed and active rules. */
async function node(worker: RulesetWorker = inlineRulesetWorker) {
  const db = createDatabase(patientPool(app.ownerUrl, 4))
  const feed = new EventFeed({ db, log: app.deps.log, pollMs: 100 })
  await feed.start()
  const activeRules = new ActiveRules({ db, log: app.deps.log, feed, versions: new CompiledVersions(worker) })
  closers.push(
    () => db.destroy(),
    () => feed.stop(),
    () => activeRules.stop(),
  )
  const psp = async (merchantId = brand) => {
    const table = await activeRules.effective(merchantId, 'psp-routing')
    const facts = { txType: 'CreditcardDeposit', currency: 'EUR', now: '2031-01-01T00:00:00Z' }
    return evaluate(table, facts, { step: 'D7' }).hits[0]?.outputs.psp
  }
  const swapped = () =>
    new Promise<void>((resolve) => {
      const forget = activeRules.onSwap(() => {
        forget()
        resolve()
      })
    })
  return { activeRules, psp, swapped }
}

const routedTo = (psp: string) => ({
  rules: [
    row('a', 1, {
      conditions: {},
      outputs: { psp, pspAccount: psp === 'acmecards' ? '3DS' : psp === 'walletx' ? 'EU' : 'default' },
    }),
  ],
})
const active = async (psp: string, merchant = brand, more: object = {}) => {
  const [author, approver] = [steps(app.anna, merchant), steps(app.bert, merchant)]
  return approver.approve(await author.submit(await author.create({ ...routedTo(psp), ...more })))
}
const rerouted = async (ruleset: Awaited<ReturnType<typeof active>>, psp: string) =>
  anna.submit(await anna.save(ruleset, { upsert: [withoutNo(routedTo(psp).rules[0] ?? row('a', 1))] }))

describe('the active rules', () => {
  it('swaps to a version on every node once it is active, and answers all the while', async () => {
    const ruleset = await active('acmecards')
    const [one, two] = [await node(), await node()]
    expect([await one.psp(), await two.psp()]).toEqual(['acmecards', 'acmecards'])
    let asking = true
    const askOnAndOn = async (asked: typeof one) => {
      const answers: unknown[] = []
      // The one who asks on and on is answered from the new one too, and nobody is ever refused.
      while (asking || !answers.includes('borealpay')) {
        answers.push(await asked.psp())
        await new Promise((resolve) => setImmediate(resolve))
      }
      return answers
    }
    const requests = Promise.all([askOnAndOn(one), askOnAndOn(two)])
    const bothSwapped = Promise.all([one.swapped(), two.swapped()])
    await bert.approve(await rerouted(ruleset, 'borealpay'))
    await bothSwapped
    expect([await one.psp(), await two.psp()]).toEqual(['borealpay', 'borealpay'])
    asking = false
    for (const answers of await requests) {
      expect(new Set(answers)).toEqual(new Set(['acmecards', 'borealpay']))
      // Never back again once it has swapped.
      expect(answers.slice(answers.indexOf('borealpay'))).not.toContain('acmecards')
    }
  })

  it('makes a version ready while it waits for its approval', async () => {
    const ruleset = await active('acmecards')
    const compiled: number[] = []
    const { psp, swapped } = await node({
      ...inlineRulesetWorker,
      run(task, input) {
        const { identity } = input as Partial<VersionToIndex>
        if (task === 'index' && identity?.rulesetId === ruleset.summary.id) compiled.push(identity.version)
        return inlineRulesetWorker.run(task, input)
      },
    })
    await psp()
    const pending = await rerouted(ruleset, 'borealpay')
    await eventually(
      () => compiled,
      (versions) => versions.includes(2),
    )
    const swap = swapped()
    await bert.approve(pending)
    await swap
    expect(await psp()).toBe('borealpay')
    expect(compiled).toEqual([1, 2])
  })

  it('lets those who began with a version end with it', async () => {
    const ruleset = await active('acmecards')
    const { activeRules, psp, swapped } = await node()
    await psp()
    const running = await activeRules.effective(brand, 'psp-routing')
    const swap = swapped()
    await bert.approve(await rerouted(ruleset, 'borealpay'))
    await swap
    expect(running.rulesets.at(-1)?.rules[0]?.outputs.psp).toBe('acmecards')
    expect(await psp()).toBe('borealpay')
  })

  it('asks enforced ancestors first, then the merchant, then those it may override', async () => {
    await active('nordbank', group)
    await active('acmecards', brand)
    await active('walletx', group, { inherit: 'ENFORCED' })
    const { activeRules } = await node()
    const names = async (merchantId: number) =>
      (await activeRules.effective(merchantId, 'psp-routing')).rulesets.map(
        ({ version }) => version.rules[0]?.outputs.psp,
      )
    expect(await names(brand)).toEqual(['walletx', 'acmecards', 'nordbank'])
    expect(await names(sibling)).toEqual(['walletx', 'nordbank'])
    const { body } = await app.anna.get(`/decisiontable/psp-routing/effective?merchantId=${brand}`)
    expect(
      body.rulesets.map(({ inherited, rules }: { inherited: boolean; rules: { outputs: object }[] }) => [
        inherited,
        rules[0]?.outputs,
      ]),
    ).toEqual([
      [true, { psp: 'walletx', pspAccount: 'EU' }],
      [false, { psp: 'acmecards', pspAccount: '3DS' }],
      [true, { psp: 'nordbank', pspAccount: 'default' }],
    ])
  })

  it('compiles a version once, however many merchants inherit it', async () => {
    await active('acmecards', group)
    let indexed = 0
    const counting: RulesetWorker = {
      ...inlineRulesetWorker,
      run: (name, input) => {
        if (name === 'index') indexed++
        return inlineRulesetWorker.run(name, input)
      },
    }
    const { activeRules } = await node(counting)
    const tables = await Promise.all(
      [brand, sibling, group].map((id) => activeRules.effective(id, 'psp-routing')),
    )
    expect(indexed).toBe(1)
    expect(new Set(tables.map(({ rulesets }) => rulesets[0])).size).toBe(1)
  })

  it('keeps what it has when a version cannot be made ready, and takes it when it can', async () => {
    const ruleset = await active('acmecards')
    let broken = false
    const failing: RulesetWorker = {
      ...inlineRulesetWorker,
      run: (name, input) =>
        broken && name === 'index'
          ? Promise.reject(new Error('out of memory'))
          : inlineRulesetWorker.run(name, input),
    }
    const { activeRules, psp, swapped } = await node(failing)
    expect(await psp()).toBe('acmecards')
    broken = true
    const tried = swapped()
    await bert.approve(await rerouted(ruleset, 'borealpay'))
    await tried
    expect(await psp()).toBe('acmecards')
    broken = false
    await activeRules.refresh()
    expect(await psp()).toBe('borealpay')
  })

  it('knows a merchant that came after it', async () => {
    const { activeRules } = await node()
    await activeRules.effective(brand, 'psp-routing')
    const parent = await app.db
      .selectFrom('merchant')
      .selectAll()
      .where('id', '=', group)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('merchant')
      .values({
        ...parent,
        id: 100010077,
        parentId: group,
        path: `${parent.path}100010077/`,
        level: 2,
        name: 'New brand',
      })
      .execute()
    expect((await activeRules.effective(100010077, 'psp-routing')).table.slug).toBe('psp-routing')
    await expect(activeRules.effective(999, 'psp-routing')).rejects.toThrow('Not found')
  })
})
