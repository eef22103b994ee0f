import type { Config } from '@signalbox/server/config'
import type { TrafficOrder } from '@signalbox/server/sandbox-process'
import { demoMerchants } from './demo-platform.ts'
import { demoClients, demoClientSecret } from './seed-api-clients.ts'

/** Users of the shops everybody may try the public API as. */
export const demoTraffic = ({ publicUrl, product, trafficTps }: Config): TrafficOrder => ({
  tps: trafficTps,
  baseUrl: `${publicUrl}/${product}`,
  shops: demoClients.map(({ merchantId, clientId }) => ({
    merchantId,
    clientId,
    secret: demoClientSecret,
    currencies: demoMerchants.find(({ id }) => id === merchantId)?.currencies ?? ['EUR'],
  })),
})
