import type { Config } from '../../config.ts'
import type { Feature } from '../../kit/feature.ts'
import { secretBox } from '../../kit/secret-box.ts'
import { fingerprinter } from '../vault/fingerprint.ts'
import { merchantConfig } from '../../setup/config/read-model.ts'
import { askForProof } from './ask-for-proof.ts'
import { handlers } from './routes.ts'

export function userAccountFeature({ masterKey }: Pick<Config, 'masterKey'>): Feature {
  const box = secretBox(masterKey)
  return {
    name: 'user-account',
    handlers: handlers({
      print: fingerprinter(masterKey),
      askUser: askForProof(box),
      blockReasons: async (db, merchantId) =>
        (await merchantConfig({ db, box }, merchantId)).tags.BlockAccount,
      retentionYears: async (db, merchantId) =>
        (await merchantConfig({ db, box }, merchantId)).gdpr.retentionYears,
    }),
  }
}
