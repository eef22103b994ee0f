import { forexRateCalls } from '@signalbox/model/calls/forex-rate'
import { forexRate } from '@signalbox/model/entities/forex-rate'
import { counted } from '@signalbox/model/text/counted'
import { handle, type Handler, type Work } from '../../../kit/handle.ts'
import { jobStatusStore } from '../../../kit/jobs/job-status-store.ts'
import { resourceHandlers } from '../../../kit/resource-handlers.ts'
import { rateImportJob } from '../import-rates.ts'
import { forexRates } from './forex-rates-resource.ts'
import { importRates, previewRates } from './import-file.ts'
import { pairHistory } from './pair-history.ts'
import { rateSettings } from './rate-rules.ts'
import { removeImported } from './rate-store.ts'
import { saveRates } from './save-rates.ts'

async function importer(work: Work) {
  const jobs = await jobStatusStore(work.tx).list()
  const job = jobs.find(({ name }) => name === rateImportJob)
  const { from, service, currencies } = await rateSettings(work)
  return {
    lastRunAt: job?.finishedAt ?? null,
    nextRunAt: job?.nextRunAt ?? null,
    outcome: job?.outcome ?? null,
    summary: job?.error ?? job?.summary ?? null,
    from,
    service,
    currencies: [...currencies],
  }
}

export const handlers = (): Handler[] => [
  ...resourceHandlers(forexRates),
  handle(forexRateCalls.save, async (work) => ({
    items: await saveRates(forexRates, work as Work, work.body),
  })),
  handle(forexRateCalls.importPreview, (work) => previewRates(work as Work, work.body)),
  handle(forexRateCalls.importCommit, (work) => importRates(work as Work, work.body)),
  handle(forexRateCalls.pair, (work) => pairHistory(work as Work, work.query)),
  handle(forexRateCalls.importer, (work) => importer(work as Work)),
]

/** Without settings of its own a merchant goes by the rates of those above. */
export async function forexSettingsRemoved(work: Work, merchantId: number): Promise<void> {
  const note = 'The exchange settings of the merchant were deleted'
  const removed = await removeImported(work.tx, merchantId, { by: work.user.username, note, now: work.now })
  if (removed === 0) return
  work.audit({
    merchantId,
    entityType: forexRate.slug,
    entityId: 'imported',
    entityLabel: counted(removed, 'imported rate'),
    changeType: 'DELETE',
    action: 'DELETE',
    after: { rates: removed },
    note,
  })
  work.emit({ merchantId, topic: forexRate.slug, key: 'imported' })
}
