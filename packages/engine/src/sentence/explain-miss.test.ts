import type { Cell } from '@signalbox/model/rules/cell'
import type { FactValue } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import {
  amountAtLeast,
  amountAtMost,
  amountBelow,
  atLeast,
  below,
  between,
  fits,
  inBlocks,
  no,
  noneOf,
  oneOf,
  startsWith,
  yes,
} from '@signalbox/model/rules/testing/cells'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { describe, expect, test } from 'vitest'
import { explainMiss, explainMissedRow } from './explain-miss.ts'

const english = { formats: defaultUserFormats }

function miss(key: string, cell: Cell, actual: FactValue | undefined): string {
  const fact = factOf(key)
  if (!fact) throw new Error(`${key} is no fact`)
  return explainMiss(fact, cell, actual, english)
}

const eur = (minor: bigint) => ({ minor, currency: 'EUR' })
const weekdays: Cell = {
  op: 'schedule',
  timeZone: 'Europe/Stockholm',
  days: [1, 2, 3, 4, 5],
  from: '09:00',
  to: '17:00',
}
const march: Cell = {
  op: 'range',
  min: { value: '2026-03-01T00:00:00Z', inclusive: true },
  max: { value: '2026-04-01T00:00:00Z', inclusive: false },
}

test.each<[string, Cell, FactValue, string]>([
  ['amount', amountAtMost({ EUR: '3000' }), eur(4500n), 'amount 45.00 EUR is above 30.00 EUR'],
  ['amount', amountAtLeast({ EUR: '3000' }), eur(100n), 'amount 1.00 EUR is below 30.00 EUR'],
  ['amount', amountBelow({ EUR: '3000' }), eur(3000n), 'amount 30.00 EUR is not below 30.00 EUR'],
  [
    'amount',
    {
      op: 'moneyRange',
      min: { EUR: '3000' },
      minInclusive: false,
      maxInclusive: true,
      onMissing: 'NO_MATCH',
    },
    eur(3000n),
    'amount 30.00 EUR is not above 30.00 EUR',
  ],
  [
    'amount',
    amountAtMost({ EUR: '3000' }),
    { minor: 100n, currency: 'NOK' },
    'amount 1.00 NOK has no bound in NOK',
  ],
  [
    'amount',
    { op: 'moneyRange', max: { EUR: '3000' }, minInclusive: true, maxInclusive: true, onMissing: 'CONVERT' },
    { minor: 100_000n, currency: 'NOK' },
    'amount 1,000.00 NOK is not worth at most 30.00 EUR',
  ],
  ['balance', amountAtMost({ EUR: '100' }), eur(101n), "user's balance 1.01 EUR is above 1.00 EUR"],
  ['exemptInRow', below(5), 5, 'number of exempt payments in a row is 5, must be below 5'],
  ['fraudScore', between(60, 84), 90, 'fraud score is 90, must be between 60 and 84'],
  ['thresholdPct', atLeast(400_000), 125_000, 'share of transactions is 12.5 %, must be at least 40 %'],
  [
    'userCountry',
    oneOf('FIN', 'NLD'),
    'DEU',
    "user's country is Germany, must be Finland or the Netherlands",
  ],
  ['userCountry', noneOf('EEA'), 'SWE', "user's country is Sweden, must not be the EEA"],
  [
    'binIssuerCountry',
    noneOf('EEA', 'GBR'),
    'GBR',
    "issuer's country is the United Kingdom, must be neither the EEA nor the United Kingdom",
  ],
  ['currency', oneOf('NOK', 'DKK'), 'EUR', 'currency is EUR, must be Norwegian or Danish kroner'],
  ['internalKycStatus', noneOf('VERIFIED'), 'VERIFIED', 'KYC status is Verified, must not be Verified'],
  [
    'txStatusCode',
    oneOf('ERR_DECLINED_FRAUD'),
    'ERR_DECLINED_NO_FUNDS',
    'status code is ERR_DECLINED_NO_FUNDS, must be ERR_DECLINED_FRAUD',
  ],
  [
    'pepsSanctions',
    oneOf('SDN_WARNING'),
    ['PEP_WARNING', 'SANCTIONS_WARNING'],
    'PEP and sanctions warnings are Politically exposed person and On a sanctions list, must include Specially designated national',
  ],
  [
    'pspUsedBefore',
    noneOf('NordAcq'),
    ['NordAcq'],
    'PSPs the user paid with before are NordAcq, must not include NordAcq',
  ],
  ['pspUsedBefore', oneOf('NordAcq'), [], 'PSPs the user paid with before are none, must include NordAcq'],
  [
    'bin',
    startsWith('40005610', '533317'),
    '411111',
    "card's BIN is 411111, must begin with 40005610 or 533317",
  ],
  ['bin', { op: 'notPrefix', values: ['4'] }, '411111', "card's BIN is 411111, must not begin with 4"],
  [
    'ipAddress',
    inBlocks('192.0.2.0/24'),
    '203.0.113.9',
    'IP address is 203.0.113.9, must be in 192.0.2.0/24',
  ],
  [
    'ipAddress',
    { op: 'notCidr', values: ['203.0.113.0/28'] },
    '203.0.113.9',
    'IP address is 203.0.113.9, must not be in 203.0.113.0/28',
  ],
  [
    'info',
    fits('.*insufficient.*'),
    'Do not honour',
    "PSP's text is “Do not honour”, must contain “insufficient”",
  ],
  [
    'email',
    { op: 'notRegex', pattern: '.*@x\\.example' },
    'a@x.example',
    "user's email address is a@x.example, must not end with “@x.example”",
  ],
  ['suspectedAbuse', yes, false, 'no abuse is suspected'],
  ['firstWithdrawal', no, true, 'no withdrawal succeeded before'],
  ['userAttributes', { op: 'set', key: 'limits' }, {}, 'user attribute “limits” is not given'],
  ['vatId', { op: 'notSet' }, 'SE556677', "buyer's VAT id is given, must not be"],
  [
    'attributes',
    { op: 'mapIn', key: 'bonus', values: ['A', 'B'] },
    { bonus: 'C' },
    'request attribute “bonus” is C, must be A or B',
  ],
  [
    'attributes',
    { op: 'mapNotIn', key: 'bonus', values: ['A'] },
    { other: 'C' },
    'request attribute “bonus” is not given',
  ],
  [
    'location',
    { op: 'match', values: ['ip', 'registration'] },
    { ip: 'SWE', registration: 'DEU' },
    'countries of the IP address and the registration differ (Sweden and Germany)',
  ],
  [
    'location',
    { op: 'mismatch', values: ['ip', 'bank'] },
    { ip: 'SWE', bank: 'SWE' },
    'countries of the IP address and the bank are the same (Sweden)',
  ],
  [
    'location',
    { op: 'match', values: ['ip', 'bank'] },
    { ip: 'SWE' },
    'fewer than two of the countries of the IP address and the bank are known',
  ],
  [
    'schedule',
    weekdays,
    '2026-03-01T22:10:00Z',
    'it is Sunday 23:10, must be from Monday to Friday between 09:00 and 17:00 (Europe/Stockholm)',
  ],
  [
    'validPeriod',
    march,
    '2026-05-01T10:00:00Z',
    'it is 2026-05-01 10:00, must be from 2026-03-01 00:00 until 2026-04-01 00:00',
  ],
])('%s %j', (key, cell, actual, text) => {
  expect(miss(key, cell, actual)).toBe(text)
})

