import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cell } from './cell.ts'
import { formatCell, parseCell } from './cell-text.ts'
import { checkCell } from './check-cell.ts'
import { operators } from './cell.ts'
import type { FactDeclaration } from './fact.ts'
import { factOf, facts } from './facts.ts'
import { cellOf } from './testing/cell-arbitrary.ts'
import { exampleRulesets } from './testing/example-rows.ts'
import { noneOf, oneOf, startsWith } from './testing/cells.ts'

function fact(key: string): FactDeclaration {
  const found = factOf(key)
  if (!found) throw new Error(`No fact ${key}`)
  return found
}
const parse = (key: string, text: string) => parseCell(fact(key), text)
const format = (key: string, cell: Cell) => formatCell(fact(key), cell)

const pairs = facts.flatMap((declared) =>
  declared.operators.map((op) => [declared.key, op, declared] as const),
)

describe('the text of a cell', () => {
  it.each(pairs)('of %s with %s reads back as the same cell', (_key, op, declared) => {
    fc.assert(
      fc.property(cellOf(declared, op), (cell) => {
        expect(checkCell(declared, cell)).toBeUndefined()
        const text = formatCell(declared, cell)
        expect([text, parseCell(declared, text)]).toEqual([text, { ok: true, value: cell }])
      }),
      { numRuns: 40 },
    )
  })

  it('covers every operator there is but those no fact allows', () => {
    const used = new Set(pairs.map(([, op]) => op))
    expect(operators.filter((op) => !used.has(op))).toEqual(['notRegex'])
  })

  it('reads back whatever operators a fact might be given one day', () => {
    const declared = {
      ...fact('email'),
      operators: ['in', 'notIn', 'prefix', 'notPrefix', 'regex', 'notRegex'],
    } as const
    fc.assert(
      fc.property(
        fc.constantFrom(...declared.operators).chain((op) => cellOf(declared, op)),
        (cell) => {
          expect(parseCell(declared, formatCell(declared, cell))).toEqual({ ok: true, value: cell })
        },
      ),
      { numRuns: 500 },
    )
  })

  it('holds for the example rows', () => {
    for (const { rules } of exampleRulesets)
      for (const { conditions } of rules)
        for (const [key, cell] of Object.entries(conditions))
          expect(parse(key, format(key, cell))).toEqual({ ok: true, value: cell })
  })

  it.each<[string, string, Cell]>([
    ['userCountry', 'NOR, SWE', oneOf('NOR', 'SWE')],
    ['userCountry', 'not USA', noneOf('USA')],
    ['userAge', '>= 18', { op: 'range', min: { value: 18, inclusive: true } }],
    [
      'fraudScore',
      '60..<85',
      { op: 'range', min: { value: 60, inclusive: true }, max: { value: 85, inclusive: false } },
    ],
    [
      'amount',
      '20 EUR, 200 SEK ..< 500.50 EUR, 5000 SEK',
      {
        op: 'moneyRange',
        min: { EUR: '2000', SEK: '20000' },
        max: { EUR: '50050', SEK: '500000' },
        minInclusive: true,
        maxInclusive: false,
        onMissing: 'NO_MATCH',
      },
    ],
    [
      'amount',
      '> 1000 JPY, 1.500 KWD (convert)',
      {
        op: 'moneyRange',
        min: { JPY: '1000', KWD: '1500' },
        minInclusive: false,
        maxInclusive: true,
        onMissing: 'CONVERT',
      },
    ],
    ['bin', '457100*, 45710199*', startsWith('457100', '45710199')],
    ['ipAddress', 'not 10.0.0.0/8', { op: 'notCidr', values: ['10.0.0.0/8'] }],
    ['email', '/.*@brand\\.example/', { op: 'regex', pattern: '.*@brand\\.example' }],
    ['suspectedAbuse', 'yes', { op: 'is', value: true }],
    ['vatId', 'not set', { op: 'notSet' }],
    ['userAttributes', 'limits set', { op: 'set', key: 'limits' }],
    ['attributes', 'vip = gold, silver', { op: 'mapIn', key: 'vip', values: ['gold', 'silver'] }],
    ['attributes', 'vip != gold', { op: 'mapNotIn', key: 'vip', values: ['gold'] }],
    ['location', 'match ip, registration', { op: 'match', values: ['ip', 'registration'] }],
    [
      'schedule',
      'Mon-Fri 09:00-17:00 Europe/Stockholm',
      { op: 'schedule', timeZone: 'Europe/Stockholm', days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
    ],
    [
      'validPeriod',
      '2026-03-01 01:00..<2026-03-01 03:00',
      {
        op: 'range',
        min: { value: '2026-03-01T01:00:00Z', inclusive: true },
        max: { value: '2026-03-01T03:00:00Z', inclusive: false },
      },
    ],
    ['thresholdPct', '>= 37.5%', { op: 'range', min: { value: 375_000, inclusive: true } }],
    ['excludedUserIds', 'qa-user-1, qa-user-2', noneOf('qa-user-1', 'qa-user-2')],
    ['service', '"a, b", "not"', oneOf('a, b', 'not')],
  ])('%s: %s', (key, text, cell) => {
    expect(format(key, cell)).toBe(text)
    expect(parse(key, text)).toEqual({ ok: true, value: cell })
  })
})

describe('people may also write', () => {
  it.each<[string, string, Cell | undefined]>([
    ['userCountry', '', undefined],
    ['userCountry', '  ', undefined],
    ['userCountry', '*', undefined],
    ['userCountry', 'Any', undefined],
    ['userCountry', 'norway, se, eea', oneOf('NOR', 'SWE', 'EEA')],
    ['userCountry', 'NOR\nSWE\n', oneOf('NOR', 'SWE')],
    ['currency', 'eur', oneOf('EUR')],
    ['method', 'Deposit', oneOf('DEPOSIT')],
    ['apiSource', 'back office', oneOf('BACKOFFICE')],
    [
      'userAge',
      '18',
      { op: 'range', min: { value: 18, inclusive: true }, max: { value: 18, inclusive: true } },
    ],
    ['userAge', '≥ 18', { op: 'range', min: { value: 18, inclusive: true } }],
    ['userAge', '..<18', { op: 'range', max: { value: 18, inclusive: false } }],
    ['bin', '411111, 4222 22', startsWith('411111', '422222')],
    ['bin', '/411111|522222/', startsWith('411111', '522222')],
    ['userId', 'qa-*', startsWith('qa-')],
    ['iban', 'SE45 5000', startsWith('SE455000')],
    ['suspectedAbuse', 'NEJ', { op: 'is', value: false }],
    [
      'amount',
      '<= eur 1 000.50',
      {
        op: 'moneyRange',
        max: { EUR: '100050' },
        minInclusive: true,
        maxInclusive: true,
        onMissing: 'NO_MATCH',
      },
    ],
    [
      'schedule',
      'fri-mon 18:00-24:00 UTC',
      { op: 'schedule', timeZone: 'UTC', days: [1, 5, 6, 7], from: '18:00', to: '00:00' },
    ],
    [
      'validPeriod',
      '2026-03-01..2026-03-31',
      {
        op: 'range',
        min: { value: '2026-03-01T00:00:00Z', inclusive: true },
        max: { value: '2026-04-01T00:00:00Z', inclusive: false },
      },
    ],
    ['validPeriod', '> 2026-12-31', { op: 'range', min: { value: '2027-01-01T00:00:00Z', inclusive: true } }],
  ])('%s: %j', (key, text, cell) => {
    expect(parse(key, text)).toEqual({ ok: true, value: cell })
  })
})

describe('a text is refused', () => {
  it.each<[string, string, RegExp]>([
    ['userCountry', 'NOR, Atlantis', /Unknown country “Atlantis”/],
    ['userCountry', 'NOR,, SWE', /empty/],
    ['userCountry', 'not', /must not be/],
    ['merchantId', 'not 1000', /“is none of” cannot be used with Merchant/],
    ['service', '"a', /not closed/],
    ['service', '"a" b', /after the quotation “a”/],
    ['bic', 'NDEASESS, NDEA*', /mixed/],
    ['bin', '45*', /“45” is not a BIN/],
    ['userAge', 'young', /Must be a number: “young”/],
    ['userAge', '30..18', /after its end/],
    ['userAge', '..', /start or an end/],
    ['amount', '500 EUR', />= 20 EUR/],
    ['amount', '>= 500', /“500” is not an amount/],
    ['amount', '>= 500 XYZ', /Unknown currency “XYZ”/],
    ['amount', '>= 1.005 EUR', /“1.005 EUR” is not an amount of EUR/],
    ['amount', '>= 1 EUR, 2 EUR', /EUR is named twice/],
    ['amount', '10 EUR .. 5 EUR', /in EUR/],
    ['ipAddress', '10.0.0.256', /10\.0\.0\.256/],
    ['email', '/(a+)+/', /Invalid regular expression/],
    ['userCountry', '/N.*/', /cannot be used with/],
    ['suspectedAbuse', 'maybe', /neither yes nor no/],
    ['vatId', 'SE123', /cannot be used with/],
    ['attributes', 'vip', /vip = gold/],
    ['attributes', '= gold', /Name the attribute/],
    ['attributes', 'vip =', /at least one/],
    ['location', 'ip, registration', /match or mismatch/],
    ['location', 'match ip, phone', /phone/],
    ['schedule', 'Mon-Fri 09:00-17:00', /time zone/],
    ['schedule', 'Mon-Fri Europe/Stockholm', /like Mon-Fri/],
    ['schedule', 'Mon-Xyz 09:00-17:00 UTC', /“Xyz” is not a day/],
    ['schedule', 'Mon 09:00-25:00 UTC', /“25:00”/],
    ['schedule', 'Mon 09:00-17:00 Mars/Base', /Mars\/Base/],
    ['validPeriod', '>= 2026-02-30', /2026-02-30/],
    ['validPeriod', '>= tomorrow', /tomorrow/],
    ['thresholdPct', '>= 1.23456%', /four decimals/],
    ['cron', 'every day', /every day/],
  ])('%s: %j', (key, text, message) => {
    const result = parse(key, text)
    expect(result.ok ? result.value : result.problem.message).toMatch(message)
  })

  it.each([
    ['userCountry', 'NOR,'.repeat(200_000)],
    ['service', '"'.repeat(300_000)],
    ['service', ' '.repeat(400_000) + 'x,,'],
    ['service', 'a,'.repeat(1_001)],
    ['amount', `>= ${'1'.repeat(300_000)} EUR`],
    ['amount', `>= ${' 1 EUR,'.repeat(50_000)}`],
    ['schedule', `Mon${' '.repeat(300_000)}09:00`],
    ['attributes', `${'a '.repeat(200_000)}= b`],
    ['email', `/${'('.repeat(300_000)}/`],
    ['userAge', '.'.repeat(300_000)],
    ['ipAddress', ':'.repeat(300_000)],
    ['validPeriod', '2'.repeat(300_000)],
    ['location', `match ${'ip, '.repeat(90_000)}`],
  ])('however long it is: %s', (key, text) => {
    expect(parse(key, text).ok).toBe(false)
  })

  it('with a reason, or read as a sound cell, whatever it is', () => {
    const anyText = fc.oneof(fc.string({ maxLength: 40 }), fc.string({ unit: 'binary', maxLength: 40 }))
    const outcome = fc.check(
      fc.property(fc.constantFrom(...facts), anyText, (declared, text) => {
        const result = parseCell(declared, text)
        const isReason = !result.ok && result.problem.message !== ''
        const isSound = result.ok && (!result.value || checkCell(declared, result.value) === undefined)
        return isReason || isSound
      }),
      { numRuns: 2_000 },
    )
    expect(outcome.counterexample).toBeNull()
  })
})
