import type { FastifyRequest } from 'fastify'
import { allCalls } from '@signalbox/model/calls/index'
import type { Endpoint } from '@signalbox/model/field/endpoint'
import { Refusal } from '@signalbox/model/text/refusal'
import { expect, it } from 'vitest'
import { parseRequest } from './handle.ts'

const askedOf = (query: Readonly<Record<string, string>>) =>
  ({ query, params: {}, body: undefined }) as Partial<FastifyRequest> as FastifyRequest

/** Which of these parameters the call says it does not know. */
async function unknownTo(call: Endpoint, names: readonly string[]): Promise<string[]> {
  try {
    await parseRequest(call, askedOf(Object.fromEntries(names.map((name) => [name, '1']))))
    return []
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const fields = error.details.fields ?? []
    return fields.filter(({ code }) => code === 'UNKNOWN_FIELD').map(({ field }) => field)
  }
}

const declaredBy = ({ query }: Endpoint): string[] =>
  query && 'shape' in query ? Object.keys(query.shape as object) : []

const asked = ['unheardOf', 'sort', 'start', 'limit', 'cursor', 'keyword', 'state']

it('every call refuses what it does not know in its query, and takes what it declares', async () => {
  for (const call of allCalls) {
    const declared = declaredBy(call)
    const unknown = asked.filter((name) => !declared.includes(name))
    expect(await unknownTo(call, unknown), call.key).toEqual(unknown)
    expect(await unknownTo(call, [...declared, 'merchantId']), call.key).toEqual([])
  }
})
