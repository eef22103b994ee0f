import {
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Span,
  type SpanContext,
  type SpanOptions as SdkOptions,
} from '@opentelemetry/api'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  RandomIdGenerator,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
} from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Metrics } from '../metrics.ts'
import type { HttpExchanger } from '../outbound/http-exchange.ts'
import { contextOf, type RequestContext } from '../request-context.ts'
import { SpanQueue } from './span-queue.ts'
import { SpanSender } from './span-sender.ts'
import type { OpenSpan, SpanOptions, Tracing } from './span.ts'
import type { SamplerName, TracingSettings } from './tracing-settings.ts'

interface TracingDeps {
  readonly exchanger: HttpExchanger
  readonly log: Logger
  readonly version: string
  readonly environment: string
}

const kinds: Readonly<Record<NonNullable<SpanOptions['kind']>, SpanKind>> = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
}

const always = new AlwaysOnSampler()
const never = new AlwaysOffSampler()
const samplers: Readonly<Record<SamplerName, (ratio: number) => Sampler>> = {
  always_on: () => always,
  always_off: () => never,
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: always }),
  parentbased_always_off: () => new ParentBasedSampler({ root: never }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/** Longer than any name of ours: what is not ours is cut. */
const longestValue = 128

const resourceOf = (
  { serviceName, resource }: TracingSettings,
  { version, environment }: Pick<TracingDeps, 'version' | 'environment'>,
) =>
  resourceFromAttributes({
    'service.version': version,
    'deployment.environment.name': environment,
    ...resource,
    'service.name': serviceName,
  })

type Parentage = Pick<RequestContext, 'traceId' | 'traceFlags' | 'parentId'>

const spanContextOf = ({ traceId, traceFlags, parentId }: Parentage): SpanContext | undefined =>
  parentId === undefined
    ? undefined
    : { traceId, spanId: parentId, traceFlags: Number.parseInt(traceFlags, 16), isRemote: true }

function sdkOptions({ kind = 'internal', attributes, startedAt, links = [] }: SpanOptions): SdkOptions {
  const contexts = links.map((link) => spanContextOf(contextOf({ traceparent: link }, '')))
  return {
    kind: kinds[kind],
    attributes: { ...attributes },
    ...(startedAt !== undefined && { startTime: startedAt }),
    links: contexts.flatMap((context) => (context ? [{ context }] : [])),
  }
}

type StartSpan = (name: string, options: SpanOptions, parent: Span | undefined) => OpenSpan

function openSpan(span: Span, tracing: Tracing, start: StartSpan): OpenSpan {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    tracing,
    set: (attributes) => void span.setAttributes({ ...attributes }),
    fail: (type) => {
      span.setStatus({ code: SpanStatusCode.ERROR })
      span.setAttribute('error.type', type)
    },
    end: (at) => {
      if (span.isRecording()) span.end(at)
    },
    child: (name, options = {}) => start(name, options, span),
  }
}

/** Spans by the SDK of OpenTelemetry, without its context and its connections: we have our own. */
export function startTracing(settings: TracingSettings, deps: TracingDeps): Tracing {
  const { exchanger, log } = deps
  let metrics: Pick<Metrics, 'spans'> | undefined
  const sender = new SpanSender({
    settings,
    exchange: exchanger.exchange,
    log,
    ended: (spans, outcome) => metrics?.spans.inc({ outcome }, spans),
  })
  const queue = new SpanQueue(sender, () => metrics?.spans.inc({ outcome: 'overflowed' }))
  const random = new RandomIdGenerator()
  // A trace that begins here has the id that stands in the log already.
  let traceId = ''
  const provider = new TracerProvider({
    resource: resourceOf(settings, deps),
    sampler: samplers[settings.sampler](settings.ratio),
    spanLimits: { attributeValueLengthLimit: longestValue },
    idGenerator: {
      generateTraceId: () => traceId,
      generateSpanId: () => random.generateSpanId(),
    },
    spanProcessors: [queue],
  })
  const tracer = provider.getTracer('signalbox', deps.version)
  const start: StartSpan = (name, options, parent) => {
    const around = parent ? trace.setSpan(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    return openSpan(tracer.startSpan(name, sdkOptions(options), around), tracing, start)
  }
  const flush = async (): Promise<void> => {
    await queue.forceFlush().catch(() => undefined)
    await sender.forceFlush()
  }
  const tracing: Tracing = {
    begin: (context, name, options = {}) => {
      traceId = context.traceId
      const parent = spanContextOf(context)
      return start(name, options, parent && trace.wrapSpanContext(parent))
    },
    countIn: (given) => {
      metrics = given
    },
    flush,
    close: async () => {
      await flush()
      await provider.shutdown().catch(() => undefined)
      exchanger.close()
    },
  }
  return tracing
}
