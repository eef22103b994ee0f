/** Something changed on the platform, perhaps by somebody else. Ids only: who wants the content asks for it. */
export interface LiveEvent {
  /** The slug of an entity, such as `user` or `bank-mapping`, or `session`, `counter`. */
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

export const live = {
  /** Also hears of gaps, so that a listener never has to handle them apart. */
  on(topic: string, listener: Listener): () => void {
    const topics = [topic, resyncTopic]
    for (const name of topics) listeners.set(name, (listeners.get(name) ?? new Set()).add(listener))
    return () => {
      for (const name of topics) listeners.get(name)?.delete(listener)
    }
  },
  emit(event: LiveEvent): void {
    for (const listener of listeners.get(event.topic) ?? []) listener(event)
  },
}
