import type { CardBrand, CardType } from '@signalbox/model/reference/cards'

/** What the first digits of a card number tell. */
export interface CardFacts {
  readonly brand: CardBrand
  readonly type: CardType
  readonly category: string | null
  readonly subBrand: string | null
  readonly issuer: string | null
  /** ISO 3166 alpha-3. */
  readonly issuerCountry: string | null
  /** The row it was read from; none where only the brand could be told from the first digits. */
  readonly iinId: string | null
}
