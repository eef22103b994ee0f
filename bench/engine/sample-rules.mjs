/** The same sequence on every machine and in every run. */
export function randomFrom(seed) {
  let state = seed
  const next = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    // The low bits of such a sequence repeat soon.
    return (state >>> 8) / 2 ** 24
  }
  const below = (count) => Math.floor(next() * count)
  const pick = (list) => list[below(list.length)]
  return {
    next,
    below,
    pick,
    some: (list, most) => Array.from({ length: 1 + below(most) }, () => pick(list)),
  }
}

const numbered = (prefix, count) => Array.from({ length: count }, (_, i) => `${prefix}${i}`)

const values = {
  merchantId: numbered('1000', 20),
  userId: numbered('user-', 20_000),
  userCountry:
    'AUT BEL BGR CHE CYP CZE DEU DNK ESP EST FIN FRA GBR GRC HRV HUN IRL ISL ITA LTU LUX LVA MLT NLD NOR POL PRT ROU SVK SVN SWE USA CAN AUS NZL JPN BRA MEX IND ZAF'.split(
      ' ',
    ),
  method: ['DEPOSIT', 'WITHDRAWAL'],
  providerType: ['CREDITCARD', 'BANK', 'EWALLET', 'VOUCHER', 'BANKIBAN', 'PAYWALLET', 'CRYPTO', 'MOBILE'],
  txType: numbered('TxType', 12),
  currency: ['EUR', 'SEK', 'NOK', 'DKK', 'GBP', 'PLN', 'USD', 'CHF'],
  internalKycStatus: ['VERIFIED', 'NOT_VERIFIED', 'VERIFICATION_IN_PROGRESS', 'BLOCKED', 'UNKNOWN'],
  userCategory: ['VIP', 'NEW', 'REGULAR', 'STAFF', 'RISK', 'TEST'],
}
const bins = Array.from({ length: 500 }, (_, i) => String(400_000 + i * 397))
const networks = Array.from({ length: 250 }, (_, i) => `10.${i}`)

/** A column and what its cells look like. */
const columns = {
  merchantId: (random) => ({ op: 'in', values: random.some(values.merchantId, 2) }),
  userId: (random) => ({ op: 'in', values: random.some(values.userId, 2) }),
  userCountry: (random) => ({
    op: random.below(4) === 0 ? 'notIn' : 'in',
    values: random.some(values.userCountry, 5),
  }),
  method: (random) => ({ op: 'in', values: [random.pick(values.method)] }),
  providerType: (random) => ({ op: 'in', values: random.some(values.providerType, 3) }),
  txType: (random) => ({
    op: random.below(4) === 0 ? 'notIn' : 'in',
    values: random.some(values.txType, 3),
  }),
  amount: (random) => {
    const min = random.below(200_000)
    return { op: 'amount', currency: random.pick(values.currency), min, max: min + 1 + random.below(100_000) }
  },
  currency: (random) => ({ op: 'in', values: random.some(values.currency, 3) }),
  bin: (random) => ({ op: 'prefix', values: random.some(bins, 2) }),
  ipAddress: (random) => ({ op: 'cidr', networks: random.some(networks, 2) }),
  internalKycStatus: (random) => ({
    op: random.below(4) === 0 ? 'notIn' : 'in',
    values: random.some(values.internalKycStatus, 2),
  }),
  userCategory: (random) => ({ op: 'in', values: random.some(values.userCategory, 2) }),
}
export const columnKeys = Object.keys(columns)

/** Rows in words of no engine: a record of column to cell. Six of the twelve cells of every row are empty. */
export function sampleRows(count, seed = 1) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const empty = new Set()
    while (empty.size < columnKeys.length / 2) empty.add(random.pick(columnKeys))
    return Object.fromEntries(
      columnKeys.filter((key) => !empty.has(key)).map((key) => [key, columns[key](random)]),
    )
  })
}

/** Payments, every other one made to fit some row, so that hits are spread over the whole table. */
export function samplePayments(rows, count, seed = 2) {
  const random = randomFrom(seed)
  return Array.from({ length: count }, () => {
    const row = random.next() < 0.5 ? random.pick(rows) : {}
    return paymentLike(row, random)
  })
}

function paymentLike(row, random) {
  const choose = (key) => {
    const cell = row[key]
    if (!cell) return random.pick(values[key])
    return cell.op === 'in'
      ? random.pick(cell.values)
      : random.pick(values[key].filter((value) => !cell.values.includes(value)))
  }
  const { amount, bin, ipAddress } = row
  const network = ipAddress ? random.pick(ipAddress.networks) : random.pick(networks)
  // All members in one literal: objects put together piece by piece are slow to read for everybody.
  return {
    merchantId: choose('merchantId'),
    userId: choose('userId'),
    userCountry: choose('userCountry'),
    method: choose('method'),
    providerType: choose('providerType'),
    txType: choose('txType'),
    amount: amount ? amount.min + random.below(amount.max - amount.min) : random.below(300_000),
    currency: amount ? amount.currency : choose('currency'),
    bin: `${bin ? random.pick(bin.values) : random.pick(bins)}${10 + random.below(90)}`,
    ipAddress: `${network}.${random.below(256)}.${random.below(256)}`,
    internalKycStatus: choose('internalKycStatus'),
    userCategory: choose('userCategory'),
  }
}

/** What a peer without amounts per currency, BINs or addresses is given instead: plain numbers, made beforehand. */
export function asNumbers(payment) {
  const { amount, currency, bin, ipAddress } = payment
  const [a, b, c, d] = ipAddress.split('.').map(Number)
  return {
    ...payment,
    amount: amountNumber(currency, amount),
    bin: Number(bin.padEnd(11, '0')),
    ipAddress: ((a * 256 + b) * 256 + c) * 256 + d,
  }
}

const amountNumber = (currency, amount) => values.currency.indexOf(currency) * 1e12 + amount

/** Any cell as a list of values or of ranges of numbers, the lower end included. */
export function plainCell(cell) {
  switch (cell.op) {
    case 'amount':
      return {
        ranges: [[amountNumber(cell.currency, cell.min), amountNumber(cell.currency, cell.max)]],
      }
    case 'prefix':
      return {
        ranges: cell.values.map((prefix) => [
          Number(prefix.padEnd(11, '0')),
          Number(prefix.padEnd(11, '9')) + 1,
        ]),
      }
    case 'cidr':
      return {
        ranges: cell.networks.map((network) => {
          const [a, b] = network.split('.').map(Number)
          return [(a * 256 + b) * 65_536, (a * 256 + b + 1) * 65_536]
        }),
      }
    default:
      return { values: cell.values, negated: cell.op === 'notIn' }
  }
}
