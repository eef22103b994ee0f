import * as z from 'zod/mini'
import { contextOf, ownContext, traceparentOf, type RequestContext } from '../request-context.ts'

/** Beside what a job needs to know, its payload says on whose behalf it is done. */
const member = '_request'

const carried = z.object({ [member]: z.object({ requestId: z.string(), traceparent: z.string() }) })

export const withContext = (
  payload: Readonly<Record<string, unknown>>,
  context: RequestContext | undefined,
): Readonly<Record<string, unknown>> =>
  context
    ? { ...payload, [member]: { requestId: context.requestId, traceparent: traceparentOf(context) } }
    : payload

/** What `withContext` has put together. Jobs nobody asked for have a context of their own. */
export function splitContext(payload: unknown): {
  readonly context: RequestContext
  readonly payload: unknown
} {
  const read = carried.safeParse(payload)
  if (!read.success) return { context: ownContext(), payload }
  const { [member]: given } = read.data
  const { [member]: _given, ...rest } = payload as Record<string, unknown>
  const headers = { 'x-request-id': given?.requestId, traceparent: given?.traceparent }
  return { context: contextOf(headers, ownContext().requestId), payload: rest }
}
