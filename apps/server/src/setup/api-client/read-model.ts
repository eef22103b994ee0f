/** What the public API asks about its callers. */
export { ClientGate, type ApiCaller } from './client-gate.ts'
export { deliveriesTo, disableEndpoint, endpointsFor, type WebhookTarget } from './webhook-target-store.ts'
export { webhookKeyOf } from './webhook-secret.ts'
export { expiredInApiClients } from './revoked-token-store.ts'
export { peopleBehindClients } from './client-people-store.ts'
export { clientName } from './client-name-store.ts'
export { expiringClients } from './client-store.ts'
