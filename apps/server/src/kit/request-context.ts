import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { passesLuhn } from '@signalbox/model/reference/account-number'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'
import type { OpenSpan } from './tracing/span.ts'

/** On whose behalf something is done: found in every line of the log, and sent along with calls to the outside. */
export interface RequestContext {
  /** The caller's own id of its request, or ours. */
  readonly requestId: string
  /** 32 hexadecimal digits, as in https://www.w3.org/TR/trace-context/ */
  readonly traceId: string
  readonly traceFlags: string
  /** The span of the caller's, 16 hexadecimal digits, where it has said one. */
  readonly parentId?: string
  /** What is under way here, where traces are sent. */
  span?: OpenSpan
  /** The payment it is about, once that is known. */
  txId?: number
}

type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/** Letters, digits and a little between them: nothing that could break a line or a header. */
const requestIdForm = /^[\w.:-]{1,64}$/
const traceparentForm = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/
const longestTraceparent = 256
const notSampled = '00'

const storage = new AsyncLocalStorage<RequestContext | undefined>()

export const currentContext = (): RequestContext | undefined => storage.getStore()

export const inContext = <T>(context: RequestContext, run: () => T): T => storage.run(context, run)

/** For what is nobody's in particular, although somebody happened to set it off. */
export const withoutContext = <T>(run: () => T): T => storage.run(undefined, run)

const newTraceId = (): string => randomUUID().replaceAll('-', '')

/** What a caller says about its request is believed where it has the right form; anything else is ours. */
export function contextOf(headers: Headers, ownId: string): RequestContext {
  const { 'x-request-id': given, traceparent } = headers
  const isUsable = typeof given === 'string' && requestIdForm.test(given) && !holdsCardNumber(given)
  return { requestId: isUsable ? given : ownId, ...traceOf(traceparent) }
}

/** A card number may stand anywhere among the digits of an id; one in a thousand true ids looks so and begins a new trace. */
const mayHideCard = (ids: string): boolean =>
  [/(?=([2-6]\d{14}))/g, /(?=([2-6]\d{15}))/g].some((window) =>
    [...ids.matchAll(window)].some(([, digits = '']) => passesLuhn(digits)),
  )

function traceOf(traceparent: Headers[string]): Pick<RequestContext, 'traceId' | 'traceFlags' | 'parentId'> {
  const given = typeof traceparent === 'string' && traceparent.length <= longestTraceparent ? traceparent : ''
  const [, traceId = newTraceId(), parentId, traceFlags = notSampled, more] =
    traceparentForm.exec(given) ?? []
  // Version 00 has four parts; later ones may add to them. Ids stand in the log, where no card number does.
  const isUnfit = (more !== undefined && given.startsWith('00')) || mayHideCard(given)
  return isUnfit ? { traceId: newTraceId(), traceFlags: notSampled } : { traceId, traceFlags, parentId }
}

/** Something nobody outside asked for. */
export const ownContext = (requestId: string = randomUUID()): RequestContext => contextOf({}, requestId)

/** The header the context came with; nothing where it began here. */
export const callerOf = ({ traceId, traceFlags, parentId }: RequestContext): string | undefined =>
  parentId && `00-${traceId}-${parentId}-${traceFlags}`

/** The header of the same trace for the next hop. */
export const traceparentOf = ({ traceId, traceFlags, span }: RequestContext): string =>
  span?.traceparent ?? `00-${traceId}-${newTraceId().slice(0, 16)}-${traceFlags}`

/** What a line of the log says about whose it is. */
export const idsOf = ({ requestId, traceId }: RequestContext) => ({ requestId, traceId })
