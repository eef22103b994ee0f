import { operationNames } from '@signalbox/model/payments/operations'
import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { fingerprinter } from '../vault/fingerprint.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import type { WorkSource } from '../../kit/work-source.ts'
import type { ListWork } from '../transactions/read-model.ts'
import { countQueues } from './queue.ts'
import { handlers } from './routes.ts'
import type { SheetDeps } from './sheet.ts'
import { paymentsToDecide } from './to-decide.ts'

/** The queue of those who approve payments. */
export function approvalFeature({ masterKey }: Config, tracer: DecisionTracer) {
  const print = fingerprinter(masterKey)
  const box = secretBox(masterKey)
  const deps: SheetDeps = {
    tracer,
    emailHash: (email) => print('EMAIL', email),
    offered: new Set(operationNames),
    merchantConfig: (tx, merchantId) => merchantConfig({ db: tx, box }, merchantId),
  }
  const toDecide: WorkSource = (reader) => paymentsToDecide(reader, deps)
  return {
    name: 'approval',
    handlers: handlers(deps),
    queues: (work: ListWork) => countQueues(work, deps),
    toDecide,
  } satisfies Feature & { queues: unknown; toDecide: unknown }
}