describe('what is not known', () => {
  test('is said, with the reason where there is one', () => {
    expect(miss('binIssuerCountry', noneOf('USA'), undefined)).toBe(
      "issuer's country is not known (needs a card)",
    )
    expect(miss('bankCountry', oneOf('SWE'), undefined)).toBe(
      "bank's country is not known (needs a bank account)",
    )
    expect(miss('userAge', atLeast(18), undefined)).toBe("user's age is not known")
    expect(miss('suspectedAbuse', yes, undefined)).toBe('it is not known whether abuse is suspected')
    expect(miss('attributes', { op: 'mapIn', key: 'bonus', values: ['A'] }, undefined)).toBe(
      'request attribute “bonus” is not known',
    )
  })

  test('is said of a value that cannot be what it should', () => {
    expect(miss('amount', amountAtMost({ EUR: '1' }), 'much')).toBe('amount cannot be compared')
    expect(miss('schedule', weekdays, 7)).toBe('it cannot be compared')
  })
})

test('a row tells all its reasons', () => {
  expect(
    explainMissedRow(
      1,
      [
        { column: 'amount', cell: amountAtMost({ EUR: '3000' }), actual: eur(4500n) },
        { column: 'exemptInRow', cell: below(5), actual: 5 },
      ],
      english,
    ),
  ).toBe(
    'Row 1 did not match: amount 45.00 EUR is above 30.00 EUR; number of exempt payments in a row is 5, must be below 5.',
  )
})
