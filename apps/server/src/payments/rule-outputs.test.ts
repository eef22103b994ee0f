import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { Rule } from '@signalbox/model/rules/rule'
import { systemActor } from '../kit/audit.ts'
import { perform } from '../kit/unit-of-work.ts'
import { insertRates } from './reference/reference-store.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { blockSuites } from './testing/rule-cases/block-cases.ts'
import { limitSuites } from './testing/rule-cases/limit-cases.ts'
import { noteSuites } from './testing/rule-cases/note-cases.ts'
import { shownElsewhere } from './testing/rule-cases/shown-elsewhere.ts'
import { moneySuites } from './testing/rule-cases/money-cases.ts'
import { operationSuites } from './testing/rule-cases/operation-cases.ts'
import { routingSuites } from './testing/rule-cases/routing-cases.ts'
import {
  card,
  ownIban,
  ownPan,
  type OutputCase,
  type Pay,
  type Seen,
  type Stage,
  type Suite,
} from './testing/rule-cases/rule-case.ts'

const merchantId = 100010001
const ownSuites: readonly Suite[] = [
  ...routingSuites,
  ...moneySuites,
  ...limitSuites,
  ...blockSuites,
  ...operationSuites,
  ...noteSuites,
]

/** Rows of these know no user: their cases tell the two payments apart by other means. */
const categories = new Set(['vat'])
const withoutUser = new Set(['status-code'])

interface Planned extends OutputCase {
  readonly table: string
  readonly output: string
  readonly rest: Rule['outputs']
  readonly users: { readonly changed: string; readonly plain: string }
  readonly pay: Pay
}

const noteCases = ({ table, notes }: Suite): Record<string, OutputCase> => ({
  info: {
    cell: `Noted by ${table}`,
    shows: ({ row }) => row.info?.includes(`Noted by ${table}`) ?? false,
    expected: true,
    ...notes,
  },
  tags: { cell: [table], shows: ({ row }) => row.tags.includes(table), expected: true, ...notes },
})

const planOf = (suite: Suite): Planned[] =>
  Object.entries({ ...noteCases(suite), ...suite.cases }).map(([output, each]) => {
    const name = `${each.user ?? suite.user ?? 'u'}-${suite.table}-${output}`
    return {
      ...each,
      table: suite.table,
      output,
      rest: each.rest ?? suite.rest,
      conditions: { ...suite.conditions, ...each.conditions },
      users: { changed: name, plain: `${name}-2` },
      pay: each.pay ?? suite.pay ?? ((stage, userId) => stage.deposit(userId)),
    }
  })

const plans = ownSuites.flatMap(planOf)

interface PlannedRow {
  readonly table: string
  readonly row: Pick<Rule, 'conditions' | 'outputs'>
}

const only = (table: string, userId: string): Rule['conditions'] => {
  if (withoutUser.has(table)) return {}
  return categories.has(table) ? { productCategory: { op: 'in', values: [userId] } } : onlyFor(userId)
}

function rowsOf({
  table,
  output,
  cell,
  instead,
  rest,
  other,
  conditions,
  above,
  twin,
  also,
  users,
}: Planned) {
  const rows: PlannedRow[] = []
  const add = (
    at: string,
    userId: string,
    outputs: Rule['outputs'] | undefined,
    more: Rule['conditions'] = {},
  ) => {
    if (outputs) rows.push({ table: at, row: { conditions: { ...only(at, userId), ...more }, outputs } })
  }
  const plain = other ?? { ...rest, ...(instead !== undefined && { [output]: instead }) }
  for (const [userId, outputs] of [
    [users.changed, { ...rest, [output]: cell }],
    [users.plain, plain === 'NO ROW' || withoutUser.has(table) ? undefined : plain],
  ] as const) {
    add(table, userId, above, conditions)
    add(table, userId, outputs, conditions)
    if (userId === users.changed) add(table, userId, twin, conditions)
    for (const each of also ?? []) add(each.table, userId, each.outputs, each.conditions)
  }
  return rows
}

let platform: PaymentPlatform
let stage: Stage
const paidBefore = new Map<string, Seen>()

