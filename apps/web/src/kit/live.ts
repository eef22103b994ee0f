/** Something changed on the platform, perhaps by somebody else. Ids only: who wants the content asks for it. */
export interface LiveEvent {
  /** The slug of an entity, such as `user` or `bank-mapping`. */
  readonly topic: string
  readonly merchantId?: number
  /** The record. */
  readonly key?: string
  readonly payload?: Readonly<Record<string, unknown>>
}

type Listener = (event: LiveEvent) => void

const listeners = new Map<string, Set<Listener>>()

/** Sent to every topic after a gap in the connection: anything may have changed. */
export const resyncTopic = 'resync'

/** As many as can come while a page of rows is on its way. */
const mostRecent = 1_000
/** The newest events of all topics, for rows that were being read when they came. */
const recent: LiveEvent[] = []
let publishedCount = 0

export const live = {
  /** To be remembered when something is asked for, because what comes meanwhile may be missing in the answer. */
  moment: (): number => publishedCount,
  /** What came for a topic since then; a gap where that is not known any more. */
  since(topic: string, moment: number): LiveEvent[] {
    const missed = publishedCount - moment
    if (missed > recent.length) return [{ topic: resyncTopic }]
    const after = missed === 0 ? [] : recent.slice(-missed)
    return after.filter((event) => event.topic === topic || event.topic === resyncTopic)
  },
  /** Also hears of gaps, so that a listener never has to handle them apart. */
  on(topic: string, listener: Listener): () => void {
    const topics = [topic, resyncTopic]
    for (const name of topics) listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    return () => {
      for (const name of topics) listeners.get(name)?.delete(listener)
    }
  },
  emit(event: LiveEvent): void {
    publishedCount += 1
    recent.push(event)
    if (recent.length > mostRecent) recent.shift()
    for (const listener of listeners.get(event.topic) ?? []) listener(event)
  },
}
