import { allCalls } from '@signalbox/model/calls/index'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { expect } from 'vitest'
import { jsonSchemaOf } from '../kit/openapi/json-schema.ts'
import type { Answer, Client } from '../kit/testing/kit-app.ts'

/** No record has been changed so often. */
const staleVersion = 1_000_000

type JsonSchema = Readonly<Record<string, unknown>>

/** Those of a choice between several are the members of all of them. */
function membersIn(schema: JsonSchema): object {
  const choices = ['anyOf', 'oneOf', 'allOf'].flatMap((word) => (schema[word] ?? []) as JsonSchema[])
  return Object.assign({}, schema.properties, ...choices.map(membersIn)) as object
}

const membersOf = (schema: Endpoint['body']): object =>
  schema ? membersIn(jsonSchemaOf(schema, 'input')) : {}

/** Whether the call says which version of a record its caller has seen. */
const takesVersion = ({ body, query }: Endpoint): boolean =>
  'version' in membersOf(body) || 'version' in membersOf(query)

export const versionedCalls = allCalls.filter((call) => call.effect === 'write' && takesVersion(call))

const patternOf = ({ path }: Endpoint): RegExp =>
  new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`)

/** Months stand in one list that shows them all: a refusal shows none of them, and the console reads the list again. */
const shownInList: ReadonlySet<string> = new Set([
  'POST /balance/period/{month}/close',
  'POST /ledger-request/reopening',
])

/** The GET of what an address is about: that of the record it names last, else of the nearest list above that. */
function readAddress(call: Endpoint, address: string): string {
  const [path = '', query = ''] = address.split('?')
  const steps = path.replace(/\/$/, '').split('/')
  const declared = call.path.replace(/\/$/, '').split('/')
  const record = declared.findLastIndex((step) => step.endsWith('}'))
  for (let length = record === -1 ? declared.length : record + 1; length > 1; length--) {
    const shown = declared.slice(0, length).join('/')
    if (allCalls.some((known) => known.method === 'GET' && known.path === shown))
      return `${steps.slice(0, length).join('/')}?${query}`
  }
  throw new Error(`Nothing shows what ${call.key} changes`)
}

const withQuery = (address: string, change: (query: URLSearchParams) => void): string => {
  const [path = '', given = ''] = address.split('?')
  const query = new URLSearchParams(given)
  change(query)
  return `${path}?${query.toString()}`
}

/** What a GET knows of the query of a write. */
const ofScope = (address: string): string =>
  withQuery(address, (query) => ['version', 'revision', 'note'].forEach((name) => query.delete(name)))

/** A record as a call shows it: the answer itself, or the one of its items the address names. */
function recordIn({ status, body }: Answer, address: string): unknown {
  if (status !== 200) return undefined
  if (!Array.isArray(body.items)) return body
  return (body.items as { id: string }[]).find(({ id }) => address.includes(id))
}

interface Tried {
  readonly refusal: Answer
  readonly shown: unknown
}

/**
 * Clients that try each write of a watched call with a stale version before they make it, as themselves and as another
 * reader, and read what the same person is shown of the record.
 */
export function staleWrites(reader: () => Client) {
  let watched: Endpoint | undefined
  let tried: { own: Tried; other: Tried } | undefined

  async function tryStale(who: Client, method: Endpoint['method'], address: string, body: unknown) {
    const call = watched as Endpoint
    const shown = shownInList.has(call.key)
      ? undefined
      : recordIn(await who.get(ofScope(readAddress(call, address))), address)
    const stale = { ...(body as object), version: staleVersion }
    const send = {
      POST: () => who.post(address, stale),
      PUT: () => who.put(address, stale),
      DELETE: () => who.delete(withQuery(address, (query) => query.set('version', String(staleVersion)))),
      GET: () => who.get(address),
    }
    return { refusal: await send[method](), shown }
  }

  async function before(own: Client, method: Endpoint['method'], address: string, body?: unknown) {
    if (watched?.method !== method || !patternOf(watched).test(address)) return
    tried = {
      own: await tryStale(own, method, address, body),
      other: await tryStale(reader(), method, address, body),
    }
  }

  return {
    watch: (call: Endpoint | undefined) => {
      watched = call
      tried = undefined
    },
    client: (own: Client): Client => ({
      ...own,
      post: async (address, body, options) => {
        await before(own, 'POST', address, body)
        return own.post(address, body, options)
      },
      put: async (address, body, options) => {
        await before(own, 'PUT', address, body)
        return own.put(address, body, options)
      },
      delete: async (address, options) => {
        await before(own, 'DELETE', address)
        return own.delete(address, options)
      },
    }),
    /** Whoever was late is shown the record, and nobody is shown more of it than by asking for it. */
    expectShown: () => {
      if (!tried) throw new Error('The call was not made')
      const { own, other } = tried
      expect(own.refusal.body, own.refusal.text).toMatchObject({ code: 'VERSION_CONFLICT' })
      expect(own.refusal.body.current).toEqual(own.shown)
      if (watched && !shownInList.has(watched.key)) expect(own.shown).toBeDefined()
      if (other.refusal.body.current !== undefined) expect(other.refusal.body.current).toEqual(other.shown)
    },
  }
}
