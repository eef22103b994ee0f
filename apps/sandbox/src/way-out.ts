import { openDestinations } from '@signalbox/server/kit/outbound/destinations'
import { createHttpExchanger, type HttpExchanger } from '@signalbox/server/kit/outbound/http-exchange'

/** Where a platform under test may be: on this machine, or beside it in a network of containers. */
const allowed = ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'].map((block) => ({ block }))

/** How the simulated world reaches the platform. There is no such world in production. */
export const openWayOut = (): HttpExchanger =>
  createHttpExchanger({
    now: () => new Date(),
    destinations: openDestinations({ production: false, allowed }),
  })
