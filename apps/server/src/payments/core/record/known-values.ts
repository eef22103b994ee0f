import { lookedUpFilters, type LookedUpFilter } from '@signalbox/model/entities/transaction'
import type { Transaction } from './transaction.ts'

/** Something a payment has that people filter by, and that is offered to them once it occurred. */
export interface OccurredValue {
  readonly name: LookedUpFilter
  readonly value: string
}

/** Nobody picks a longer one from a list, and an index takes no value of any length. */
const longestOffered = 200

/** In one order, so that two payments that bring the same new values do not wait for each other crosswise. */
export function occurredValues(changes: Partial<Pick<Transaction, LookedUpFilter>>): OccurredValue[] {
  return lookedUpFilters
    .flatMap((name) => [changes[name] ?? []].flat().map((value) => ({ name, value })))
    .filter(({ value }) => value.length <= longestOffered)
    .toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

const keyOf = ({ name, value }: OccurredValue): string => `${name} ${value}`

/** More than platforms have; beyond it somebody sends values of which each occurs once, and memory starts afresh. */
const mostKnown = 20_000

/** Values that this node knows to be stored, so that payments with nothing new about them do not note anything. */
export class KnownValues {
  readonly #known = new Set<string>()

  unknown(merchantId: number, values: readonly OccurredValue[]): OccurredValue[] {
    return values.filter((value) => !this.#known.has(`${merchantId} ${keyOf(value)}`))
  }

  /** Only what is committed: a payment that is rolled back takes what it noted with it. */
  add(merchantId: number, values: readonly OccurredValue[]): void {
    if (this.#known.size + values.length > mostKnown) this.#known.clear()
    for (const value of values) this.#known.add(`${merchantId} ${keyOf(value)}`)
  }
}
