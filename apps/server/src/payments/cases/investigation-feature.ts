import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import { handlers } from './routes.ts'

/** What somebody has to look into. */
export function investigationFeature({ masterKey }: Config): Feature {
  const box = secretBox(masterKey)
  return {
    name: 'investigation',
    handlers: handlers({
      box,
      merchantConfig: (tx, merchantId) => merchantConfig({ db: tx, box }, merchantId),
    }),
  }
}
