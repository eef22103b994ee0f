import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import type { SettlementDeps } from './match-batch.ts'
import { handlers } from './routes.ts'

/** What settlements read of the merchants' configuration. */
export function settlementDeps({ masterKey }: Pick<Config, 'masterKey'>): SettlementDeps {
  const box = secretBox(masterKey)
  return { merchantConfig: (tx, merchantId) => merchantConfig({ db: tx, box }, merchantId) }
}

/** What PSPs say they paid out, compared with the payments. */
export const settlementFeature = (config: Config): Feature => ({
  name: 'settlement',
  handlers: handlers(settlementDeps(config)),
})