function stageOf(on: PaymentPlatform, console: Awaited<ReturnType<PaymentPlatform['as']>>): Stage {
  const seen = async (answer: Seen['answer']): Promise<Seen> => ({ answer, row: await on.row(answer) })
  return {
    deposit: async (userId, changes) =>
      seen((await on.deposit({ userId, ...card(ownPan(userId)), ...changes })).body),
    withdraw: async (userId, changes) =>
      seen((await on.withdraw({ userId, iban: ownIban(userId), ...changes })).body),
    succeeded: async ({ answer }) => {
      await on.until(answer, 'SUCCESSFUL')
    },
    age: async (userId, hours) => {
      const back = sql`${`${Math.round(hours * 3600)} seconds`}::interval`
      const own = sql`select id from transaction where merchant_id = ${merchantId} and user_id = ${userId}`
      await sql`update counter_event set at = at - ${back}, priced_at = priced_at - ${back} where merchant_id = ${merchantId} and tx_id in (${own})`.execute(
        on.db,
      )
      await sql`update transaction set created_at = created_at - ${back} where merchant_id = ${merchantId}
        and user_id = ${userId}`.execute(on.db)
    },
    detail: async ({ row }, part) =>
      (await console.get(`/transaction/${row.id}/${part}?merchantId=${merchantId}`)).body as Record<
        string,
        unknown
      >,
  }
}

/** Rates of a second service, at which everything costs twice as much. */
async function bringRates({ deps }: PaymentPlatform, service: string): Promise<void> {
  await perform(deps, systemActor, async (unit) => {
    const day = unit.now.toISOString().slice(0, 10)
    const rates = [{ id: unit.newId(), from: 'EUR', to: 'SEK', buy: '23', sell: '22' }]
    await insertRates(unit.tx, 1000, { day, service, rates, now: unit.now })
    unit.audit({
      merchantId: 1000,
      entityType: 'forex-rate',
      entityId: day,
      entityLabel: `Rates of ${day}`,
      changeType: 'CREATE',
      action: 'IMPORT',
      after: { service },
    })
    unit.emit({ merchantId: 1000, topic: 'forex-rate', key: day })
  })
}

beforeAll(async () => {
  platform = await paymentPlatform()
  stage = stageOf(platform, await platform.as('admin'))
  for (const plan of plans.filter(({ table }) => withoutUser.has(table)))
    paidBefore.set(plan.users.plain, await plan.pay(stage, plan.users.plain))
  await bringRates(platform, 'fx-desk')
  const publish = await rulePublisher(platform)
  const rows = plans.flatMap(rowsOf)
  for (const table of new Set(rows.map((each) => each.table)))
    await publish(table, ...rows.filter((each) => each.table === table).map(({ row }) => row))
})
afterAll(async () => {
  await platform.close()
})

/** `npm test` pays for a fifth of the outputs of each table, `npm run test:full` for all of them. */
const paidFor = (table: string): readonly Planned[] => {
  const all = plans.filter((plan) => plan.table === table)
  if (process.env.TEST_FULL !== undefined || all.length < 3) return all
  // Two payments around midnight fall into two calendar days, so that one is left to the long run.
  return all.filter(({ output }, index) => index % 5 === 2 && output !== 'windowKind')
}

describe.each(ownSuites.map(({ table }) => table))('in %s', (table) => {
  it.each(paidFor(table).map((plan) => [plan.output, plan] as const))(
    '%s changes the payment',
    async (_output, { users, pay, shows, expected }) => {
      const plain = await shows(paidBefore.get(users.plain) ?? (await pay(stage, users.plain)), stage)
      const changed = await shows(await pay(stage, users.changed), stage)
      expect(changed).not.toEqual(plain)
      if (expected !== undefined) expect(changed).toEqual(expected)
    },
  )
})

/**
 * Nothing may be added here. A screening nobody waits for is not built; who is mailed about an alert, and that a
 * notification ends its table, is built and not shown yet.
 */
const notShown = [
  'alerts emailAddresses',
  'alerts emailTemplate',
  'alerts info',
  'alerts notifyRole',
  'fraud-provider mode',
  'notification stop',
]

it('every declared output has its case', () => {
  const planned = new Set(plans.map(({ table, output }) => `${table} ${output}`))
  const missing = decisionTables
    .flatMap(({ slug, outputs }) => outputs.map(({ key }) => ({ slug, key })))
    .filter(({ slug, key }) => !planned.has(`${slug} ${key}`) && !shownElsewhere[slug]?.[key])
    .map(({ slug, key }) => `${slug} ${key}`)
  expect(missing.toSorted()).toEqual(notShown)
})

it('every case that is shown elsewhere is there, and about a declared output', () => {
  for (const [table, outputs] of Object.entries(shownElsewhere)) {
    const declared = decisionTables.find(({ slug }) => slug === table)?.outputs.map(({ key }) => key) ?? []
    expect(declared).toEqual(expect.arrayContaining(Object.keys(outputs)))
    for (const [file, test] of Object.values(outputs))
      expect(readFileSync(join(import.meta.dirname, file), 'utf8')).toContain(`it('${test}'`)
  }
})
