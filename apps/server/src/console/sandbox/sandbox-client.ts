import * as z from 'zod'
import {
  trafficCountries,
  trafficMethods,
  type SandboxAct,
  type SandboxFile,
  type SandboxPayout,
  type SandboxState,
} from '@signalbox/model/calls/sandbox'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import type { HttpAnswer, HttpExchange, HttpRequest } from '../../kit/outbound/http-exchange.ts'

const shown = 50
const timeouts = { connectMs: 1_000, readMs: 4_000 }
/** Settlement files of a busy day are long. */
const longestAnswer = { mostBytes: 32 * 1024 * 1024, beyond: 'refuse' } as const
const minuteMs = 60_000

const scriptShape = z.looseObject({
  id: z.string(),
  psp: z.string(),
  enabled: z.boolean(),
  validUntil: z.string().optional(),
})
const operationShape = z.object({
  id: z.string(),
  psp: z.string(),
  kind: z.string(),
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
  state: z.string(),
  code: z.string(),
  acceptedAt: z.string(),
  unclearUntil: z.string().nullable(),
})
const trafficShape = z.object({
  traffic: z
    .object({
      tps: z.number(),
      declinePct: z.number().optional(),
      payoutPct: z.number().optional(),
      country: z.enum(trafficCountries).optional(),
      methods: z.array(z.enum(trafficMethods)).optional(),
    })
    .nullable(),
})
const textShape = z.object({
  id: z.string(),
  from: z.string(),
  to: z.string(),
  text: z.string(),
  at: z.string(),
})
const networksShape = z.object({
  entities: z.array(
    z.object({ entityId: z.string(), service: z.string(), legalName: z.string(), status: z.string() }),
  ),
})
const timeShape = z.object({ now: z.string(), aheadMinutes: z.number() })
const filesShape = z.object({
  files: z.array(z.object({ name: z.string(), lines: z.number(), content: z.string() })),
})
const fileShape = z.object({ file: filesShape.shape.files.element })
const payoutShape = z.object({
  id: z.string(),
  psp: z.string(),
  account: z.string(),
  currency: z.string(),
  day: z.string(),
  payoutDate: z.string(),
  batchRef: z.string(),
  paid: z.boolean(),
  lines: z.number(),
  payout: z.string(),
  planted: z.array(z.object({ fault: z.string(), merchantRef: z.string().nullable() })),
})
const listOf = <T extends z.ZodType>(item: T) => z.object({ items: z.array(item) })

type Query = Readonly<Record<string, string | undefined>>

/** What the console may do in the simulated outside world. */
export interface SandboxClient {
  state(): Promise<SandboxState>
  act(act: SandboxAct): Promise<void>
  /** How far the simulated world is ahead of real time; `undefined` when it does not answer. */
  aheadMs(): Promise<number | undefined>
  files(query: Query): Promise<SandboxFile[]>
  /** The newest payouts of the providers. */
  payouts(): Promise<SandboxPayout[]>
  payoutFile(id: string): Promise<SandboxFile>
  bankStatement(query: Query): Promise<SandboxFile>
}

const absent: SandboxState = {
  available: false,
  url: null,
  now: null,
  aheadMinutes: 0,
  scripts: [],
  operations: [],
  texts: [],
  applicants: [],
  traffic: null,
}

const refusalShape = z.object({ error: z.string() })

/** Nothing when it is not JSON. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const jsonOf = (body: string): unknown => {
  const found = parsed(body)
  if (found === undefined) throw invalid({ field: 'text', code: 'JSON', message: 'Is not JSON' })
  return found
}

const part = encodeURIComponent

const queryText = (query: Query): string => {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return new URLSearchParams(given).toString()
}

const onlyFor = (field: string, event: string) =>
  invalid({ field, code: 'INVALID', message: `Only for ${event}` })

/** What an event tells, in the words of the sandbox. */
function eventOf({ event, amount, callback = {} }: SandboxAct): unknown {
  if (event !== 'callback') {
    if (Object.keys(callback).length > 0) throw onlyFor('callback', 'a callback')
    return { act: event, ...(amount !== undefined && { amount }) }
  }
  if (amount !== undefined) throw onlyFor('amount', 'a reversal or a dispute')
  const { amountPct, delaySeconds, ...rest } = callback
  return {
    act: event,
    ...rest,
    ...(amountPct !== undefined && { amountFactor: amountPct / 100 }),
    ...(delaySeconds !== undefined && { delayMs: delaySeconds * 1000 }),
  }
}

