import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkOutput } from './check-output.ts'
import type { OutputDeclaration, OutputValue } from './decision-table.ts'
import { formatOutput, parseOutput } from './output-text.ts'
import { decisionTables, tableOfSlug } from './tables/index.ts'
import { exampleRulesets } from './testing/example-rows.ts'
import { outputOf } from './testing/output-arbitrary.ts'

function output(slug: string, key: string): OutputDeclaration {
  const found = tableOfSlug(slug)?.outputs.find((declared) => declared.key === key)
  if (!found) throw new Error(`No output ${key} in ${slug}`)
  return found
}

describe('the text of an output', () => {
  it.each(decisionTables.map((table) => [table.slug, table] as const))('reads back in %s', (_slug, table) => {
    for (const declared of table.outputs) {
      fc.assert(
        fc.property(outputOf(declared), (value) => {
          expect(checkOutput(declared, value)).toBeUndefined()
          const text = formatOutput(declared, value)
          expect([text, parseOutput(declared, text)]).toEqual([text, { ok: true, value }])
        }),
        { numRuns: 15 },
      )
    }
  })

  it('holds for the example rows', () => {
    for (const { table, rules } of exampleRulesets)
      for (const { outputs } of rules)
        for (const [key, value] of Object.entries(outputs)) {
          const declared = output(table, key)
          expect(parseOutput(declared, formatOutput(declared, value))).toEqual({ ok: true, value })
        }
  })

  it.each<[string, string, OutputValue | undefined, string]>([
    ['psp-routing', 'psp', 'NordAcq', 'NordAcq'],
    ['psp-routing', 'weight', undefined, ''],
    ['fee', 'percentageFee', 25_000, '2.5%'],
    ['forex', 'marginPct', -12_345, '-1.2345%'],
    ['fee', 'fixedFee', { EUR: '100', SEK: '1050' }, '1 EUR, 10.50 SEK'],
    ['fee', 'nextFree', true, 'yes'],
    ['velocity', 'countStates', ['SUCCESSFUL', 'PROCESSING'], 'SUCCESSFUL, PROCESSING'],
    [
      'payment-methods',
      'excludeAccounts',
      { BANK: ['SE45', 'a;b'], VOUCHER: ['x'] },
      'BANK = SE45, "a;b"; VOUCHER = x',
    ],
    ['general-block', 'info', '"quoted" text', '"""quoted"" text"'],
  ])('%s %s', (slug, key, value, text) => {
    expect(formatOutput(output(slug, key), value)).toBe(text)
    expect(parseOutput(output(slug, key), text)).toEqual({ ok: true, value })
  })

  it.each<[string, string, string, OutputValue]>([
    ['general-block', 'action', 'decline', 'DECLINE'],
    ['fee', 'mode', 'deducted from the amount', 'DEDUCTED'],
    ['fee', 'percentageFee', '2.5', 25_000],
    ['forex', 'toCurrency', 'eur', 'EUR'],
    ['kyc-routing', 'scopes', 'identity, Age', ['ID', 'AGE']],
  ])('may also be %s %s: %s', (slug, key, text, value) => {
    expect(parseOutput(output(slug, key), text)).toEqual({ ok: true, value })
  })
})

describe('a text is refused', () => {
  it.each<[string, string, string, RegExp]>([
    ['psp-routing', 'weight', '1.5', /“1.5” is not a whole number/],
    ['psp-routing', 'weight', '0', /at least 1/],
    ['psp-routing', 'psp', '"x" y', /after the quotation/],
    ['general-block', 'action', 'maybe', /“maybe” is not one/],
    ['fee', 'nextFree', 'sometimes', /neither yes nor no/],
    ['fee', 'percentageFee', '2.00005%', /four decimals/],
    ['fee', 'percentageFee', '101%', /at most 100%/],
    ['fee', 'fixedFee', '1', /“1” is not an amount/],
    ['forex', 'toCurrency', 'gold', /Unknown currency/],
    ['notification', 'emailAddresses', 'a@b.example, nobody', /Invalid email: “nobody”/],
    ['payment-methods', 'excludeAccounts', 'BANK', /BANK = a, b/],
    ['payment-methods', 'excludeAccounts', 'BANK = a; BANK = b', /BANK is named twice/],
    ['payment-methods', 'excludeAccounts', 'BANK =', /at least one/],
    ['general-block', 'info', 'x'.repeat(300_000), /Too long \(at most 200\)/],
    ['payment-methods', 'excludeAccounts', 'a=b;'.repeat(90_000), /At most 300/],
    ['payment-methods', 'depositMethods', '"'.repeat(500_000), /too long/],
  ])('%s %s', (slug, key, text, message) => {
    const result = parseOutput(output(slug, key), text)
    expect(result.ok ? result.value : result.problem.message).toMatch(message)
  })
})
