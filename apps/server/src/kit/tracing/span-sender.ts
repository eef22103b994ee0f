import { ExportResultCode } from '@opentelemetry/core'
import { JsonTraceSerializer } from '@opentelemetry/otlp-transformer'
import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { HttpEnding, HttpExchange } from '../outbound/http-exchange.ts'
import { withoutContext } from '../request-context.ts'
import type { TracingSettings } from './tracing-settings.ts'

interface SenderDeps {
  readonly settings: Pick<TracingSettings, 'endpoint' | 'headers' | 'timeoutMs'>
  readonly exchange: HttpExchange
  readonly log: Logger
  readonly ended: (spans: number, outcome: 'sent' | 'unsent') => void
}

type Done = Parameters<SpanExporter['export']>[1]

/** A collector says yes or no; nobody reads more. */
const answer = { mostBytes: 2_048, beyond: 'cut' } as const

const problemOf = (ending: HttpEnding): string | undefined => {
  if (ending.kind !== 'answered') return ending.failure
  return ending.status >= 200 && ending.status < 300 ? undefined : `answered ${ending.status}`
}

/**
 * Sends spans as OTLP over our own way out, where addresses are checked and everything ends in time. Each batch is tried
 * once: what cannot be sent is dropped, because spans that wait for a collector would take memory from payments.
 */
export class SpanSender implements SpanExporter {
  readonly #deps: SenderDeps
  readonly #underWay = new Set<Promise<void>>()
  /** The log says when sending begins to fail and when it works again, not each time. */
  #isFailing = false

  constructor(deps: SenderDeps) {
    this.#deps = deps
  }

  export(spans: ReadableSpan[], done: Done): void {
    // A batch is sent when some request has filled it, and is no part of that request.
    const sending = withoutContext(() => this.#send(spans, done)).finally(() =>
      this.#underWay.delete(sending),
    )
    this.#underWay.add(sending)
  }

  async shutdown(): Promise<void> {
    await this.forceFlush()
  }

  async forceFlush(): Promise<void> {
    await Promise.all(this.#underWay)
  }

  async #send(spans: ReadableSpan[], done: Done): Promise<void> {
    const problem = await this.#problemOfSending(spans)
    this.#tell(problem)
    this.#deps.ended(spans.length, problem === undefined ? 'sent' : 'unsent')
    done(
      problem === undefined
        ? { code: ExportResultCode.SUCCESS }
        : { code: ExportResultCode.FAILED, error: new Error(problem) },
    )
  }

  async #problemOfSending(spans: ReadableSpan[]): Promise<string | undefined> {
    const { settings, exchange } = this.#deps
    try {
      const body = Buffer.from(JsonTraceSerializer.serializeRequest(spans) ?? []).toString('utf8')
      const connectMs = Math.ceil(settings.timeoutMs / 3)
      return problemOf(
        await exchange({
          method: 'POST',
          url: settings.endpoint,
          headers: { ...settings.headers, 'content-type': 'application/json' },
          body,
          timeouts: { connectMs, readMs: Math.max(1, settings.timeoutMs - connectMs) },
          answer,
        }),
      )
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  }

  #tell(problem: string | undefined): void {
    if (problem !== undefined && !this.#isFailing) this.#deps.log.warn({ problem }, 'traces cannot be sent')
    if (problem === undefined && this.#isFailing) this.#deps.log.info('traces are sent again')
    this.#isFailing = problem !== undefined
  }
}
