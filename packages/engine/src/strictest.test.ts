import type { OutputValue } from '@signalbox/model/rules/decision-table'
import { rational } from '@signalbox/model/money/rational'
import type { RateSheet } from '@signalbox/model/money/rates'
import { rateRow } from '@signalbox/model/money/testing/rates'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { expect, it } from 'vitest'
import { compileRuleset } from './compile-ruleset.ts'
import { strictestLimits } from './strictest.ts'
import { platformVocabulary } from './vocabulary.ts'

const mid = rational(31n, 3n)
const row = rateRow({ quote: 'SEK', buy: '1', sell: '1' })
const rates: RateSheet = {
  base: 'EUR',
  quotes: new Map([['SEK', { rateId: 'r', buy: mid, mid, sell: mid, row, importedAtMs: undefined }]]),
}

function hitsWith(...rows: readonly Record<string, OutputValue>[]) {
  const table = tableOfSlug('period-limit')
  if (!table) throw new Error('no period limits')
  const rules = rows.map((outputs, index) => ({
    id: `r${index + 1}`,
    no: index + 1,
    name: '',
    note: '',
    enabled: true,
    conditions: {},
    outputs: { scope: 'USER', reason: 'AML', ...outputs },
  }))
  const ruleset = compileRuleset(
    table,
    {
      rulesetId: 'set',
      merchantId: 30,
      table: 'period-limit',
      no: 1,
      name: '',
      version: 1,
      priority: 1,
      inherit: 'OVERRIDABLE',
      enabled: true,
      preconditions: {},
      rules,
    },
    platformVocabulary,
  )
  return rules.map((_, row) => ruleset.hit(row))
}

it('keeps the lowest sum and the lowest count of one window, each with its row', () => {
  const [limit, ...others] = strictestLimits(
    hitsWith(
      { window: 'DAY', maxSum: { EUR: '50000' }, maxCount: 3 },
      { window: 'DAY', maxSum: { EUR: '20000' }, maxCount: 5 },
      { window: 'DAY', maxSum: { EUR: '20000' } },
    ),
    'EUR',
    undefined,
  )
  expect(others).toEqual([])
  expect(limit?.maxSum?.amount).toEqual({ minor: 20_000n, currency: 'EUR' })
  expect(limit?.maxSum?.hit.rule.id).toBe('r2')
  expect(limit?.maxCount).toMatchObject({ count: 3, hit: { rule: { id: 'r1' } } })
})

it('lets limits over other windows, scopes and net sums stand beside each other', () => {
  const limits = strictestLimits(
    hitsWith(
      { window: 'DAY', maxSum: { EUR: '100' } },
      { window: 'MONTH', maxSum: { EUR: '900' } },
      { window: 'DAY', scope: 'ACCOUNT', maxSum: { EUR: '50' } },
      { window: 'DAY', net: true, maxSum: { EUR: '10' } },
      { window: 'ROLLING', rollingHours: 24, maxSum: { EUR: '70' } },
      { window: 'ROLLING', rollingHours: 48, maxSum: { EUR: '80' } },
    ),
    'EUR',
    undefined,
  )
  expect(limits.map(({ maxSum }) => maxSum?.amount.minor)).toEqual([100n, 900n, 50n, 10n, 70n, 80n])
})

it('converts a sum the row does not name, in favour of the limit, and says nothing where there is no rate', () => {
  const hits = hitsWith({ window: 'DAY', maxSum: { EUR: '10000' } })
  expect(strictestLimits(hits, 'SEK', rates)[0]?.maxSum?.amount).toEqual({ minor: 103_333n, currency: 'SEK' })
  expect(strictestLimits(hits, 'SEK', undefined)[0]?.maxSum).toBeUndefined()
})
