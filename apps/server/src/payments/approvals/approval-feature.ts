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
import type { SheetParts } from './sheet.ts'
import { paymentsToDecide } from './to-decide.ts'

/** The desk of those who approve payments. */
export function approvalFeature({ masterKey }: Config, tracer: DecisionTracer) {
  const print = fingerprinter(masterKey)
  const box = secretBox(masterKey)
  const parts: SheetParts = {
    tracer,
    emailHash: (email) => print('EMAIL', email),
    offered: new Set(operationNames),
    merchantConfig: (tx, merchantId) => merchantConfig({ db: tx, box }, merchantId),
  }
  const toDecide: WorkSource = (reader) => paymentsToDecide(reader, parts)
  return {
    name: 'approval',
    handlers: handlers(parts),
    queues: (work: ListWork) => countQueues(work, parts),
    toDecide,
  } satisfies Feature & { queues: unknown; toDecide: unknown }
}
