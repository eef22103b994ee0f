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
  | 'email-template'
  | 'mq-template'
  | 'rate-service'
  | 'role'
  | 'status-code'

/** A named value of a payment that rules may ask about. */
export interface FactDeclaration {
  readonly key: string
  readonly label: string
  readonly type: FactType
  readonly group: FactGroup
  /** The first step at which it is known. */
  readonly from: Step
  readonly operators: readonly Operator[]
  /** What it is in a sentence: "the user's country". */
  readonly phrase: string
  readonly help?: string
  /** A fixed list of values with their labels. */
  readonly options?: Readonly<Record<string, string>>
  readonly catalogue?: Catalogue
  /** Identifiers are compared letter by letter; everything else without regard to case. */
  readonly caseSensitive?: boolean
  /** How texts are compared where that is not letter by letter. */
  readonly shape?: 'BIN' | 'IP' | 'INSTANT' | 'LOCATION' | 'PERCENT'
  readonly min?: number
  readonly max?: number
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
