import type { FastifyInstance } from 'fastify'
import type { Config } from '../../config.ts'
import type { Tx } from '../../kit/database.ts'
import type { Feature } from '../../kit/feature.ts'
import type { PeriodicJob } from '../../kit/jobs/periodic-job.ts'
import type { QueueTask } from '../../kit/jobs/queue-task.ts'
import { secretBox } from '../../kit/secret-box.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import { downloadPage, downloadPath } from './download-page.ts'
import { exportTask } from './export-file.ts'
import { forgetCapturedTask } from './forget-captured.ts'
import { handlers } from './routes.ts'
import { gdprSchedule } from './schedule.ts'

type Key = Pick<Config, 'masterKey'>

function partsOf({ masterKey }: Key) {
  const box = secretBox(masterKey)
  const retentionYears = async (db: Tx, merchantId: number) =>
    (await merchantConfig({ db, box }, merchantId)).gdpr.retentionYears
  return { box, retentionYears }
}

/** What people have a right to: to know what is held about them, and to be forgotten. */
export const gdprFeature = (config: Key & Pick<Config, 'publicUrl' | 'product'>): Feature => ({
  name: 'gdpr',
  handlers: handlers({
    ...partsOf(config),
    publicUrl: `${config.publicUrl}${downloadPath(config.product)}`,
  }),
})

/** The page behind the links to archives. */
export const gdprPage = (
  app: FastifyInstance,
  config: Key & Pick<Config, 'product'>,
  deps: KitDeps,
): Promise<void> => downloadPage(app, { product: config.product, box: partsOf(config).box, deps })

export const gdprTasks = (config: Key & Pick<Config, 'dataDir'>, deps: KitDeps): QueueTask[] => [
  exportTask(deps, partsOf(config).box),
  forgetCapturedTask(deps, partsOf(config).box, config.dataDir),
]

export const gdprJobs = (config: Key, deps: KitDeps): PeriodicJob[] => [gdprSchedule(deps, partsOf(config))]
