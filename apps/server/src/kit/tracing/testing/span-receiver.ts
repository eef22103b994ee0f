import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TracingSettings } from '../tracing-settings.ts'

interface Attribute {
  readonly key: string
  readonly value: { readonly stringValue?: string; readonly intValue?: number }
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: readonly Attribute[]
  readonly status: { readonly code: number }
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[]
}

interface SentBody {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] }
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[]
  }[]
}

const valuesOf = (attributes: readonly Attribute[]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]))

const read = ({ attributes, ...span }: SentSpan) => ({ ...span, attributes: valuesOf(attributes) })
export type ReceivedSpan = ReturnType<typeof read>

/** A collector that takes spans, or does what it is told to. */
export async function spanReceiver() {
  const requests: { readonly url?: string; readonly headers: IncomingHttpHeaders; readonly body: string }[] =
    []
  const held: ServerResponse[] = []
  const others: IncomingHttpHeaders[] = []
  const told = { answer: 200 as number | 'none' }
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const { url, headers } = request
      if (url !== '/v1/traces') {
        others.push(headers)
        return void reply.end('{}')
      }
      if (told.answer === 'none') return void held.push(reply)
      if (told.answer === 200) requests.push({ url, headers, body: Buffer.concat(chunks).toString('utf8') })
      reply.writeHead(told.answer).end('{}')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const bodies = () => requests.map(({ body }) => JSON.parse(body) as SentBody)
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/traces`
  const settings: TracingSettings = {
    endpoint,
    headers: { 'x-api-key': 'of the collector' },
    timeoutMs: 10_000,
    serviceName: 'signalbox-test',
    resource: {},
    sampler: 'parentbased_always_on',
    ratio: 1,
  }
  return {
    settings,
    told,
    requests,
    /** Those that were never answered. */
    held,
    /** The headers of what came to any other address, and was no span. */
    others,
    resources: () =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.map(({ resource }) => valuesOf(resource.attributes)),
      ),
    spans: (): ReceivedSpan[] =>
      bodies().flatMap(({ resourceSpans }) =>
        resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans.map(read))),
      ),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
