import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { Rule } from '@signalbox/model/rules/rule'
import { systemActor } from '../kit/audit.ts'
import { perform } from '../kit/unit-of-work.ts'
import { insertRates } from './reference/reference-store.ts'
import { paymentPlatform, type PaymentPlatform } from './testing/payment-platform.ts'
import { onlyFor, rulePublisher } from './testing/publish-rules.ts'
import { alertCases, alertPsp } from './testing/rule-cases/alert-cases.ts'
import { oneIn } from '../testing/one-in.ts'
import { blockSuites } from './testing/rule-cases/block-cases.ts'
import { cashierSuites } from './testing/rule-cases/cashier-cases.ts'
import { limitSuites } from './testing/rule-cases/limit-cases.ts'
import { messageSuites } from './testing/rule-cases/message-cases.ts'
import { moneySuites } from './testing/rule-cases/money-cases.ts'
import { openWindows, windowUsers, type WindowOutput } from './testing/rule-cases/open-windows.ts'
import { operationSuites } from './testing/rule-cases/operation-cases.ts'
import { publishAlerts, ringAlerts, type AlertOutput } from './testing/rule-cases/ring-alerts.ts'
import { routingSuites } from './testing/rule-cases/routing-cases.ts'
import type { OutputCase, Pay, Seen, Stage, Suite } from './testing/rule-cases/rule-case.ts'
import { openStage } from './testing/rule-cases/stage.ts'
import { windowCases } from './testing/rule-cases/window-cases.ts'

const merchantId = 100010001
const ownSuites: readonly Suite[] = [
  ...routingSuites,
  ...moneySuites,
  ...limitSuites,
  ...blockSuites,
  ...operationSuites,
  ...cashierSuites,
  ...messageSuites,
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

/** What rows of the cases name: a second cashier and a second message for queues. */
async function bringDocuments({ as }: PaymentPlatform): Promise<void> {
  const admin = await as('admin')
  const cashier = await admin.post(`/config?merchantId=${merchantId}`, {
    type: 'CashierConfig',
    document: { accounts: { phone: { labels: { CREDITCARD: 'Plastic' } } } },
    note: 'testing',
  })
  expect(cashier.status, cashier.text).toBe(200)
  const template = await admin.post(`/template/?merchantId=${merchantId}`, {
    type: 'mq',
    templateType: 'WithdrawalNotification',
    locale: 'all',
    content: '{ "id": ${ptx.id;json} }',
    note: 'testing',
  })
  expect(template.status, template.text).toBe(200)
}

beforeAll(async () => {
  platform = await paymentPlatform()
  stage = await openStage(platform)
  for (const plan of plans.filter(({ table }) => withoutUser.has(table)))
    paidBefore.set(plan.users.plain, await plan.pay(stage, plan.users.plain))
  await bringRates(platform, 'fx-desk')
  await bringDocuments(platform)
  const publish = await rulePublisher(platform)
  const rows = plans.flatMap(rowsOf)
  for (const table of new Set(rows.map((each) => each.table)))
    await publish(table, ...rows.filter((each) => each.table === table).map(({ row }) => row))
})
afterAll(async () => {
  await platform.close()
})

/** `npm test` pays for a fifth of the outputs of each table, another one when the code changes, `npm run test:full` for all. */
function someOf<T>(all: readonly T[], outputOf: (each: T) => string): readonly T[] {
  if (all.length < 3 || process.env.TEST_FULL) return all
  // Two payments around midnight fall into two calendar days, so that one is left to the long run.
  return oneIn(
    5,
    all.filter((each) => outputOf(each) !== 'windowKind'),
  )
}

const paidFor = (table: string): readonly Planned[] =>
  someOf(
    plans.filter((plan) => plan.table === table),
    ({ output }) => output,
  )

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

describe('in maintenance', () => {
  const outputs = someOf(Object.keys(windowCases) as WindowOutput[], (output) => output)
  beforeAll(() => openWindows(platform))

  it.each(outputs)('%s changes the payment', async (output) => {
    const { shows, expected } = windowCases[output]
    const users = windowUsers(output)
    const voucher = (userId: string) => ({
      txType: 'VoucherDeposit',
      type: 'partner',
      card: undefined,
      voucherCode: `${userId.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}0000`.slice(-16),
    })
    const plain = shows(await stage.deposit(users.plain, voucher(users.plain)))
    const changed = shows(await stage.deposit(users.changed, voucher(users.changed)))
    expect(changed).not.toEqual(plain)
    expect(changed).toEqual(expected)
  })
})

describe('in alerts', () => {
  let rang: Awaited<ReturnType<typeof ringAlerts>>
  beforeAll(async () => {
    await publishAlerts(platform)
    const { row } = await stage.deposit('u-alerts', { txType: 'CryptoCurrencyDeposit', card: undefined })
    if (row.psp !== alertPsp) throw new Error(`${row.psp} is not what the rows watch`)
    rang = await ringAlerts(platform)
  })

  // One payment rings for all of them, so none is left to the long run.
  it.each(Object.keys(alertCases) as AlertOutput[])('%s changes what follows from it', (output) => {
    const { shows, expected } = alertCases[output]
    const { changed, plain } = rang(output)
    expect(shows(changed)).toEqual(expected)
    expect(shows(plain)).not.toEqual(expected)
  })
})

it('every declared output has its case', () => {
  const cases = new Set([
    ...plans.map(({ table, output }) => `${table} ${output}`),
    ...Object.keys(windowCases).map((output) => `maintenance ${output}`),
    ...Object.keys(alertCases).map((output) => `alerts ${output}`),
  ])
  const declared = decisionTables.flatMap(({ slug, outputs }) => outputs.map(({ key }) => `${slug} ${key}`))
  expect([...cases].toSorted()).toEqual(declared.toSorted())
})
