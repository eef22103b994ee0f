import { StartupError } from '../../startup-error.ts'
import { isLoopback } from '../outbound/destinations.ts'

const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const
export type SamplerName = (typeof samplers)[number]

/** Where spans are sent and which of them are made. */
export interface TracingSettings {
  /** The whole address, `/v1/traces` included. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  readonly timeoutMs: number
  readonly serviceName: string
  /** What else each span says of the process it is from. */
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerName
  /** The share of traces that samplers by ratio keep. */
  readonly ratio: number
}

/** Readers of single variables, as `config.ts` has them. */
interface Readers {
  text(name: string): string | undefined
  url(name: string, protocols: readonly string[]): string | undefined
  oneOf<T extends string>(name: string, allowed: readonly T[], fallback: T): T
  integer(name: string, fallback: number, bounds: { readonly min: number; readonly max: number }): number
  decimal(name: string, fallback: number, bounds: { readonly min: number; readonly max: number }): number
  onOrOff(name: string, fallback: boolean): boolean
}

const protocols = ['http:', 'https:']
const headerName = /^[\w!#$%&'*+.^`|~-]+$/
const headerValue = /^[\t\x20-\x7e\x80-\xff]*$/

/**
 * The variables of the OpenTelemetry specification. All of them are read whether or not spans are sent, so that a wrong
 * one is told at once and not when tracing is switched on.
 */
export function tracingSettings(read: Readers, production: boolean): TracingSettings | undefined {
  const base = webAddress(read, 'OTEL_EXPORTER_OTLP_ENDPOINT', production)
  const forTraces = webAddress(read, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', production)
  const endpoint = forTraces ?? (base && tracesBelow(base))
  const protocol = read.text('OTEL_EXPORTER_OTLP_PROTOCOL')
  // Bodies are JSON, which whoever takes protobuf over HTTP takes as well. gRPC is another port: nothing would arrive.
  if (endpoint !== undefined && protocol !== undefined && !protocol.startsWith('http/'))
    throw new StartupError('OTEL_EXPORTER_OTLP_PROTOCOL must be http/json or http/protobuf.')
  const settings = {
    headers: {
      ...pairs(read, 'OTEL_EXPORTER_OTLP_HEADERS', isHeader),
      ...pairs(read, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', isHeader),
    },
    timeoutMs: read.integer('OTEL_EXPORTER_OTLP_TIMEOUT', 10_000, { min: 1, max: 60_000 }),
    serviceName: read.text('OTEL_SERVICE_NAME') ?? 'signalbox',
    resource: pairs(read, 'OTEL_RESOURCE_ATTRIBUTES'),
    sampler: read.oneOf('OTEL_TRACES_SAMPLER', samplers, 'parentbased_always_on'),
    ratio: read.decimal('OTEL_TRACES_SAMPLER_ARG', 1, { min: 0, max: 1 }),
  }
  const isDisabled = read.onOrOff('OTEL_SDK_DISABLED', false)
  return endpoint === undefined || isDisabled ? undefined : { endpoint, ...settings }
}

/** Headers may hold a key, so in production they leave this machine over https only. */
function webAddress(read: Readers, name: string, production: boolean): string | undefined {
  const given = read.url(name, protocols)
  if (given === undefined || !production) return given
  const { protocol, hostname } = new URL(given)
  if (protocol === 'https:' || isLoopback(hostname)) return given
  throw new StartupError(
    `${name} must begin with https:// in production, unless the collector is on this machine.`,
  )
}

function tracesBelow(base: string): string {
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/+$/, '')}/v1/traces`
  return url.href
}

const isHeader = (name: string, value: string): boolean => headerName.test(name) && headerValue.test(value)

/** `name=value,name=value`, values percent-encoded. Not repeated where it is refused: it may hold a key. */
function pairs(
  { text }: Readers,
  name: string,
  isFine: (name: string, value: string) => boolean = (key) => key !== '',
): Readonly<Record<string, string>> {
  const entries = (text(name) ?? '')
    .split(',')
    .filter((pair) => pair.trim() !== '')
    .map((pair): [string, string] => {
      const at = pair.indexOf('=')
      const value = decoded(pair.slice(at + 1).trim())
      const key = pair.slice(0, Math.max(0, at)).trim()
      if (value !== undefined && isFine(key, value)) return [key, value]
      throw new StartupError(`${name} must be a list like name=value,name=value with percent-encoded values.`)
    })
  return Object.fromEntries(entries)
}

function decoded(value: string): string | undefined {
  try {
    return decodeURIComponent(value)
  } catch {
    return undefined
  }
}
