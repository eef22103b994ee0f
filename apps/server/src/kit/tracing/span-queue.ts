import { BatchSpanProcessor } from '@opentelemetry/sdk-trace'
import type { ReadableSpan, SpanExporter, SpanProcessor } from '@opentelemetry/sdk-trace'

/** Ended and not sent yet. Beyond it spans are dropped; a deposit has about thirty. */
export const mostWaiting = 4_096
const mostInBatch = 256
const longestWaitMs = 2_000

/** Spans on their way out. Counts what finds no room: the SDK's own queue drops it without telling anybody. */
export class SpanQueue implements SpanProcessor {
  readonly #batches: BatchSpanProcessor
  readonly #overflowed: () => void
  #waiting = 0

  constructor(exporter: SpanExporter, overflowed: () => void) {
    this.#overflowed = overflowed
    this.#batches = new BatchSpanProcessor({
      exporter: {
        export: (spans, done) => {
          this.#waiting -= spans.length
          exporter.export(spans, done)
        },
        shutdown: () => exporter.shutdown(),
      },
      maxQueueSize: mostWaiting,
      maxExportBatchSize: mostInBatch,
      scheduledDelayMillis: longestWaitMs,
    })
  }

  onStart(): void {}

  onEnd(span: ReadableSpan): void {
    if (this.#waiting >= mostWaiting) return this.#overflowed()
    this.#waiting += 1
    this.#batches.onEnd(span)
  }

  forceFlush(): Promise<void> {
    return this.#batches.forceFlush()
  }

  shutdown(): Promise<void> {
    return this.#batches.shutdown()
  }
}
