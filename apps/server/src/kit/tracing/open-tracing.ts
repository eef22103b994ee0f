import type { Logger } from 'pino'
import type { AllowedRange } from '../outbound/allowed-range.ts'
import { destinationsOf } from '../outbound/destinations.ts'
import { createHttpExchanger } from '../outbound/http-exchange.ts'
import type { Tracing } from './span.ts'
import type { TracingSettings } from './tracing-settings.ts'

interface TracingConfig {
  readonly tracing: TracingSettings | undefined
  readonly environment: string
  readonly outboundAllow: readonly AllowedRange[]
}

interface TracingDeps {
  readonly now: () => Date
  readonly log: Logger
  readonly version: string
}

/** Nothing where no receiver is configured: the libraries are not even loaded then. */
export async function openTracing(
  config: TracingConfig,
  { now, log, version }: TracingDeps,
): Promise<Tracing | undefined> {
  const { tracing: settings, environment } = config
  if (!settings) return undefined
  const { startTracing } = await import('./sdk-tracing.ts')
  // Connections of its own: a slow collector takes none from payments.
  const destinations = destinationsOf(config).trusting(settings.endpoint)
  const exchanger = createHttpExchanger({ now, destinations })
  log.info({ service: settings.serviceName, sampler: settings.sampler }, 'traces are sent')
  return startTracing(settings, { exchanger, log, version, environment })
}
