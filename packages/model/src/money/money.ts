/** An amount: an integer of the currency's smallest unit. Nothing in the platform counts money any other way. */
export interface Money {
  readonly minor: bigint
  readonly currency: string
}

/** One amount per currency as JSON carries it: the digits of the minor units, such as `{ EUR: '2000', SEK: '20000' }`. */
export type MoneyMap = Readonly<Record<string, string>>
