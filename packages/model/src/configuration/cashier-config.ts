import { parseMoney } from '../money/money-text.ts'
import type { Money } from '../money/money.ts'
import type { CredentialField } from './credential-field.ts'

const root = { scope: 'ROOT' } as const
const mostAmounts = 8

/** What a cashier is told to show. */
export const cashierFields: readonly CredentialField[] = [
  {
    ...root,
    key: 'unavailableMethods',
    label: 'Methods that cannot be used now',
    type: 'LIST',
    options: ['SHOW', 'HIDE'],
    default: 'SHOW',
    help: 'Shown, they carry available: false',
  },
  {
    ...root,
    key: 'storedAccounts',
    label: 'Stored accounts per method, at most',
    type: 'NUMBER',
    min: 0,
    max: 50,
    default: 50,
    help: 'The latest used first; 0 shows none',
  },
  {
    ...root,
    key: 'labels',
    label: 'Names of methods',
    type: 'STRING_MAP',
    help: 'Method and name, such as CREDITCARD: Card',
  },
  {
    ...root,
    key: 'amounts',
    label: 'Amounts to choose from',
    type: 'STRING_LIST_MAP',
    money: true,
    help: `Per currency, such as EUR: 20.00, 50.00, 100.00; at most ${mostAmounts} within the limits are offered`,
  },
]

export interface CashierConfig {
  readonly hideUnavailable: boolean
  readonly storedAccounts: number
  readonly labels: Readonly<Record<string, string>>
  amounts(currency: string): readonly Money[]
}

export function cashierConfigOf(document: Readonly<Record<string, unknown>>): CashierConfig {
  const { unavailableMethods, storedAccounts = 50, labels = {}, amounts = {} } = document
  const lists = amounts as Readonly<Record<string, readonly string[]>>
  return {
    hideUnavailable: unavailableMethods === 'HIDE',
    storedAccounts: Number(storedAccounts),
    labels: labels as Readonly<Record<string, string>>,
    amounts: (currency) =>
      (lists[currency] ?? []).slice(0, mostAmounts).flatMap((text) => {
        const money = parseMoney(text, currency)
        return money && money.minor > 0n ? [money] : []
      }),
  }
}
