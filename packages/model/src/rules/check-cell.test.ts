import { describe, expect, it } from 'vitest'
import type { Cell } from './cell.ts'
import { checkCell } from './check-cell.ts'
import { factOf } from './facts.ts'
import { amountAtLeast, atLeast, between, fits, inBlocks, oneOf, startsWith, yes } from './testing/cells.ts'

function check(key: string, cell: Cell) {
  const fact = factOf(key)
  if (!fact) throw new Error(`No fact ${key}`)
  return checkCell(fact, cell)
}

const period = (min: string, max: string): Cell => ({
  op: 'range',
  min: { value: min, inclusive: true },
  max: { value: max, inclusive: true },
})
const schedule = (given: Partial<Extract<Cell, { op: 'schedule' }>>): Cell => ({
  op: 'schedule',
  timeZone: 'Europe/Stockholm',
  days: [1, 2],
  from: '09:00',
  to: '17:00',
  ...given,
})
const moneyRange = (given: Partial<Extract<Cell, { op: 'moneyRange' }>>): Cell => ({
  op: 'moneyRange',
  minInclusive: true,
  maxInclusive: true,
  onMissing: 'NO_MATCH',
  ...given,
})

describe('a cell is refused', () => {
  it.each<[string, Cell, string, RegExp]>([
    ['userCountry', yes, 'OPERATOR', /“is yes or no” cannot be used with User country/],
    ['bin', fits('4.*'), 'OPERATOR', /pattern/],
    ['userCountry', oneOf('NOR', 'XYZ'), 'COUNTRY', /“XYZ”/],
    ['userCountry', oneOf(), 'EMPTY', /at least one/],
    ['currency', oneOf('EUR', 'EURO'), 'CURRENCY', /“EURO”/],
    ['method', oneOf('REFUND'), 'OPTION', /“REFUND”/],
    ['service', oneOf(' IDEAL'), 'TEXT', /space/],
    ['service', oneOf('a\u0000b'), 'TEXT', /control/],
    ['service', oneOf(''), 'EMPTY', /empty/],
    ['service', oneOf('x'.repeat(201)), 'TOO_LONG', /200/],
    ['service', oneOf(...Array.from({ length: 1001 }, (_, n) => `s${n}`)), 'TOO_MANY', /1000/],
    ['merchantId', oneOf('brand'), 'NUMBER', /merchant/],
    ['minutesBack', oneOf('15.0'), 'NUMBER', /“15.0”/],
    ['minutesBack', oneOf('0'), 'OUT_OF_BOUNDS', /at least 1/],
    ['userAge', between(30, 18), 'REVERSED', /is after its end/],
    ['userAge', { op: 'range' }, 'EMPTY', /start or an end/],
    ['userAge', atLeast(Number.NaN), 'NUMBER', /NaN/],
    ['userAge', atLeast(1e300), 'NUMBER', /number/],
    ['userAge', atLeast(151), 'OUT_OF_BOUNDS', /at most 150/],
    ['userAge', { op: 'range', min: { value: '18', inclusive: true } }, 'NUMBER', /“18”/],
    ['thresholdPct', atLeast(1_000_001), 'OUT_OF_BOUNDS', /at most 100%/],
    ['thresholdPct', atLeast(0.5), 'NUMBER', /four decimals/],
    [
      'fraudScore',
      { op: 'range', min: { value: 5, inclusive: true }, max: { value: 5, inclusive: false } },
      'REVERSED',
      /is after its end/,
    ],
    ['amount', amountAtLeast({ XXX: '1' }), 'CURRENCY', /“XXX”/],
    ['amount', amountAtLeast({ EUR: '1.50' }), 'AMOUNT', /“1.50” EUR/],
    ['amount', amountAtLeast({ EUR: '-1' }), 'AMOUNT', /-1/],
    ['amount', amountAtLeast({ EUR: '1234567890123456' }), 'AMOUNT', /15 digits/],
    ['amount', amountAtLeast({}), 'EMPTY', /currency/],
    ['amount', moneyRange({}), 'EMPTY', /start or an end/],
    ['amount', moneyRange({ min: { SEK: '1', EUR: '501' }, max: { EUR: '500' } }), 'REVERSED', /in EUR/],
    [
      'amount',
      moneyRange({ min: { EUR: '500' }, max: { EUR: '500' }, maxInclusive: false }),
      'REVERSED',
      /EUR/,
    ],
    ['bin', startsWith('45'), 'BIN', /“45”/],
    ['bin', startsWith('411111222233'), 'BIN', /6 to 11/],
    ['bin', startsWith('41111X'), 'BIN', /41111X/],
    ['bin', period('444500', '444433'), 'REVERSED', /is after its end/],
    ['bic', oneOf('NDEASES'), 'BANK_CODE', /8 or 11/],
    ['bic', startsWith('NDEA SE'), 'BANK_CODE', /BIC/],
    ['iban', startsWith('12'), 'BANK_CODE', /IBAN/],
    ['ipAddress', inBlocks('192.0.2.0/33'), 'ADDRESS', /192\.0\.2\.0\/33/],
    ['ipAddress', inBlocks('192.0.2'), 'ADDRESS', /192\.0\.2/],
    ['ipAddress', inBlocks('2001:db8::1::2'), 'ADDRESS', /2001/],
    ['ipAddress', inBlocks('10.0.0.0/8/8'), 'ADDRESS', /10/],
    ['email', fits('(a+)+'), 'PATTERN', /^Invalid regular expression$/],
    ['email', fits('(?=x)'), 'PATTERN', /^Invalid regular expression$/],
    ['validPeriod', period('2026-03-02T00:00:00Z', '2026-03-01T00:00:00Z'), 'REVERSED', /is after its end/],
    ['validPeriod', period('2026-02-30T00:00:00Z', '2026-03-01T00:00:00Z'), 'INSTANT', /2026-02-30/],
    ['validPeriod', period('2026-03-01T00:00:00+01:00', '2026-03-02T00:00:00Z'), 'INSTANT', /UTC/],
    ['schedule', schedule({ days: [] }), 'SCHEDULE', /at least one day/],
    ['schedule', schedule({ days: [1, 8] }), 'SCHEDULE', /Monday/],
    ['schedule', schedule({ days: [1, 1] }), 'SCHEDULE', /twice/],
    ['schedule', schedule({ from: '24:00' }), 'SCHEDULE', /24:00/],
    ['schedule', schedule({ timeZone: 'Europe/Atlantis' }), 'SCHEDULE', /Atlantis/],
    ['cron', oneOf('*/5 * * *'), 'CRON', /number of fields/],
    ['cron', oneOf('*/5 25 * * *'), 'CRON', /hour/],
    ['location', { op: 'match', values: ['ip'] }, 'SOURCES', /two/],
    ['location', { op: 'match', values: ['ip', 'ip'] }, 'SOURCES', /different/],
    ['location', { op: 'mismatch', values: ['ip', 'phone'] }, 'OPTION', /phone/],
    ['userAttributes', { op: 'set' }, 'EMPTY', /Enter a key/],
    ['vatId', { op: 'set', key: 'x' }, 'SHAPE', /no keys/],
    ['attributes', { op: 'mapIn', key: '', values: ['x'] }, 'EMPTY', /empty/],
    ['attributes', { op: 'mapIn', key: 'vip', values: [] }, 'EMPTY', /at least one/],
  ])('%s %j', (key, cell, code, message) => {
    const found = check(key, cell)
    expect(found?.code).toBe(code)
    expect(found?.message).toMatch(message)
  })
})

describe('a cell is fine', () => {
  it.each<[string, Cell]>([
    ['userCountry', oneOf('NOR', 'EEA', 'HIGH_RISK')],
    ['method', oneOf('Deposit')],
    ['bin', startsWith('411111', '41111122223')],
    ['bin', period('444433', '444433')],
    ['bin', period('44443355', '444433')],
    ['amount', moneyRange({ min: { EUR: '500' }, max: { EUR: '500', SEK: '1' } })],
    ['ipAddress', inBlocks('192.0.2.1', '::/0', '2001:db8::/48', '::ffff:192.0.2.1', '1:2:3:4:5:6:7:8')],
    ['schedule', schedule({ from: '22:00', to: '06:00', timeZone: 'UTC' })],
    ['validPeriod', { op: 'range', min: { value: '2026-03-01T01:00:00.500Z', inclusive: true } }],
    ['cron', oneOf('0,30 8-18/2 * 1-6 1-5')],
    ['txStatusCode', oneOf('ERR_DECLINED_NO_FUNDS', 'SUCCESS_WAITING_CAPTURE')],
  ])('%s %j', (key, cell) => {
    expect(check(key, cell)).toBeUndefined()
  })
})
