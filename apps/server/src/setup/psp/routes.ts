import { pspCalls } from '@signalbox/model/calls/psp'
import { psp } from '@signalbox/model/entities/psp'
import { writableFields } from '@signalbox/model/field/entity'
import type { Config } from '../../config.ts'
import { handle, type Handler } from '../../kit/handle.ts'
import { destinationsOf } from '../../kit/outbound/destinations.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import { Resource } from '../../kit/resource.ts'
import { pspHooks, unmappedCodes, usesOf, type PspRecord } from './service.ts'

const copied = (source: PspRecord): Record<string, unknown> =>
  Object.fromEntries(writableFields(psp).map(([name]) => [name, source[name as keyof PspRecord]]))

export function handlers(
  settings: Pick<Config, 'environment' | 'outboundAllow'>,
  connectors: readonly string[],
): Handler[] {
  const psps = new Resource(psp, pspHooks({ destinations: destinationsOf(settings), connectors }))
  return [
    ...resourceHandlers(psps),
    handle(pspCalls.clone, async (work) => {
      const source = await psps.store(work).get(work.params.id)
      return psps.create(work, { ...copied(source), ...work.body })
    }),
    handle(pspCalls.use, async (work) => {
      const record = await psps.store(work).get(work.params.id)
      return { ...(await usesOf(work, record)), unmapped: await unmappedCodes(work, record) }
    }),
  ]
}
