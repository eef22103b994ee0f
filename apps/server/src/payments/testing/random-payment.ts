import fc from 'fast-check'

/** A payment as the public API takes it, less the user and what belongs to the user alone. */
interface RandomPayment {
  readonly path: 'deposit' | 'withdraw'
  readonly user: string
  readonly instrument: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Amounts at which the PSPs, the merchant and the bank of the payer do something else than agree. */
const decidingAmounts = [
  ...['666.05', '666.51', '666.54', '666.59', '666.61', '666.62', '666.65', '666.91'],
  ...['777.02', '777.03', '777.04', '777.11', '777.12', '777.13', '777.15'],
  ...['888.01', '888.02', '888.03', '888.06', '888.08', '888.09'],
  ...['999.01', '999.02', '999.03', '999.05', '999.06'],
]

const amount = fc
  .tuple(
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc.integer({ min: 100, max: 60_000 }).map((cents) => (cents / 100).toFixed(2)),
      },
      { weight: 1, arbitrary: fc.constantFrom('30.00', '100.00', '150.00', '500.00', '1000.00', '2500.00') },
      { weight: 2, arbitrary: fc.constantFrom(...decidingAmounts) },
    ),
    fc.constantFrom('EUR', 'EUR', 'EUR', 'SEK', 'NOK', 'DKK', 'GBP', 'USD'),
  )
  .map(([text, currency]) => ({ amount: text, currency }))

/** The beginning of a user's name, which decides what merchant, KYC and fraud screening know of them. */
const user = fc.constantFrom(
  ...['plain-', 'plain-', 'plain-', 'plain-', 'sim-', 'often-', 'often-'],
  ...['kyc-underage-', 'kyc-pep-', 'kyc-fail-', 'kyc-partly-', 'kyc-down-'],
  ...['fraud-high-', 'fraud-mid-', 'fraud-silent-', 'limited-', 'business-', 'abuse-'],
)

const deposits = [
  'CreditcardDeposit',
  'CreditcardDeposit',
  'CreditcardDeposit',
  'BankIBANDeposit',
  'SkrillDeposit',
]
const withdrawals = ['BankIBANWithdrawal', 'BankIBANWithdrawal', 'SkrillWithdrawal']

const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 })

const rest = fc.record({
  amount,
  ip: fc.constantFrom('192.0.2.10', '192.0.2.77', '2001:db8::5', '198.51.100.4', '203.0.113.9'),
  channelId: optional(fc.constantFrom('web', 'ios', 'android')),
  deviceId: optional(fc.constantFrom('device-1', 'device-2')),
  attributes: optional(fc.constantFrom({ campaign: 'spring' }, { vip: 'yes' })),
})

export const randomPayment: fc.Arbitrary<RandomPayment> = fc
  .tuple(
    fc.constantFrom('deposit' as const, 'deposit' as const, 'withdraw' as const),
    user,
    fc.integer({ min: 0, max: 2 }),
    rest,
    fc.record({
      deposit: fc.constantFrom(...deposits),
      withdraw: fc.constantFrom(...withdrawals),
      authType: optional(fc.constant('PRE_AUTH')),
    }),
  )
  .map(([path, name, instrument, { deviceId, channelId, attributes, ...body }, types]) => ({
    path,
    user: name,
    instrument,
    body: {
      ...body,
      txType: types[path],
      ...(deviceId && { deviceId }),
      ...(channelId && { channelId }),
      ...(attributes && { attributes }),
      ...(types[path] === 'CreditcardDeposit' && types.authType && { authType: types.authType }),
    },
  }))

function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, place) => {
    const doubled = Number(digit) * ((digits.length - place) % 2 === 1 ? 2 : 1)
    return total + (doubled > 9 ? doubled - 9 : doubled)
  }, 0)
  return `${digits}${(10 - (sum % 10)) % 10}`
}

const bins = ['41111111', '55555555', '40000566']

const ibans = ['DE89370400440532013000', 'SE4550000000058398257466', 'GB29NWBK60161331926819']

export interface RandomUsers {
  /** Those that pay at once share no user, card or wallet. */
  readonly lane: number
  /** Users of a later round have paid nothing yet, and so meet other limits than those who paid a lot. */
  readonly round: number
}

/** What the payment is made with, and by whom. */
export function payWith(
  { lane, round }: RandomUsers,
  { instrument, body, user: name }: RandomPayment,
): Record<string, unknown> {
  const userId = `${name}${lane}-${round}`
  switch (body.txType) {
    case 'CreditcardDeposit': {
      const pan = withCheckDigit(`${bins[instrument]}${lane}${String(round).padStart(6, '0')}`)
      return {
        ...body,
        userId,
        card: { pan, expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' },
      }
    }
    case 'SkrillDeposit':
    case 'SkrillWithdrawal':
      return {
        ...body,
        userId,
        card: undefined,
        iban: undefined,
        walletAccount: `${userId}-${instrument}@wallet.example`,
      }
    default:
      return { ...body, userId, card: undefined, iban: ibans[instrument] }
  }
}
