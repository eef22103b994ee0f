import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { settlementDeps } from '../settlements/read-model.ts'
import { handlers } from './routes.ts'

/** Customers, what they are charged, and their invoices. */
export const billingFeature = (config: Pick<Config, 'masterKey'>): Feature => ({
  name: 'billing',
  handlers: handlers(secretBox(config.masterKey), settlementDeps(config)),
})
