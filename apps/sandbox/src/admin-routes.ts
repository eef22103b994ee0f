import * as z from 'zod'
import { parseMoney } from '@signalbox/model/money/money-text'
import type { TravellingClock } from './travelling-clock.ts'
import { json, type Reply, type Route, type SandboxRequest } from './http-server.ts'
import type { Book } from './psp/book.ts'
import { bookTotals, movementView, operationView, settlementOf } from './psp/book-views.ts'
import type { Operation } from './psp/operation.ts'
import type { PspCore } from './psp/psp-core.ts'
import { payoutRoutes } from './payout-routes.ts'
import { settlementFiles, settlementShape } from './psp/settlement-file.ts'
import { scriptSchema, type Scripts } from './psp/scripts.ts'
import { retuneShape, trafficShape, type Traffic } from './traffic/traffic.ts'

export interface AdminDeps {
  readonly book: Book
  readonly core: PspCore
  readonly scripts: Scripts
  readonly traffic: Traffic
  readonly clock: TravellingClock
  readonly setDelayScale: (scale: number) => void
  readonly health: () => Readonly<Record<string, unknown>>
}

const outageShape = z.strictObject({
  psp: z.string().min(1),
  minutes: z.number().min(0).max(10_080).default(10),
  percent: z.number().min(0).max(100).default(100),
})

const eventShape = z.discriminatedUnion('act', [
  z.strictObject({
    act: z.enum(['reversal', 'dispute', 'disputeWon']),
    amount: z.string().optional(),
    // Says nothing where less is left: what nobody moved could look true to whoever has not heard of the rest yet.
    onlyIfLeft: z.boolean().default(false),
  }),
  z.strictObject({
    act: z.literal('callback'),
    times: z.int().min(1).max(10).default(1),
    amountFactor: z.number().min(0).max(10).default(1),
    signature: z.enum(['OK', 'BAD']).default('OK'),
    reference: z.enum(['OK', 'WRONG']).default('OK'),
    delayMs: z.int().min(0).max(3_600_000).default(0),
  }),
])

const subjects = { reversal: 'reversal', dispute: 'disputeFiled', disputeWon: 'disputeResolved' } as const

type GoingBack = Exclude<z.infer<typeof eventShape>, { act: 'callback' }>

/** The whole of a payment goes back, or so much of it. */
async function goBack(
  core: PspCore,
  operation: Operation,
  { act, amount, onlyIfLeft }: GoingBack,
): Promise<Reply | undefined> {
  if (amount === undefined) {
    await (act === 'disputeWon' ? core.winDispute(operation) : core.fire(operation, act))
    return undefined
  }
  const { currency } = operation.amount
  const money = parseMoney(amount, currency)
  if (!money) return json(422, { error: `Not an amount in ${currency}` })
  await core.takeBack(operation, subjects[act], money.minor, onlyIfLeft)
  return undefined
}

const outageId = (psp: string): string => `outage-${psp}`
const minuteMs = 60_000

/** What people and tests do to the simulated world, and how they read its book. */
export function adminRoutes(deps: AdminDeps): readonly Route[] {
  const writes = [...scriptRoutes(deps), ...operationRoutes(deps), ...worldRoutes(deps), ...timeRoutes(deps)]
  const reads = [
    ...stateRoutes(deps),
    ...bookRoutes(deps),
    ...payoutRoutes({ book: deps.book, now: () => deps.clock.now() }),
  ]
  return [...reads, ...writes.map(fromProgramsOnly)]
}

/** How providers are going to behave. */
function scriptRoutes({ scripts, clock }: AdminDeps): Route[] {
  const outage = (request: SandboxRequest): Reply => {
    const { psp, minutes, percent } = outageShape.parse(JSON.parse(request.body))
    scripts.put(
      scriptSchema.parse({
        id: outageId(psp),
        psp,
        priority: 0,
        match: { percent },
        steps: [{ action: 'RESPOND', httpStatus: 503 }],
        validUntil: new Date(clock.now() + minutes * minuteMs).toISOString(),
      }),
    )
    return json(200, { psp, minutes, percent })
  }
  return [
    {
      method: 'PUT',
      path: '/admin/scripts/{id}',
      run: ({ body, param }) => {
        const script = scriptSchema.parse({ ...(JSON.parse(body) as object), id: param('id') })
        scripts.put(script)
        return json(200, script)
      },
    },
    {
      method: 'DELETE',
      path: '/admin/scripts/{id}',
      run: ({ param }) => json(scripts.remove(param('id')) ? 200 : 404, {}),
    },
    { method: 'POST', path: '/admin/outages', run: outage },
    {
      method: 'DELETE',
      path: '/admin/outages/{psp}',
      run: ({ param }) => json(scripts.remove(outageId(param('psp'))) ? 200 : 404, {}),
    },
  ]
}

