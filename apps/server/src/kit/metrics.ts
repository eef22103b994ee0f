/** A handful of counters in Prometheus' text form. No labels that could carry personal data. */
export class Metrics {
  readonly #counters = new Map<string, number>()
  readonly #gauges = new Map<string, number>()
  readonly #watched: (() => Readonly<Record<string, number>>)[] = []

  count(name: string, labels: Readonly<Record<string, string | number>> = {}, by = 1): void {
    const inner = Object.entries(labels).map(([key, value]) => `${key}="${value}"`)
    const key = inner.length > 0 ? `${name}{${inner.join(',')}}` : name
    this.#counters.set(key, (this.#counters.get(key) ?? 0) + by)
  }

  /** How things stand now, with a line that says what it is. */
  gauge(name: string, value: number): void {
    this.#gauges.set(name, value)
  }

  /** What is read when somebody asks, by name. */
  watch(read: () => Readonly<Record<string, number>>): void {
    this.#watched.push(read)
  }

  text(): string {
    const watched = this.#watched.flatMap((read) => Object.entries(read()))
    const lines = [...this.#counters, ...watched]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([key, value]) => `${key} ${value}`)
    const memory = process.memoryUsage()
    const gauges = [...this.#gauges].flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`])
    return [
      ...lines,
      ...gauges,
      `process_resident_memory_bytes ${memory.rss}`,
      `process_heap_used_bytes ${memory.heapUsed}`,
      `process_uptime_seconds ${Math.round(process.uptime())}`,
      '',
    ].join('\n')
  }
}
