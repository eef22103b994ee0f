import type * as z from 'zod/mini'
import type { Field } from '../field/field.ts'

/**
 * How a value is shown to whoever may not see personal data, where the merchant masks it. OURS: as it is, because the
 * platform, its people or their configuration said it. ID: a word or number others gave. PERSON: a text, without all that
 * is known of the person. USER: the id of a user, by its handle where it would name them. What declares none is a text of a stranger.
 */
export type MaskKind =
  | 'OURS'
  | 'ID'
  | 'TEXT'
  | 'PERSON'
  | 'USER'
  | 'NAME'
  | 'EMAIL'
  | 'IP'
  | 'PHONE'
  | 'BIRTH_DATE'
  | 'ACCOUNT'
  | 'ATTRIBUTES'

/** What erasing a person leaves of a value: a word that says so, nothing, or no members. What declares none stays. */
export type Erasure = 'WORD' | 'NULL' | 'EMPTY'

/** Sections of the open payment. */
export type DetailSection = 'summary' | 'user' | 'account' | 'threeDs' | 'risk'

/** Currencies that amounts of a payment are in. */
type CurrencyName = 'currency' | 'pspCurrency' | 'baseCurrency' | 'pspFeeCurrency' | 'pspFeeActualCurrency'

interface ShownOptions {
  /** A column of the list and of its export; also shown in the open payment. */
  readonly list?: Field
  /** Shown in the open payment only. */
  readonly detail?: Field
  /** Added to the end of this section of the open payment, under its label. */
  readonly section?: DetailSection
  readonly mask?: MaskKind
}

interface StoredOptions extends ShownOptions {
  /** The database column, where its name is not that of the field in snake case. */
  readonly column?: string
  /** Read with every row of the list without being a column of it. */
  readonly readInList?: true
  /** A transaction that follows from another takes it from there. */
  readonly inherited?: true
  /** The filter offers the values that occurred. */
  readonly offered?: true
  readonly erased?: Erasure
  /** Part of the file a person gets of their data: in their profile under this name, or with each payment. */
  readonly exported?: 'payment' | { readonly profile: string }
  /** What requests of the public API call it, and what they may say. */
  readonly request?: { readonly name: string; readonly schema: z.ZodMiniType }
  /** The fact that decision tables know from the request on. */
  readonly fact?: string
}

interface AmountOptions extends StoredOptions {
  readonly currency: CurrencyName
}

/** A value that is stored; `blank` is what a payment has before it is known, and its type the type of the value. */
export const stored = <V, const O extends StoredOptions>(
  blank: V,
  options: O,
): O & { readonly blank: V } => ({ ...options, blank })

/** An amount `x` is stored as `xMinor` and shown with its currency. */
export const amount = <const O extends AmountOptions>(options: O): O & { readonly blank: bigint } => ({
  ...options,
  blank: 0n,
})

/** The same where nobody knows it at first. */
export const laterAmount = <const O extends AmountOptions>(
  options: O,
): O & { readonly blank: bigint | null } => ({ ...options, blank: null })

/** A value that follows from others of the row and is stored nowhere. */
export const derived = <const O extends ShownOptions>(options: O): O => options

/** Not known yet. */
export const none = <T>(): T | null => null

/** One of several values. */
export const one = <T>(value: T): T => value

/** All that may be declared of a field, whichever it is. */
export type TransactionField = StoredOptions & {
  readonly blank?: unknown
  readonly currency?: CurrencyName
}
