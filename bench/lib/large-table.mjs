/** Twenty columns of PSP routing, every other row asking something else, as tables grow in a platform of many brands. */

const rowCount = 10_000
const countries = ['SWE', 'NOR', 'DNK', 'FIN', 'DEU', 'GBR', 'FRA', 'ESP', 'ITA', 'NLD']
const currencies = ['EUR', 'SEK', 'NOK', 'DKK', 'GBP', 'USD']
const psps = ['acmecards', 'borealpay']

const pick = (list, n) => list[n % list.length]
const oneOf = (...values) => ({ op: 'in', values })

const conditionsOf = (n) => ({
  method: oneOf('Deposit'),
  txType: oneOf('CreditcardDeposit'),
  currency: oneOf(pick(currencies, n)),
  amount: {
    op: 'moneyRange',
    min: { EUR: String(n * 100) },
    max: { EUR: String(n * 100 + 50_000) },
    minInclusive: true,
    maxInclusive: false,
    onMissing: 'NO_MATCH',
  },
  channel: oneOf(pick(['web', 'ios', 'android'], n)),
  userId: oneOf(`user-${n}`),
  userCategory: oneOf('VIP', 'GOLD'),
  userCountry: oneOf(pick(countries, n), pick(countries, n + 3)),
  userAge: { op: 'range', min: { value: 18 + (n % 20), inclusive: true } },
  locale: oneOf(pick(['sv_SE', 'en_GB', 'de_DE'], n)),
  bin: { op: 'prefix', values: [String(400_000 + n)] },
  binBrand: oneOf('VISA'),
  binIssuerCountry: { op: 'notIn', values: [pick(countries, n + 1)] },
  ipAddress: { op: 'cidr', values: [`10.${n >> 8}.${n & 255}.0/24`] },
  firstDeposit: { op: 'is', value: n % 2 === 0 },
})

const rule = (_, n) => ({
  id: `row-${n}`,
  no: n + 1,
  name: `Route ${n + 1}`,
  note: n % 10 === 0 ? 'Agreed with the brand' : '',
  enabled: n % 50 !== 0,
  conditions: conditionsOf(n),
  outputs: { psp: pick(psps, n), pspAccount: 'default' },
})

export const largeTable = {
  name: 'Ten thousand routes',
  note: '',
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: Array.from({ length: rowCount }, rule),
}
