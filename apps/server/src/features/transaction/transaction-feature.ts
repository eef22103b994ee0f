import { operationNames } from '@signalbox/model/payments/operations'
import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { fingerprinter } from '../../payments/vault/fingerprint.ts'
import type { DecisionTracer } from '../ruleset/read-model.ts'
import { handlers } from './routes.ts'

/** What staff see of payments. */
export function transactionFeature({ masterKey }: Config, tracer: DecisionTracer): Feature {
  const print = fingerprinter(masterKey)
  return {
    name: 'transaction',
    handlers: handlers({
      tracer,
      emailHash: (email) => print('EMAIL', email),
      offered: new Set(operationNames),
    }),
  }
}
