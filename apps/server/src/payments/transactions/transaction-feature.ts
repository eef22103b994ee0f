import { operationNames } from '@signalbox/model/payments/operations'
import type { Config } from '../../config.ts'
import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { SettingsCache } from '../core/flow/settings-cache.ts'
import { targetsFor } from '../core/operations/reprocess-target.ts'
import { fingerprinter } from '../vault/fingerprint.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import type { DecisionTracer } from '../../setup/ruleset/read-model.ts'
import { detailOf } from './detail.ts'
import type { ListWork } from './list.ts'
import { handlers, type AuditAbout, type TransactionDeps } from './routes.ts'

/** A payment as `GET /transaction/{id}` tells it to the same person. */
export type ReadDetail = (work: ListWork, id: number) => Promise<TransactionDetail>

/** What staff see of payments. */
export function transactionFeature(
  { masterKey, environment }: Config,
  tracer: DecisionTracer,
  auditAbout: AuditAbout,
): Feature & { readonly detail: ReadDetail } {
  const print = fingerprinter(masterKey)
  const box = secretBox(masterKey)
  const settings = new SettingsCache({ box, production: environment === 'production' })
  const deps: TransactionDeps = {
    tracer,
    auditAbout,
    emailHash: (email) => print('EMAIL', email),
    offered: new Set(operationNames),
    settings,
    merchantConfig: (tx, merchantId) => merchantConfig({ db: tx, box }, merchantId),
    targets: (tx, row) => targetsFor({ db: tx, box }, row),
  }
  return {
    name: 'transaction',
    handlers: handlers(deps),
    detail: (work, id) => detailOf(work, deps, id),
  }
}
