import { compileRuleset, type CompiledRuleset } from '@signalbox/engine/compile-ruleset'
import { effectiveTable } from '@signalbox/engine/effective-table'
import { evaluate, type Evaluation } from '@signalbox/engine/evaluate'
import { platformVocabulary } from '@signalbox/engine/vocabulary'
import { describe, expect, it } from 'vitest'
import { cardCheck } from '@signalbox/model/payments/transaction-method'
import { zeroMoney, type Money, type MoneyMap } from '@signalbox/model/money/money'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { Facts, Step } from '@signalbox/model/rules/fact'
import { roles } from '@signalbox/model/access/roles'
import { demoPsps } from './setup/demo-psps.ts'
import { ownStore } from '@signalbox/server/payments/connectors/own-store'
import { sandboxAccounts } from '@signalbox/server/payments/connectors/sandbox-accounts'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'
import { decisionTables, tableOfSlug } from '@signalbox/model/rules/tables/index'
import { transactionTypes } from '@signalbox/model/reference/transaction-types'
import { inlineRulesetWorker } from '@signalbox/server/setup/ruleset/ruleset-worker/ruleset-worker'
import { defaultTemplates } from '@signalbox/server/setup/template/default-templates'
import { demoMerchants } from './demo-platform.ts'
import { demoRulesets } from './rules/index.ts'
import { demoChanges } from './rules/unfinished-rules.ts'
import { demoContent } from './seed-rules.ts'

const compiled: readonly CompiledRuleset[] = demoRulesets.map((demo, index) => {
  const table = tableOfSlug(demo.table)
  if (!table) throw new Error(`No table ${demo.table}`)
  const { merchantId } = demo
  const version = {
    ...demoContent(demo.table, demo),
    rulesetId: `demo-${index}`,
    merchantId,
    table: demo.table,
    no: 1,
    version: 1,
  }
  return compileRuleset(table, version, platformVocabulary)
})

const brands = demoMerchants.filter(({ parentId }) => parentId !== 1000)

function ask(slug: string, merchantId: number, facts: Facts, step?: Step): Evaluation {
  const table = tableOfSlug(slug)
  if (!table) throw new Error(`No table ${slug}`)
  const lineage = [merchantId, 100010000, 1000]
  const now = '2026-03-02T12:00:00Z'
  return evaluate(
    effectiveTable(table, lineage, compiled),
    { now, ...facts },
    { step: step ?? table.steps[0] ?? 'D0' },
  )
}

const money = (amount: string, currency: string): Money => {
  const parsed = parseMoney(amount, currency)
  if (!parsed) throw new Error(`${amount} ${currency}`)
  return parsed
}

/** Whole amounts the sandbox knows, with each kind of cents; currencies without cents have the whole ones. */
const triggers = (currency: string): Money[] =>
  currency === 'JPY'
    ? ['666', '777', '888', '999'].map((amount) => money(amount, currency))
    : ['666.05', '666.96', '777.01', '777.14', '888.01', '888.08', '999.01', '999.07', '25.00', '100.00'].map(
        (amount) => money(amount, currency),
      )

const cards = [
  { bin: '411111', binBrand: 'VISA', binType: 'CREDIT', binIssuerCountry: 'SWE' },
  { bin: '400000', binBrand: 'VISA', binType: 'CREDIT', binIssuerCountry: 'USA' },
  { bin: '510510', binBrand: 'MASTERCARD', binType: 'PREPAID', binIssuerCountry: 'USA' },
  { bin: '400005', binBrand: 'VISA', binType: 'DEBIT', binIssuerCountry: 'GBR' },
  { bin: '378282', binBrand: 'AMEX', binType: 'CREDIT', binIssuerCountry: 'USA' },
] as const
const banks = ['DEU', 'SWE', 'FIN', 'GBR', 'NOR', 'MLT'].map((bankCountry) => ({ bankCountry }))
const networks = [
  { ipAddress: '81.2.69.10', ipCountry: 'GBR' },
  { ipAddress: '192.0.2.10', ipCountry: 'SWE' },
  { ipAddress: '198.51.100.10', ipCountry: 'DEU' },
  { ipAddress: '203.0.113.10', ipCountry: 'USA' },
] as const
const users = [
  'user-1',
  'kyc-underage-1',
  'kyc-pep-1',
  'kyc-pending-1',
  'fraud-high',
  'fraud-mid',
  'user_blocked',
]

/** Everything the sandbox reacts to, on every brand, in each of its currencies. */
const payments = brands.flatMap(({ id, currencies, country }) =>
  currencies.flatMap((currency) =>
    transactionTypes.flatMap(({ name, direction, providerType }) =>
      triggers(currency).flatMap((amount, index): { merchantId: number; facts: Facts }[] => {
        const instruments = providerType === 'CREDITCARD' ? cards : banks
        const userId = users[index % users.length] ?? 'user-1'
        return instruments.map((instrument, place) => ({
          merchantId: id,
          facts: {
            merchantId: String(id),
            method: direction,
            txType: name,
            providerType,
            amount: name === cardCheck ? zeroMoney(currency) : amount,
            currency,
            userId,
            userCountry: country,
            firstDeposit: place % 2 === 0,
            internalKycStatus: 'UNKNOWN',
            suspectedAbuse: false,
            location: { ip: 'USA', registration: country },
            ...networks[place % networks.length],
            ...instrument,
          },
        }))
      }),
    ),
  ),
)

