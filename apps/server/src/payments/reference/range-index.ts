interface Range {
  readonly from: number
  readonly to: number
}

/**
 * Ranges that may overlap, cut into pieces that do not, each with the range that comes first there. A number is found by
 * halving a sorted array of where pieces begin.
 */
export class RangeIndex<R extends Range> {
  readonly #starts: Float64Array
  readonly #winners: (R | undefined)[]

  constructor(ranges: readonly R[], comesBefore: (a: R, b: R) => boolean) {
    const sorted = ranges.toSorted((a, b) => a.from - b.from)
    const starts: number[] = []
    const winners: (R | undefined)[] = []
    const put = (start: number, winner: R | undefined) => {
      if (winners.at(-1) === winner && winners.length > 0) return
      if (starts.at(-1) === start) {
        winners[winners.length - 1] = winner
        return
      }
      starts.push(start)
      winners.push(winner)
    }
    let open: R[] = []
    /** Ends what ends before a number; whatever is left decides from there on. */
    const closeBefore = (value: number) => {
      while (open.length > 0) {
        const end = open.reduce((least, { to }) => Math.min(least, to), Infinity)
        if (end >= value) return
        open = open.filter(({ to }) => to > end)
        put(end + 1, firstOf(open, comesBefore))
      }
    }
    for (const range of sorted) {
      closeBefore(range.from)
      open.push(range)
      put(range.from, firstOf(open, comesBefore))
    }
    closeBefore(Infinity)
    this.#starts = Float64Array.from(starts)
    this.#winners = winners
  }

  at(value: number): R | undefined {
    const starts = this.#starts
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? Infinity) <= value) low = middle + 1
      else high = middle
    }
    return this.#winners[low - 1]
  }
}

function firstOf<R>(open: readonly R[], comesBefore: (a: R, b: R) => boolean): R | undefined {
  let first: R | undefined
  for (const range of open) if (!first || comesBefore(range, first)) first = range
  return first
}
