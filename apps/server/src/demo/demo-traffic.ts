import type { Config } from '../config.ts'
import type { TrafficOrder } from '../sandbox-process.ts'
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
