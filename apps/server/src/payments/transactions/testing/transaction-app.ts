import { createHash } from 'node:crypto'
import { merchantConfigOf } from '@signalbox/model/configuration/merchant-config'
import { entriesAbout } from '../../../console/audit/read-model.ts'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import { SettingsCache } from '../../core/flow/settings-cache.ts'
import { handlers, type TransactionDeps } from '../routes.ts'

export const emailHash = (email: string): string =>
  createHash('sha256').update(email.trim().toLowerCase()).digest('base64url')

const merchantSettings = {
  'tags.Refund': { wrong: 'Wrong amount' },
  'externalUrls.userId': { Player: 'https://crm.example/p/{value}' },
  'externalUrls.txRefId': { Ledger: 'https://books.example/?ref={value}' },
}

/** The console calls of transactions on a database of their own, without payments that go on by themselves. */
export const transactionApp = (overrides: Partial<TransactionDeps> = {}): Promise<KitApp> =>
  kitApp(() =>
    handlers({
      emailHash,
      offered: new Set(),
      settings: new SettingsCache({ box: secretBox(testMasterKey), production: false }),
      targets: () => Promise.resolve([]),
      merchantConfig: () => Promise.resolve(merchantConfigOf(merchantSettings)),
      auditAbout: entriesAbout,
      tracer: { trace: () => Promise.resolve(undefined) },
      ...overrides,
    }),
  )
