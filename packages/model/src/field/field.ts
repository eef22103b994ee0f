import type { WireMoney } from '../money/money-schema.ts'

/**
 * A field is the smallest thing declared once: its kind decides how it is validated, stored, shown, edited, filtered
 * and exported. Every room keeps one exhaustive map from kind to its own concern.
 */
export const kinds = [
  'string',
  'text',
  'number',
  'decimal',
  'boolean',
  'choice',
  'choices',
  'strings',
  'country',
  'countries',
  'currency',
  'currencies',
  'merchant',
  'merchants',
  'instant',
  'day',
  'pattern',
  'json',
  'money',
] as const

export type Kind = (typeof kinds)[number]
export type FilterKind = 'KEYWORD' | 'LIST' | 'TOGGLE' | 'SELECT' | 'DATE'
/** The spec's validation kinds plus the phone pattern and the slug-like names we use. */
export type Format = 'NONE' | 'URL' | 'UUID' | 'EMAIL' | 'PHONE' | 'DAY'

interface FieldOptions {
  readonly label: string
  readonly help?: string
  readonly required?: boolean
  /** Set by the server only; never part of an input. */
  readonly readOnly?: boolean
  /** May be given when the record is created and never changed afterwards. */
  readonly createOnly?: boolean
  /** `shown` by default in lists, `hidden` until chosen, `never` a column. */
  readonly column?: 'shown' | 'hidden' | 'never'
  readonly sortable?: boolean
  readonly filter?: FilterKind
  /** Title of the form section the field belongs to. */
  readonly group?: string
  /** Stands over its column where the label would not fit. */
  readonly heading?: string
  /** Preferred column width in pixels. */
  readonly width?: number
  /** Shown in a monospaced face with a copy button, such as an id or a code. */
  readonly mono?: boolean
  /**
   * The id of a PSP, or a sentence of the platform with such ids in it: people see the name they gave it. The type of a
   * transaction: they see what they call it. A code such as `VIEW_LOG`: they
   * see its words.
   */
  readonly names?: 'psp' | 'psps in text' | 'transaction type' | 'code'
}

interface LengthOptions {
  readonly min?: number
  readonly max?: number
}

export interface Field<
  K extends Kind = Kind,
  V = unknown,
  ReadOnly extends boolean = boolean,
> extends FieldOptions {
  readonly kind: K
  /** Characters for texts, value for numbers, items for lists. */
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  /** Of a decimal, which is always above zero: the most digits behind the point. */
  readonly decimals?: number
  readonly format?: Format
  /** Anchored pattern the value must match; ours, never a user's. */
  readonly matches?: RegExp
  readonly matchesText?: string
  readonly options?: Readonly<Record<string, string>>
  readonly default?: unknown
  /** Editor language for long texts. */
  readonly language?: 'html' | 'css' | 'javascript' | 'sql' | 'json' | 'plain'
  /** What one item of a list is called in "Please add at least one …". */
  readonly item?: string
  /** Items of a list may be equal. */
  readonly repeats?: boolean
  /** Only for the compiler: the type of the value, and whether an input may carry it. */
  readonly _value?: V
  readonly _readOnly?: ReadOnly
}

type ReadOnlyOf<O> = O extends { readOnly: true } ? true : false
type OneOf<O, T> = O extends { required: true } ? T : T | null

const one =
  <K extends Kind, T, Extra = unknown>(kind: K) =>
  <const O extends FieldOptions & Extra>(options: O): Field<K, OneOf<O, T>, ReadOnlyOf<O>> => ({
    ...options,
    kind,
  })

const many =
  <K extends Kind, T, Extra = unknown>(kind: K) =>
  <const O extends FieldOptions & Extra>(options: O): Field<K, T[], ReadOnlyOf<O>> => ({ ...options, kind })

interface ChoiceOptions extends FieldOptions {
  readonly options: Readonly<Record<string, string>>
  readonly default?: string
}
type Keys<O> = O extends { options: infer R } ? Extract<keyof R, string> : never

export const field = {
  string: one<
    'string',
    string,
    LengthOptions & { format?: Format; matches?: RegExp; matchesText?: string; default?: string }
  >('string'),
  text: one<'text', string, LengthOptions & { language?: Field['language']; default?: string }>('text'),
  number: one<'number', number, LengthOptions & { integer?: boolean; default?: number }>('number'),
  /** A figure with every digit it came with, as a text: rates, which a number would round. */
  decimal: one<'decimal', string, { decimals: number }>('decimal'),
  boolean: <const O extends FieldOptions & { default?: boolean }>(
    options: O,
  ): Field<'boolean', boolean, ReadOnlyOf<O>> => ({ ...options, kind: 'boolean' }),
  choice: <const O extends ChoiceOptions>(options: O): Field<'choice', OneOf<O, Keys<O>>, ReadOnlyOf<O>> => ({
    ...options,
    kind: 'choice',
  }),
  choices: <const O extends ChoiceOptions & LengthOptions & { item?: string }>(
    options: O,
  ): Field<'choices', Keys<O>[], ReadOnlyOf<O>> => ({ ...options, kind: 'choices' }),
  strings: many<'strings', string, LengthOptions & { item?: string; repeats?: boolean }>('strings'),
  country: one<'country', string>('country'),
  countries: many<'countries', string, LengthOptions & { item?: string }>('countries'),
  currency: one<'currency', string>('currency'),
  currencies: many<'currencies', string, LengthOptions & { item?: string }>('currencies'),
  merchant: one<'merchant', number>('merchant'),
  merchants: many<'merchants', number, LengthOptions & { item?: string }>('merchants'),
  instant: one<'instant', string>('instant'),
  /** A day of the calendar, `YYYY-MM-DD`, the same everywhere. */
  day: one<'day', string>('day'),
  /** A user's regular expression, RE2 syntax, at most 200 characters. */
  pattern: one<'pattern', string>('pattern'),
  json: one<'json', unknown>('json'),
  money: one<'money', WireMoney>('money'),
}

export const isList = (kind: Kind): boolean =>
  kind === 'choices' ||
  kind === 'strings' ||
  kind === 'countries' ||
  kind === 'currencies' ||
  kind === 'merchants'
