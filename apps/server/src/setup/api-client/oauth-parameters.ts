import type { FastifyRequest } from 'fastify'
import { OAuthRefusal } from './oauth-refusal.ts'

export type OAuthParameters = ReadonlyMap<string, string>

/** Addresses are logged on the way here. */
const neverInAddress = ['client_secret', 'token']

/** A form as an object; what was sent twice is a list. */
export function readForm(text: string): Record<string, unknown> {
  const form = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(form.keys())].map((name) => {
      const values = form.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    }),
  )
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** From the form (or JSON) and the address. Empty ones count as left out, and each comes once (RFC 6749, 3.2). */
export function parametersOf({ query, body = {} }: FastifyRequest): OAuthParameters {
  if (!isObject(body)) throw new OAuthRefusal('invalid_request', 'The body must be a form')
  const parameters = new Map<string, string>()
  const given: [name: string, value: unknown][] = [
    ...Object.entries(query as object),
    ...Object.entries(body),
  ]
  for (const [name, value] of given) {
    if (value === '') continue
    const former = parameters.get(name) ?? value
    if (typeof value !== 'string' || former !== value)
      throw new OAuthRefusal('invalid_request', 'Each parameter must be one text, sent once')
    parameters.set(name, value)
  }
  if (neverInAddress.some((name) => Object.hasOwn(query as object, name)))
    throw new OAuthRefusal('invalid_request', 'Send secrets and tokens in the body, never in the address')
  return parameters
}
