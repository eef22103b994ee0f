import { isIban, passesLuhn } from '../reference/account-number.ts'

/** What the user of a cashier types in, and how it has to look. */
interface InputDeclaration {
  readonly label: string
  readonly type: 'TEXT' | 'NUMBER' | 'CARD' | 'IBAN'
  /** For the whole text. */
  readonly pattern: RegExp
  /** Never shown again as it was typed in. */
  readonly sensitive: boolean
  /** What a pattern cannot say, such as check digits. */
  readonly isRight?: (text: string) => boolean
}

/** By the place the value has in the request of a payment. */
const declared = {
  'card.pan': {
    label: 'Card number',
    type: 'CARD',
    pattern: /^\d{12,19}$/,
    sensitive: true,
    isRight: passesLuhn,
  },
  'card.expiry': {
    label: 'Expiry',
    type: 'TEXT',
    pattern: /^20\d\d-(0[1-9]|1[0-2])$/,
    sensitive: false,
  },
  'card.cvv': { label: 'Security code', type: 'NUMBER', pattern: /^\d{3,4}$/, sensitive: true },
  'card.holder': { label: 'Name on the card', type: 'TEXT', pattern: /^.{1,100}$/, sensitive: false },
  iban: {
    label: 'IBAN',
    type: 'IBAN',
    pattern: /^[A-Za-z]{2}\d{2}[A-Za-z0-9 ]{10,38}$/,
    sensitive: true,
    isRight: isIban,
  },
  bic: { label: 'BIC', type: 'TEXT', pattern: /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/, sensitive: false },
  accountNumber: {
    label: 'Account number',
    type: 'TEXT',
    pattern: /^\d([ -]?\d){3,19}$/,
    sensitive: true,
  },
  clearingNumber: {
    label: 'Clearing number',
    type: 'TEXT',
    pattern: /^\d([ -]?\d){2,8}$/,
    sensitive: true,
  },
  walletAccount: { label: 'Wallet', type: 'TEXT', pattern: /^.{1,100}$/, sensitive: true },
  voucherCode: { label: 'Voucher', type: 'TEXT', pattern: /^.{4,50}$/, sensitive: true },
  accountHolder: { label: 'Account holder', type: 'TEXT', pattern: /^.{1,100}$/, sensitive: false },
} as const satisfies Readonly<Record<string, InputDeclaration>>

export type InputName = keyof typeof declared
export const inputNames = Object.keys(declared) as readonly InputName[]

export const inputOf = (name: InputName): InputDeclaration => declared[name]

/** Whether a value is what the input asks for. */
export const isFit = (name: InputName, value: string): boolean => {
  const { pattern, isRight = () => true } = inputOf(name)
  return pattern.test(value) && isRight(value)
}

/** Without the spaces and dashes people write for reading. */
export const plainDigits = (text: string): string => text.replaceAll(/[ -]/g, '')

/** What a local account is known by: the same number at two banks is two accounts. */
export const localAccountKey = (clearingNumber: string, accountNumber: string): string =>
  `${plainDigits(clearingNumber)}-${plainDigits(accountNumber)}`

/** What a kind of payment asks for: a name with `?` may be left out. */
type RequiredInput = InputName | `${InputName}?`

const card = ['card.pan', 'card.expiry', 'card.cvv?', 'card.holder?'] as const
const anyBank = ['iban?', 'bic?', 'accountHolder?'] as const

const asked: Readonly<Record<string, readonly RequiredInput[]>> = {
  CreditcardDeposit: card,
  ApplePayDeposit: card,
  GooglePayDeposit: card,
  CreditcardAccountVerification: card,
  CreditcardWithdrawal: card,
  BankDeposit: anyBank,
  BankIBANDeposit: anyBank,
  BankIBANWithdrawal: ['iban', 'bic?', 'accountHolder?'],
  BankLocalWithdrawal: ['accountNumber', 'clearingNumber', 'bic?', 'accountHolder?'],
  TrustlyWithdrawal: ['iban', 'bic?', 'accountHolder?'],
  SkrillDeposit: ['walletAccount?'],
  NetellerDeposit: ['walletAccount?'],
  PayPalDeposit: ['walletAccount?'],
  SkrillWithdrawal: ['walletAccount'],
  NetellerWithdrawal: ['walletAccount'],
  CryptoCurrencyDeposit: ['walletAccount?'],
  CryptoCurrencyWithdrawal: ['walletAccount'],
  VoucherDeposit: ['voucherCode'],
}

interface InputRequirement {
  readonly name: InputName
  readonly required: boolean
}

/** The inputs of a kind of payment, in the order a form asks for them. One with a stored account needs none of them. */
export const inputsOf = (txType: string): readonly InputRequirement[] =>
  (asked[txType] ?? []).map((each) => ({
    name: (each.endsWith('?') ? each.slice(0, -1) : each) as InputName,
    required: !each.endsWith('?'),
  }))

/** Without which such a payment cannot be made; none where its user is asked by somebody else. */
export const requiredInputOf = (txType: string): InputName | undefined =>
  inputsOf(txType).find(({ required }) => required)?.name

/** The input an account is known by, where the payment has one; the others only add to it. */
export const mainInputOf = (txType: string): InputName | undefined =>
  inputsOf(txType).find(({ name }) => name !== 'bic' && name !== 'accountHolder')?.name