/** Which request of the sandbox's own interface an act is. */
function requestOf(act: SandboxAct): readonly [method: HttpRequest['method'], path: string, body?: unknown] {
  const { psp = '', id = '', text = '', operation = '', minutes, percent, accepted } = act
  const { tps, declinePct, payoutPct, country, methods } = act
  switch (act.act) {
    case 'outage':
      return ['POST', '/admin/outages', { psp, minutes, percent }]
    case 'end-outage':
      return ['DELETE', `/admin/outages/${part(psp)}`]
    case 'put-script':
      return ['PUT', `/admin/scripts/${part(id)}`, jsonOf(text)]
    case 'remove-script':
      return ['DELETE', `/admin/scripts/${part(id)}`]
    case 'travel':
      return ['POST', '/admin/time', { minutes }]
    case 'travel-back':
      return ['DELETE', '/admin/time']
    case 'traffic':
      return ['POST', '/admin/traffic/retune', { tps, declinePct, payoutPct, country, methods }]
    case 'reset':
      return ['POST', '/admin/reset', {}]
    case 'decide':
      return ['POST', `/sandbox/token-networks/entities/${part(id)}/decide`, { decision: act.decision }]
    case 'confirm':
      return ['POST', `/admin/operations/${part(operation)}/confirm`, { accepted }]
    case 'event':
      return ['POST', `/admin/operations/${part(operation)}/events`, eventOf(act)]
  }
}

type Read = <T>(path: string, shape: z.ZodType<T>) => Promise<T>

/** What the page of the sandbox shows of it. */
async function readWorld(read: Read): Promise<Omit<SandboxState, 'available' | 'url'>> {
  const [time, scripts, operations, texts, { traffic }, { entities }] = await Promise.all([
    read('/admin/time', timeShape),
    read('/admin/scripts', listOf(scriptShape)),
    read(`/admin/operations?newest=${shown}`, listOf(operationShape)),
    read(`/admin/texts?newest=${shown}`, listOf(textShape)),
    read('/admin/traffic', trafficShape),
    read('/sandbox/token-networks', networksShape),
  ])
  return {
    ...time,
    scripts: scripts.items.map(({ id, psp, enabled, validUntil, ...rest }) => ({
      id,
      psp,
      enabled,
      validUntil: validUntil ?? null,
      text: JSON.stringify({ psp, enabled, ...(validUntil && { validUntil }), ...rest }, null, 2),
    })),
    operations: operations.items.toReversed(),
    texts: texts.items,
    applicants: entities
      .filter(({ status }) => status === 'PENDING')
      .map(({ entityId, service, legalName }) => ({ id: entityId, service, legalName })),
    traffic,
  }
}

export function sandboxClient(url: string | undefined, exchange: HttpExchange): SandboxClient {
  const ask = async (method: HttpRequest['method'], path: string, body?: unknown): Promise<HttpAnswer> => {
    if (!url) throw new Refusal('INVALID_STATE', { message: 'There is no sandbox here.' })
    const ending = await exchange({
      method,
      url: `${url}${path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body: body === undefined ? '' : JSON.stringify(body),
      timeouts,
      answer: longestAnswer,
    })
    if (ending.kind === 'answered') return ending
    throw new Refusal('INVALID_STATE', { message: 'The sandbox does not answer.' })
  }
  const read: Read = async (path, shape) => shape.parse(JSON.parse((await ask('GET', path)).body))
  const refuse = (answer: HttpAnswer): never => {
    if (answer.status === 404) throw new Refusal('NOT_FOUND')
    const { error } = refusalShape.safeParse(parsed(answer.body)).data ?? {}
    throw invalid({ field: 'text', code: 'INVALID', message: error || 'The sandbox does not understand it' })
  }
  const isFine = ({ status }: HttpAnswer): boolean => status >= 200 && status < 300
  /** A read that the sandbox may refuse, because somebody chose what is asked for. */
  const fetched = async <T>(path: string, shape: z.ZodType<T>): Promise<T> => {
    const answer = await ask('GET', path)
    return isFine(answer) ? shape.parse(JSON.parse(answer.body)) : refuse(answer)
  }

  return {
    state: async () => (url ? { available: true, url, ...(await readWorld(read)) } : absent),
    async aheadMs() {
      if (!url) return undefined
      const { aheadMinutes } = await read('/admin/time', timeShape)
      return aheadMinutes * minuteMs
    },
    async act(act) {
      const answer = await ask(...requestOf(act))
      if (!isFine(answer)) refuse(answer)
    },
    files: async (query) => (await fetched(`/admin/settlement-files?${queryText(query)}`, filesShape)).files,
    payouts: async () =>
      (await fetched(`/admin/payouts?newest=${shown}&withToday=true`, listOf(payoutShape))).items,
    payoutFile: async (id) => (await fetched(`/admin/payouts/${part(id)}`, fileShape)).file,
    bankStatement: async (query) =>
      (await fetched(`/admin/bank-statement?${queryText(query)}`, fileShape)).file,
  }
}
