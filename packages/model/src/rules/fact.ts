import type { Money } from '../money/money.ts'
import type { Operator } from './cell.ts'

/** The steps of a payment at which tables are asked, in the order in which facts become known. */
export const steps = [
  'D0',
  'D1',
  'D2',
  'D3',
  'D4',
  'D5',
  'D6',
  'D7',
  'D8',
  'D9',
  'D10',
  'D11',
  'D12',
  'D13',
  'D14',
  'D15',
  'D16',
  'D17',
  'D18',
  'D19',
  'AX',
] as const
export type Step = (typeof steps)[number]

export type FactType =
  | 'STRING'
  | 'NUMBER'
  | 'TEXT'
  | 'BOOLEAN'
  | 'LIST'
  | 'COUNTRY'
  | 'CURRENCY'
  | 'STRING_MAP'
  | 'STRING_NUMBER_MAP'
  | 'STRING_LIST_MAP'

export type FactGroup =
  | 'MER'
  | 'TX'
  | 'USR'
  | 'CARD'
  | 'BANK'
  | 'IP'
  | 'HIST'
  | 'KYC'
  | 'PSP'
  | 'FRD'
  | 'RES'
  | 'AGG'
  | 'VAT'

/** Where the values one may pick come from when they are configuration rather than a fixed list. */
export type Catalogue =
  | 'merchant'
  | 'psp'
  | 'psp-account'
  | 'tx-type'
  | 'provider-type'
  | 'service'
  | 'kyc-provider'
  | 'fraud-provider'
  | 'mpi'
  | 'token-network'
  | 'email-template'
  | 'mq-template'
  | 'rate-service'
  | 'role'
  | 'status-code'

/**
 * BIN compares in the space of eleven digits, IP by address ranges, INSTANT by time, LOCATION by its sources; PERCENT
 * counts parts per million. The others are plain texts of a known form.
 */
type Shape = 'BIN' | 'IP' | 'INSTANT' | 'LOCATION' | 'PERCENT' | 'CRON' | 'BIC' | 'IBAN'

/** What a value says about a person, which decides how it is written for whoever may not see it. */
export type PersonalKind = 'EMAIL' | 'IP' | 'IBAN' | 'ACCOUNT' | 'PLACE' | 'ATTRIBUTES'

/** A named value of a payment that rules may ask about. */
export interface FactDeclaration {
  readonly key: string
  readonly label: string
  readonly type: FactType
  readonly group: FactGroup
  /** The first step at which it is known. */
  readonly from: Step
  readonly operators: readonly Operator[]
  /** What it is in a sentence: "the user's country". For yes or no, the clause that holds when it is yes. */
  readonly phrase: string
  readonly help?: string
  /** A fixed list of values with their labels. */
  readonly options?: Readonly<Record<string, string>>
  readonly catalogue?: Catalogue
  /** Usual values to offer where others are allowed too. */
  readonly suggestions?: readonly string[]
  /** A payment may carry several values at once: `in` is content with any of them, `notIn` refuses all. */
  readonly many?: boolean
  /** Identifiers are compared letter by letter; everything else without regard to case. */
  readonly caseSensitive?: boolean
  /** What a text or a number stands for, where that decides how it is written, checked or compared. */
  readonly shape?: Shape
  /** The key under which a payment carries it, where several columns ask about the same thing: `now` for both kinds of time. */
  readonly reads?: string
  /** Of the past: tells only about the method or the account the payment is made with. */
  readonly about?: 'method' | 'account'
  readonly min?: number
  readonly max?: number
  /** Hidden from those without DATA_VIEWER where the merchant wants personal data masked. */
  readonly personal?: PersonalKind
  /** "needs a card": why the fact may be missing. */
  readonly needs?: 'card' | 'bank account'
}

export type FactValue =
  | string
  | number
  | boolean
  | Money
  | readonly string[]
  | Readonly<Record<string, string | readonly string[]>>

/** What is known of a payment at a step. A fact that is not there is missing. */
export type Facts = Readonly<Record<string, FactValue | undefined>>
