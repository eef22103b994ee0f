import type { HttpEnding, HttpRequest } from '../outbound/http-exchange.ts'
import { portOf } from '../outbound/destinations.ts'
import { childSpan } from './in-span.ts'
import type { OpenSpan, SpanAttributes } from './span.ts'

/** A call to the outside. The path is left out: those of PSPs and merchants hold ids of users and accounts. */
export function beginCall({ method, url, target }: HttpRequest): OpenSpan | undefined {
  return childSpan(target === undefined ? method : `${method} ${target}`, () => ({
    kind: 'client',
    attributes: {
      'http.request.method': method,
      ...(URL.canParse(url) && serverOf(new URL(url))),
      ...(target !== undefined && { 'signalbox.call.target': target }),
    },
  }))
}

const serverOf = (address: URL): SpanAttributes => ({
  'url.scheme': address.protocol.slice(0, -1),
  'server.address': address.hostname,
  'server.port': portOf(address),
})

export function endCall(span: OpenSpan, ending: HttpEnding): void {
  span.set({ 'signalbox.outcome': ending.kind })
  if (ending.kind === 'answered') {
    span.set({ 'http.response.status_code': ending.status })
    if (ending.status >= 400) span.fail(String(ending.status))
  } else span.fail(ending.reason)
  span.end()
}
