import type { Config } from '@signalbox/server/config'
import type { TrafficOrder } from '@signalbox/server/sandbox-process'
import { demoMerchants } from './demo-platform.ts'
import { demoClients, demoClientSecret } from './seed-api-clients.ts'

/** Users of the shops everybody may try the public API as. */
export const demoTraffic = ({ publicUrl, product, trafficTps }: Config): TrafficOrder => ({
  tps: trafficTps,
  baseUrl: `${publicUrl}/${product}`,
  shops: demoClients.map(({ merchantId, clientId }) => {
    const merchant = demoMerchants.find(({ id }) => id === merchantId)
    return {
      merchantId,
      ...(merchant && { name: merchant.name, country: merchant.country }),
      clientId,
      secret: demoClientSecret,
      currencies: merchant?.currencies ?? ['EUR'],
    }
  }),
})
