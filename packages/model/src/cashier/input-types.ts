export const inputTypes = {
  TEXT: 'Text',
  NUMBER: 'Number',
  SELECT: 'Choice',
  DATE: 'Date',
  CARD: 'Card number',
  IBAN: 'IBAN',
  PHONE: 'Phone',
  EMAIL: 'Email',
  HIDDEN: 'Hidden',
} as const
type InputType = keyof typeof inputTypes

export const visibleOps = {
  EQUALS: 'is',
  NOT_EQUALS: 'is not',
  IN: 'is one of',
  FILLED: 'is filled in',
} as const
export type VisibleOp = keyof typeof visibleOps

export interface InputOption {
  readonly value: string
  readonly labelKey: string
}

/** A field is asked for only while another one says this. Several values of `IN` have commas between them. */
export interface VisibleWhen {
  readonly key: string
  readonly op: VisibleOp
  readonly value?: string
}

/** One field of the form of a kind of payment, as somebody declared it for a merchant. */
export interface DeclaredInput {
  readonly txType: string
  /** Blank: every service, every country. */
  readonly service: string | null
  readonly country: string | null
  /** A field the platform knows, such as `iban`, or the name of an attribute of the payment. */
  readonly key: string
  readonly labelKey: string
  readonly type: InputType
  readonly required: boolean
  /** RE2, for the whole text. */
  readonly regex: string | null
  /** Of a number its value, of anything else its length. */
  readonly min: number | null
  readonly max: number | null
  /** How it is written while it is typed: `#` stands for a digit, `A` for a letter, `*` for either. */
  readonly mask: string | null
  readonly options: readonly InputOption[]
  readonly visibleWhen: VisibleWhen | null
  readonly sensitive: boolean
  readonly autocomplete: string | null
  readonly displayOrder: number
}
