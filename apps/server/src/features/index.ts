import type { Config } from '../config.ts'
import type { Feature } from '../kit/feature.ts'
import type { KitDeps } from '../kit/unit-of-work.ts'
import * as bankMapping from './bank-mapping/routes.ts'
import * as merchant from './merchant/routes.ts'

/** Table of contents of the server. */
export const features = (_config: Config, _deps: KitDeps): Feature[] => [
  { name: 'bank-mapping', handlers: bankMapping.handlers() },
  { name: 'merchant', handlers: merchant.handlers() },
]
