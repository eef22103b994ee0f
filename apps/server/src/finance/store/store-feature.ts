import { randomBytes } from 'node:crypto'
import type { Feature } from '../../kit/feature.ts'
import type { MasterKey } from '../../kit/key-ring.ts'
import { fingerprinter } from '../../payments/vault/fingerprint.ts'
import { handlers } from './routes.ts'

/** Products, batches of vouchers and the vouchers themselves. */
export const storeFeature = ({ masterKey }: { readonly masterKey: MasterKey }): Feature => ({
  name: 'store',
  handlers: handlers({ print: fingerprinter(masterKey), random: randomBytes }),
})
