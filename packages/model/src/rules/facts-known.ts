import type { Money } from '../money/money.ts'
import type { FactType } from './fact.ts'
import type { DeclaredFact } from './facts.ts'

/** What a fact of each type is to the code that finds it out. */
interface Values extends Record<FactType, unknown> {
  readonly STRING: string
  readonly TEXT: string
  readonly NUMBER: number
  readonly BOOLEAN: boolean
  readonly LIST: string
  readonly COUNTRY: string
  readonly CURRENCY: string
  readonly STRING_MAP: Readonly<Record<string, string>>
  readonly STRING_NUMBER_MAP: Money
  readonly STRING_LIST_MAP: Readonly<Record<string, readonly string[]>>
}

type ValueOf<Fact extends DeclaredFact> = Fact extends { readonly many: true }
  ? readonly string[]
  : Fact extends { readonly shape: 'LOCATION' }
    ? Readonly<Record<string, string>>
    : Values[Fact['type']]

/** Columns may ask about the same thing; a payment carries it once. */
type CarriedAs<Fact extends DeclaredFact> = Fact extends { readonly reads: infer Other extends string }
  ? Other
  : Fact['key']

/** What is known of a payment at a step, by the names of the dictionary. A fact that is not there is missing. */
export type KnownFacts = { readonly [Fact in DeclaredFact as CarriedAs<Fact>]?: ValueOf<Fact> | undefined }

/** Holds back what no rule could ask about: a spread of a misspelt name would otherwise pass unseen. */
export type OnlyFacts<Given> = Given & {
  readonly [Name in Exclude<keyof Given, keyof KnownFacts>]: never
}

type KnownOf<Given> = { readonly [Name in keyof Given]?: Exclude<Given[Name], null | undefined> }

/** The facts that were found; what is `null` or `undefined` is not known. */
export const foundFacts = <const Given extends Readonly<Record<string, unknown>>>(
  given: Given,
): KnownOf<Given> =>
  Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== null && value !== undefined),
  ) as KnownOf<Given>
