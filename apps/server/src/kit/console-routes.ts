import type { FastifyInstance, RouteShorthandOptions } from 'fastify'
import fastJson from 'fast-json-stringify'
import type { Handler } from './handle.ts'
import { JsonText } from './json-text.ts'
import { lazy } from './lazy.ts'
import { jsonSchemaOf } from './openapi/json-schema.ts'
import { serve, type Authenticate } from './pipeline.ts'
import type { RecordView } from './shown-record.ts'
import type { KitDeps } from './unit-of-work.ts'

const toFastifyPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/**
 * Only declared members leave the server, so a column added to a table cannot leak by accident. Compiled when first
 * asked for: three hundred of them would be half the time of a start.
 */
function serializerOf({ endpoint: { reply } }: Handler): ((value: unknown) => string) | null {
  if (reply === 'stream') return null
  type Serializer = (value: unknown) => string
  const compiled = lazy(() => fastJson(jsonSchemaOf(reply, 'output') as object) as Serializer)
  return (value) => compiled()(value)
}

/**
 * Answers are made afresh each time, so packing them has to be cheap: the lightest level halves the time and costs a
 * tenth in size, and a page of a list is packed in one go, because a stream for it would cost more than the packing.
 */
const compress: RouteShorthandOptions['compress'] = {
  encodings: ['gzip'],
  zlibOptions: { level: 1 },
  syncThreshold: 128 * 1024,
}

/** By address, what shows the records that other calls change. */
const viewsOf = (handlers: readonly Handler[]): ReadonlyMap<string, RecordView> =>
  new Map(
    handlers.flatMap((handler): [string, RecordView][] => {
      const { method, path } = handler.endpoint
      const stringify = method === 'GET' ? serializerOf(handler) : null
      return stringify ? [[path, { handler, stringify }]] : []
    }),
  )

/** Puts every call below the console base. Two handlers for one call, or a call without access, stop the start. */
export function consoleRoutes(
  app: FastifyInstance,
  base: string,
  handlers: readonly Handler[],
  deps: KitDeps,
  authenticate: Authenticate,
): void {
  const seen = new Set<string>()
  const console = { deps, authenticate, views: viewsOf(handlers) }
  for (const handler of handlers) {
    const { endpoint } = handler
    if (seen.has(endpoint.key)) throw new Error(`${endpoint.key} has two handlers`)
    if (endpoint.access === 'public') throw new Error(`${endpoint.key}: console calls are never public`)
    seen.add(endpoint.key)
    const stringify = serializerOf(handler)
    app.route({
      method: endpoint.method,
      url: `${base}${toFastifyPath(endpoint.path)}`,
      config: { access: endpoint.access },
      compress,
      ...(endpoint.bodyLimit && { bodyLimit: endpoint.bodyLimit }),
      handler: async (request, reply) => {
        const answer = () => serve(console, handler, request, reply)
        const result = await (deps.priority ? deps.priority.call(answer) : answer())
        if (!stringify || reply.sent) return result
        reply.header('content-type', 'application/json; charset=utf-8')
        return result instanceof JsonText ? result.text : stringify(result)
      },
    })
  }
}
