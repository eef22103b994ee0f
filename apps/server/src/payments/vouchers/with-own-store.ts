import type { Connector } from '../connectors/connector.ts'
import type { ExternalServices } from '../connectors/external-services.ts'
import { ownStore } from '../connectors/own-store.ts'

/** The outside, and our own store beside its PSPs. */
export const withOwnStore = (services: ExternalServices, store: Connector): ExternalServices =>
  Object.assign(Object.create(services) as ExternalServices, {
    connectorFor: (name: string) => (name === ownStore ? store : services.connectorFor(name)),
  })