/** What becomes of single operations. */
function operationRoutes({ book, core }: AdminDeps): Route[] {
  const operation = ({ param }: SandboxRequest) => book.byId(param('id'))
  const noOperation = (): Reply => json(404, { error: 'unknown operation' })
  return [
    {
      method: 'POST',
      path: '/admin/operations/{id}/confirm',
      run: async (request) => {
        const found = operation(request)
        if (!found) return noOperation()
        const { accepted } = z.strictObject({ accepted: z.boolean() }).parse(JSON.parse(request.body))
        await core.confirm(found, accepted)
        return json(200, operationView(found))
      },
    },
    {
      method: 'POST',
      path: '/admin/operations/{id}/events',
      run: async (request) => {
        const found = operation(request)
        if (!found) return noOperation()
        const event = eventShape.parse(JSON.parse(request.body))
        if (event.act === 'callback') {
          const { act: _, delayMs, ...callback } = event
          await core.fire(found, { subject: 'payment', ...callback }, delayMs)
        } else {
          const refused = await goBack(core, found, event)
          if (refused) return refused
        }
        return json(200, operationView(found))
      },
    },
  ]
}

function timeRoutes({ clock }: AdminDeps): Route[] {
  return [
    {
      method: 'POST',
      path: '/admin/time',
      run: ({ body }) => {
        const { minutes } = z
          .strictObject({ minutes: z.number().min(0).max(525_600) })
          .parse(JSON.parse(body))
        clock.travel(minutes * minuteMs)
        return json(200, timeOf(clock))
      },
    },
    {
      method: 'DELETE',
      path: '/admin/time',
      run: () => {
        clock.reset()
        return json(200, timeOf(clock))
      },
    },
  ]
}

/** Traffic and pace, and everything as it was. */
function worldRoutes(deps: AdminDeps): Route[] {
  const { scripts, clock } = deps
  return [
    {
      method: 'PUT',
      path: '/admin/traffic',
      run: ({ body }) => {
        const settings = trafficShape.parse(JSON.parse(body))
        deps.traffic.set(settings)
        return json(200, { tps: settings.tps })
      },
    },
    {
      method: 'POST',
      path: '/admin/traffic/retune',
      run: ({ body }) => {
        const wish = retuneShape.parse(JSON.parse(body))
        return deps.traffic.retune(wish)
          ? json(200, wish)
          : json(409, { error: 'There are no shops to go to' })
      },
    },
    {
      method: 'POST',
      path: '/admin/reset',
      run: () => {
        for (const { id } of scripts.list()) scripts.remove(id)
        deps.traffic.reset()
        deps.setDelayScale(1)
        clock.reset()
        return json(200, {})
      },
    },
    {
      method: 'PUT',
      path: '/admin/settings',
      run: ({ body }) => {
        const { delayScale } = z
          .strictObject({ delayScale: z.number().min(0).max(10) })
          .parse(JSON.parse(body))
        deps.setDelayScale(delayScale)
        return json(200, { delayScale })
      },
    },
  ]
}

function stateRoutes(deps: AdminDeps): Route[] {
  const { scripts, clock } = deps
  return [
    { method: 'GET', path: '/health', run: () => json(200, deps.health()) },
    { method: 'GET', path: '/admin/time', run: () => json(200, timeOf(clock)) },
    { method: 'GET', path: '/admin/traffic', run: () => json(200, { traffic: deps.traffic.current() }) },
    { method: 'GET', path: '/admin/scripts', run: () => json(200, { items: scripts.list() }) },
  ]
}

/** The providers' book, to be held against ours. */
function bookRoutes({ book }: AdminDeps): Route[] {
  return [
    {
      method: 'GET',
      path: '/admin/book',
      run: async ({ query }) => {
        await book.settled()
        const wanted = query.get('reference')
        return json(200, {
          items: book
            .movements()
            .filter(({ payment }) => !wanted || payment.reference === wanted)
            .map(movementView),
        })
      },
    },
    {
      method: 'GET',
      path: '/admin/totals',
      run: async () => {
        await book.settled()
        return json(200, { items: bookTotals(book) })
      },
    },
    {
      method: 'GET',
      path: '/admin/operations',
      run: ({ query }) => {
        const [state, reference] = [query.get('state'), query.get('reference')]
        const newest = Number(query.get('newest') ?? 0)
        const found: Operation[] = []
        for (const each of book.newestFirst()) {
          if (newest > 0 && found.length >= newest) break
          if ((!state || each.state === state) && (!reference || each.reference === reference))
            found.push(each)
        }
        return json(200, { items: found.reverse().map(operationView) })
      },
    },
    {
      method: 'GET',
      path: '/admin/settlement',
      run: ({ query }) => json(200, settlementOf(book, query.get('psp') ?? '', query.get('date') ?? '')),
    },
    {
      method: 'GET',
      path: '/admin/settlement-files',
      run: ({ query }) => {
        const options = settlementShape.safeParse(Object.fromEntries(query))
        return options.success
          ? json(200, { files: settlementFiles(book, options.data) })
          : json(422, { error: z.prettifyError(options.error) })
      },
    },
  ]
}

const timeOf = (clock: TravellingClock) => ({
  now: new Date(clock.now()).toISOString(),
  aheadMinutes: Math.round(clock.aheadMs() / minuteMs),
})

/** A web page of another origin cannot send this content type without asking first, and nobody answers its question. */
const fromProgramsOnly = (route: Route): Route => ({
  ...route,
  run: async (request) => {
    if (request.body !== '' && !request.headers['content-type']?.startsWith('application/json'))
      return json(415, { error: 'JSON only' })
    if ((request.headers['sec-fetch-site'] ?? 'none') === 'cross-site')
      return json(403, { error: 'not from other sites' })
    try {
      return await route.run(request)
    } catch (error) {
      if (error instanceof z.ZodError) return json(422, { error: z.prettifyError(error) })
      throw error
    }
  },
})
