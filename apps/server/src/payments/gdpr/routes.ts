import { gdprCalls } from '@signalbox/model/calls/gdpr'
import { Refusal } from '@signalbox/model/text/refusal'
import { openEnvelope } from '../../kit/envelope.ts'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
import { resourceHandlers } from '../../kit/resource-handlers.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { takeFile } from './request-store.ts'
import { gdprRequests, knownPerson, requestErasure, requestExport, requestHold } from './service.ts'
import type { RetentionYears } from './standing.ts'

interface GdprDeps {
  readonly box: SecretBox
  readonly retentionYears: RetentionYears
}

const asWork = (work: unknown) => work as Work
const offered = new Set(Object.values(gdprCalls).map(({ key }) => key as string))

export function handlers({ box, retentionYears }: GdprDeps): Handler[] {
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
    handle(gdprCalls.file, async (work) => {
      const request = await requests.store(asWork(work)).lock(work.params.id)
      const { merchantId, id, subject } = request
      const file = await takeFile(work.tx, merchantId, id, work.now)
      if (!file)
        throw new Refusal('INVALID_STATE', {
          message: 'The file is not ready, was already downloaded, or has expired.',
        })
      work.audit({
        merchantId,
        entityType: 'gdpr',
        entityId: id,
        entityLabel: subject,
        action: 'DOWNLOAD',
      })
      work.reply
        .header('content-type', 'application/zip')
        .header('content-disposition', `attachment; filename="personal-data-${subject}.zip"`)
      return Buffer.from(openEnvelope(box, id, file), 'base64')
    }),
  ]
}