describe('the rules of the demo platform', () => {
  it('are there for every table people edit here', () => {
    const used = new Set(demoRulesets.map(({ table }) => table))
    expect(decisionTables.map(({ slug }) => slug).filter((slug) => !used.has(slug))).toEqual(['maintenance'])
  })

  it('let every trigger of the sandbox through', () => {
    expect(payments.length).toBeGreaterThan(2_000)
    const stopped = payments.flatMap(({ merchantId, facts }) => {
      const blocks = ['ip-block', 'bin-block', 'bic-block', 'general-block', 'kyc-block'].filter(
        (slug) => ask(slug, merchantId, facts).hits[0]?.outputs.action === 'DECLINE',
      )
      const offered = ask('payment-methods', merchantId, facts).hits[0]?.outputs
      const methods = facts.method === 'DEPOSIT' ? offered?.depositMethods : offered?.withdrawalMethods
      const isOffered = Array.isArray(methods) && methods.includes(facts.providerType)
      const account = ask('user-psp-account', merchantId, facts).hits[0]?.outputs
      const mayPayOut = facts.method === 'DEPOSIT' || account?.ignoreCheckIfUsed === true
      return blocks.length === 0 && isOffered && mayPayOut ? [] : [{ merchantId, facts, blocks, isOffered }]
    })
    expect(stopped).toEqual([])
  })

  it('find a provider for every payment, and a limit that holds it', () => {
    const refused = payments.filter(({ merchantId, facts }) => {
      const { psp } = ask('psp-routing', merchantId, facts).hits[0]?.outputs ?? {}
      const limit = ask('limit', merchantId, facts, 'D7').hits[0]?.outputs
      const { minor, currency } = facts.amount as Money
      const bound = (amounts: unknown) => BigInt((amounts as MoneyMap | undefined)?.[currency] ?? -1)
      return typeof psp !== 'string' || bound(limit?.min) > minor || bound(limit?.max) < minor
    })
    expect(refused).toEqual([])
  })

  it('are what the checks would let people submit, unfinished ones included', async () => {
    const names = {
      ...Object.fromEntries(
        Object.entries(demoCatalogue).map(([name, entries]) => [name, entries.map(({ value }) => value)]),
      ),
      psp: demoPsps.map(({ psp }) => psp),
      'psp-account': sandboxAccounts.map(({ account }) => account),
      merchant: [1000, ...demoMerchants.map(({ id }) => id)].map(String),
      role: roles,
      'email-template': defaultTemplates.flatMap(({ type, templateType }) =>
        type === 'email' ? templateType : [],
      ),
      'mq-template': defaultTemplates.flatMap(({ type, templateType }) =>
        type === 'mq' ? templateType : [],
      ),
    }
    const psps = Object.fromEntries(
      demoPsps.map(({ psp, txTypes = [], currencies = [] }) => [
        psp,
        {
          txTypes,
          currencies,
          accounts:
            psp === ownStore
              ? ['default']
              : sandboxAccounts.filter((each) => each.psp === psp).map(({ account }) => account),
        },
      ]),
    )
    const contents = [
      ...demoRulesets.map((demo) => [demo.table, demo] as const),
      ...demoChanges.flatMap(({ merchantId, table, change }) =>
        demoRulesets
          .filter((demo) => demo.merchantId === merchantId && demo.table === table)
          .map((demo) => [table, change(demo)] as const),
      ),
    ]
    for (const [table, demo] of contents) {
      const content = JSON.stringify(demoContent(table, demo))
      const nowMs = Date.parse('2026-03-02T12:00:00Z')
      const input = { table, content, nowMs, names, psps, compile: true }
      expect(await inlineRulesetWorker.run('unfit', input), `${table}: ${demo.name}`).toEqual([])
    }
  })

  it('decline what compliance forbids, whatever a brand says', () => {
    for (const { id } of brands) {
      const abroad = { userId: 'qa-user-1', userCountry: 'IRN', method: 'DEPOSIT' }
      expect(ask('general-block', id, abroad).hits[0]).toMatchObject({
        outputs: { action: 'DECLINE' },
        ruleset: { version: { merchantId: 1000 } },
      })
      expect(ask('kyc-block', id, { kycAgeStatus: 'UNDER_AGE' }).hits[0]?.outputs.action).toBe('DECLINE')
    }
  })

  it('are changing: a draft, one that waits for approval and one for its date, by different people', () => {
    expect(demoChanges.map(({ state }) => state).sort()).toEqual(['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED'])
    expect(new Set(demoChanges.map(({ by }) => by)).size).toBeGreaterThan(1)
    for (const change of demoChanges) {
      const base = demoRulesets.find(
        ({ merchantId, table }) => merchantId === change.merchantId && table === change.table,
      )
      expect(base, `${change.merchantId} ${change.table}`).toBeDefined()
      expect(change.approvedBy).not.toBe(change.by)
    }
  })
})
