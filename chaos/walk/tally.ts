/** How often what happened, by group and kind: all that is kept of a walk for its summary. */
export class Tally {
  readonly #groups = new Map<string, Map<string, number>>()

  add(group: string, kind: string, times = 1): void {
    const kinds = this.#groups.get(group) ?? new Map<string, number>()
    kinds.set(kind, (kinds.get(kind) ?? 0) + times)
    this.#groups.set(group, kinds)
  }

  total(group: string): number {
    return [...(this.#groups.get(group)?.values() ?? [])].reduce((sum, times) => sum + times, 0)
  }

  times(group: string, kind: string): number {
    return this.#groups.get(group)?.get(kind) ?? 0
  }

  addAll(other: Tally): void {
    for (const [group, kinds] of other.#groups)
      for (const [kind, times] of kinds) this.add(group, kind, times)
  }

  /** One line per kind, the most frequent first. */
  lines(): string[] {
    return [...this.#groups].flatMap(([group, kinds]) => [
      `  ${group}: ${this.total(group)}`,
      ...[...kinds]
        .toSorted(([, a], [, b]) => b - a)
        .map(([kind, times]) => `    ${String(times).padStart(7)}  ${kind}`),
    ])
  }
}
