import type { HttpExchange } from '@signalbox/server/kit/outbound/http-exchange'
import * as z from 'zod'
import { trafficMethods } from '@signalbox/model/calls/sandbox'
import type { SandboxClock } from '../clock.ts'
import { nextPurchase, trafficNetworks, type TrafficMix } from './purchase.ts'
import { createShopper } from './shopper.ts'

export const trafficShape = z.strictObject({
  /** Payments a second; none when 0. */
  tps: z.number().min(0).max(1_000),
  baseUrl: z.url({ protocol: /^https?$/ }),
  shops: z
    .array(
      z.strictObject({
        merchantId: z.int(),
        /** What its customers call it, and where most of them live. */
        name: z.string().min(1).optional(),
        country: z.string().length(3).optional(),
        currencies: z.array(z.string().length(3)).min(1),
        clientId: z.string().min(1),
        secret: z.string().min(1),
      }),
    )
    .min(1),
})

type TrafficSettings = z.infer<typeof trafficShape>
export type Places = Pick<TrafficSettings, 'baseUrl' | 'shops'>
export type OpenShop = TrafficSettings['shops'][number]

const percent = z.number().min(0).max(100).optional()

/** How many come, and who; where they come to stays. */
export const retuneShape = z.strictObject({
  tps: z.number().min(0).max(50),
  declinePct: percent,
  payoutPct: percent,
  country: z.enum(Object.keys(trafficNetworks) as [keyof typeof trafficNetworks]).optional(),
  methods: z.array(z.enum(trafficMethods)).min(1).optional(),
})
type Retuning = z.infer<typeof retuneShape>

export interface Traffic {
  set(settings: TrafficSettings): void
  /** False when nobody has said yet where to go. */
  retune(wish: Retuning): boolean
  /** As it was ordered first. */
  reset(): void
  /** Null when nobody has said yet where to go. */
  current(): Retuning | null
  /** Where people go, by themselves too: the shops and the platform behind them. */
  places(): Places | undefined
  stop(): void
}

interface TrafficDeps {
  readonly clock: SandboxClock
  readonly random: () => number
  readonly exchange: HttpExchange
  readonly sandboxOrigin: () => string
}

/** More at once than this means that the platform does not keep up; who comes then, goes elsewhere. */
const mostAtOnce = 32

/** Users who come as they please, through the same door as everybody else. */
export function createTraffic({ clock, random, exchange, sandboxOrigin }: TrafficDeps): Traffic {
  let cancel = (): void => undefined
  let atOnce = 0
  let count = 0
  let ordered: TrafficSettings | undefined
  let tuned: Retuning | undefined

  const begin = ({ baseUrl, shops }: TrafficSettings, { tps, ...mix }: Retuning): void => {
    cancel()
    if (tps === 0) return
    const shopper = createShopper({ exchange, baseUrl, sandboxOrigin: sandboxOrigin(), now: clock.now })
    const come = (): void => {
      wait()
      const shop = shops[Math.floor(random() * shops.length)]
      if (!shop || atOnce >= mostAtOnce) return
      const key = `demo-${clock.now().toString(36)}-${count++}`
      atOnce += 1
      shopper
        .buy(shop, nextPurchase(shop, random, mix satisfies TrafficMix), key)
        // A platform that is away or starting again is no news here.
        .catch(() => undefined)
        .finally(() => (atOnce -= 1))
    }
    // People who know nothing of each other come at random times: the pauses between them are exponential.
    const wait = (): void => {
      cancel = clock.after((-Math.log(1 - random()) / tps) * 1000, come)
    }
    wait()
  }
  const reset = (): void => {
    tuned = ordered && { tps: ordered.tps }
    if (ordered && tuned) begin(ordered, tuned)
  }
  return {
    set: (settings) => {
      ordered = settings
      reset()
    },
    retune: (wish) => {
      if (!ordered) return false
      tuned = wish
      begin(ordered, wish)
      return true
    },
    reset,
    current: () => tuned ?? null,
    places: () => ordered,
    stop: () => cancel(),
  }
}
