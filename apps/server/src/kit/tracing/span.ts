import type { Metrics } from '../metrics.ts'
import type { RequestContext } from '../request-context.ts'

/**
 * Everything a span may say. Whoever runs the collector reads it, so nothing here is about a person or was typed by one:
 * no paths as they were asked for, query strings, bodies, addresses of clients, messages of errors. A new name is added here
 * and stands in `docs/operations.md`.
 */
export interface SpanAttributes {
  readonly 'http.request.method'?: string
  /** The template, never the path itself. */
  readonly 'http.route'?: string
  readonly 'http.response.status_code'?: number
  readonly 'url.scheme'?: string
  readonly 'server.address'?: string
  readonly 'server.port'?: number
  /** A status or the name of a kind of failure. */
  readonly 'error.type'?: string
  readonly 'signalbox.request.id'?: string
  readonly 'signalbox.error.id'?: string
  readonly 'signalbox.error.code'?: string
  readonly 'signalbox.merchant.id'?: number
  readonly 'signalbox.payment.id'?: number
  readonly 'signalbox.payment.step'?: string
  readonly 'signalbox.payment.status'?: number
  readonly 'signalbox.payment.state'?: string
  readonly 'signalbox.psp'?: string
  /** Who is called: PSP, MERCHANT, KYC, … */
  readonly 'signalbox.call.target'?: string
  readonly 'signalbox.job.name'?: string
  readonly 'signalbox.job.attempt'?: number
  readonly 'signalbox.message.kind'?: string
  readonly 'signalbox.message.attempt'?: number
  /** What came of a step, a call, a job or a message. */
  readonly 'signalbox.outcome'?: string
}

export interface SpanOptions {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer'
  readonly attributes?: SpanAttributes
  /** By `performance.now()`, where it began before it was known that it would be told. */
  readonly startedAt?: number
  /** `traceparent` of what it follows from, beside its parent. */
  readonly links?: readonly string[]
}

/** A span that has begun. Only those that end are told. */
export interface OpenSpan {
  /** The header for whoever does something on its behalf. */
  readonly traceparent: string
  readonly tracing: Tracing
  set(attributes: SpanAttributes): void
  /** `type` is a class of failures, not what an error said. */
  fail(type: string): void
  /** By `performance.now()`; now when left out. A span ends once, whoever ends it again. */
  end(at?: number): void
  child(name: string, options?: SpanOptions): OpenSpan
}

/** There is none where no receiver is configured: whoever makes spans asks for it with `?.`. */
export interface Tracing {
  /** The first span of something done here, in the trace and below the parent that its context names. */
  begin(context: RequestContext, name: string, options?: SpanOptions): OpenSpan
  /** From now on it is counted what became of spans. */
  countIn(metrics: Pick<Metrics, 'spans'>): void
  /** Sends what has ended. Never fails: what cannot be sent is dropped and counted. */
  flush(): Promise<void>
  close(): Promise<void>
}
