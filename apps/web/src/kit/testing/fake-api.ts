import type { CallMap } from '@signalbox/model/calls/index'
import { Refusal } from '@signalbox/model/text/refusal'
import { connectApi } from '../api.ts'

export interface FakeRequest {
  readonly key: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  readonly body: unknown
  readonly operationId: string | null
}

type Key = Extract<keyof CallMap, string>
type ReplyTo<K extends Key> = CallMap[K] extends { reply: infer R } ? R : never

/** Answers by call; each answers with what the real call answers, or throws the refusal the server would. */
export type FakeHandlers = { [K in Key]?: (request: FakeRequest) => ReplyTo<K> | Promise<ReplyTo<K>> }

/** For an answer that must come later than the question, or not at all. */
export class ConnectionLost extends Error {}

type AnyHandler = (request: FakeRequest) => unknown

function find(
  handlers: FakeHandlers,
  method: string,
  path: string,
): { key: string; params: Record<string, string>; run: AnyHandler } | null {
  // A path without parameters is meant before one that could read it as a parameter.
  const keys = Object.keys(handlers).toSorted((a, b) => Number(a.includes('{')) - Number(b.includes('{')))
  for (const key of keys) {
    const [keyMethod, template = ''] = key.split(' ')
    const pattern = new RegExp(`^${template.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
    const match = keyMethod === method ? pattern.exec(path) : null
    if (match) return { key, params: { ...match.groups }, run: handlers[key as Key] as AnyHandler }
  }
  return null
}

const refusalBody = (refusal: Refusal) => ({
  errorId: 'error-1',
  code: refusal.code,
  message: refusal.message,
  fields: refusal.details.fields,
  current: refusal.details.current,
})

/** Stands in for the server: a table of answers, and a record of what was asked. */
export function fakeApi(handlers: FakeHandlers): {
  requests: FakeRequest[]
  of: (key: Key) => FakeRequest[]
} {
  const requests: FakeRequest[] = []
  let ids = 0
  connectApi({
    product: 'signalbox',
    merchantId: () => 100010001,
    newId: () => `operation-${(ids += 1)}`,
    networkFailed: () => undefined,
    sessionEnded: () => undefined,
    fetch: async (address, init) => {
      const url = new URL(address, 'http://localhost')
      const path = decodeURIComponent(url.pathname.replace('/signalbox/backoffice/api', ''))
      const found = find(handlers, init.method ?? 'GET', path)
      if (!found) return new Response('{}', { status: path === '/metadata' ? 200 : 404 })
      const headers = new Headers(init.headers)
      const request: FakeRequest = {
        key: found.key,
        params: found.params,
        query: Object.fromEntries(url.searchParams),
        body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
        operationId: headers.get('X-Operation-Id'),
      }
      requests.push(request)
      try {
        return new Response(JSON.stringify(await found.run(request)), { status: 200 })
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        return new Response(JSON.stringify(refusalBody(error)), { status: error.status })
      }
    },
  })
  return { requests, of: (key) => requests.filter((request) => request.key === key) }
}
