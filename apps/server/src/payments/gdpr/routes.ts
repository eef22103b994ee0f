import { gdprCalls } from '@signalbox/model/calls/gdpr'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { makeLink } from './archive-link.ts'
import { gdprRequests, knownPerson, requestErasure, requestExport, requestHold } from './service.ts'
import type { RetentionYears } from './standing.ts'

interface GdprDeps {
  readonly box: SecretBox
  readonly retentionYears: RetentionYears
  /** Where links to this server begin. */
  readonly publicUrl: string
}

const asWork = (work: unknown) => work as Work
const offered = new Set(Object.values(gdprCalls).map(({ key }) => key as string))

export function handlers({ box, retentionYears, publicUrl }: GdprDeps): Handler[] {
  const requests = gdprRequests()
  return [
    ...resourceHandlers(requests).filter(({ endpoint }) => offered.has(endpoint.key)),
    handle(gdprCalls.check, async (work) => {
      const { isKnown: _known, ...standing } = await knownPerson(asWork(work), work.body, retentionYears)
      return standing
    }),
    handle(gdprCalls.requestExport, (work) =>
      requestExport(requests, asWork(work), work.body, retentionYears),
    ),
    handle(gdprCalls.hold, (work) => requestHold(requests, asWork(work), work.body, retentionYears)),
    handle(gdprCalls.erase, (work) =>
      requestErasure(requests, asWork(work), work.body, { box, retentionYears }),
    ),
    handle(gdprCalls.link, (work) => makeLink(requests, asWork(work), work.params.id, { box, publicUrl })),
  ]
}
