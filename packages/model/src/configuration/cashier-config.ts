import { parseMoney } from '../money/money-text.ts'
import type { Money } from '../money/money.ts'
import type { CredentialField } from './credential-field.ts'

/** Said once for all cashiers of a merchant, or for one of several. */
const either = { scope: 'BOTH' } as const
const mostAmounts = 8

/** What a cashier is told to show. */
export const cashierFields: readonly CredentialField[] = [
  {
    ...either,
    key: 'unavailableMethods',
    label: 'Methods that cannot be used now',
    type: 'LIST',
    options: ['SHOW', 'HIDE'],
    default: 'SHOW',
    help: 'If shown, the API marks them with available: false',
  },
  {
    ...either,
    key: 'storedAccounts',
    label: 'Stored accounts per method, at most',
    type: 'NUMBER',
    whole: true,
    min: 0,
    max: 50,
    default: 50,
    help: 'Most recently used first. 0: none.',
  },
  {
    ...either,
    key: 'labels',
    label: 'Names of methods',
    type: 'STRING_MAP',
    help: 'Method and name, such as CREDITCARD: Card',
  },
  {
    ...either,
    key: 'amounts',
    label: 'Amounts to choose from',
    type: 'STRING_LIST_MAP',
    money: true,
    help: `Per currency, such as EUR: 20.00, 50.00, 100.00; at most ${mostAmounts} within the limits are offered`,
  },
  {
    ...either,
    key: 'messages',
    label: 'Texts of messages',
    type: 'STRING_MAP',
    help: 'Key and text; a key may end with a locale or a language, as in maintenance.psp.sv_SE',
  },
]

/** The key of what users read where a maintenance window names none. */
export const maintenanceMessage = 'maintenance'

export interface CashierConfig {
  readonly hideUnavailable: boolean
  readonly storedAccounts: number
  readonly labels: Readonly<Record<string, string>>
  amounts(currency: string): readonly Money[]
  /** What users of this cashier read under a key, in their language; nothing where it has no words of its own. */
  message(key: string, locale: string | undefined): string | undefined
}

type Document = Readonly<Record<string, unknown>>

/** A cashier of the merchant: the one named, where it is there and switched on, over what holds for all of them. */
export function cashierDocument(document: Document, name: string | undefined): Document {
  const { accounts = {}, ...all } = document
  const named = name === undefined ? undefined : (accounts as Record<string, Document>)[name]
  return named && named.enabled !== false ? { ...all, ...named } : all
}

function messageIn(
  texts: Readonly<Record<string, string>>,
  key: string,
  locale: string | undefined,
): string | undefined {
  const [language] = locale?.split('_') ?? []
  const written = [...(locale ? [`${key}.${locale}`, `${key}.${language}`] : []), key]
  return written.map((name) => texts[name]).find((text) => text !== undefined && text !== '')
}

export function cashierConfigOf(document: Document): CashierConfig {
  const { unavailableMethods, storedAccounts = 50, labels = {}, amounts = {}, messages = {} } = document
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
    message: (key, locale) => messageIn(messages as Readonly<Record<string, string>>, key, locale),
  }
}
