import type { Metrics } from '../../kit/metrics.ts'
import type { Connector } from './connector.ts'
import type { ExternalServices } from './external-services.ts'
import type { PspOutcome } from './psp-outcome.ts'

const operations = ['submit', 'query', 'capture', 'void', 'refund', 'cancel'] as const

/** The same connector, each call of which is timed. Connectors are known by name, so there are few series. */
function measured(connector: Connector, { pspCallDuration }: Metrics): Connector {
  const { psp } = connector
  const timed = operations.map((operation) => {
    const ask = connector[operation].bind(connector) as (call: unknown) => Promise<PspOutcome>
    const timedAsk = async (call: unknown): Promise<PspOutcome> => {
      const began = performance.now()
      const outcome = await ask(call)
      const seconds = (performance.now() - began) / 1_000
      pspCallDuration.observe({ psp, operation, outcome: outcome.kind }, seconds)
      return outcome
    }
    return [operation, timedAsk] as const
  })
  return Object.assign(Object.create(connector) as Connector, Object.fromEntries(timed))
}

/** Everybody payments speak with, and a clock beside the PSPs. */
export function measureExternalServices(services: ExternalServices, metrics: Metrics): ExternalServices {
  const connectors = new Map<string, Connector>()
  return Object.assign(Object.create(services) as ExternalServices, {
    connectorFor: (psp: string): Connector | undefined => {
      const known = connectors.get(psp)
      if (known) return known
      const connector = services.connectorFor(psp)
      if (!connector) return undefined
      const made = measured(connector, metrics)
      connectors.set(psp, made)
      return made
    },
  })
}
