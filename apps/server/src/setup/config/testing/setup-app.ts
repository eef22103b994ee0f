import { seedProviders } from '@signalbox/sandbox/demo/setup/seed-setup'
import { secretBox } from '../../../kit/secret-box.ts'
import { kitApp, type KitApp } from '../../../kit/testing/kit-app.ts'
import { testMasterKey } from '../../../kit/testing/test-master-key.ts'
import * as credentialsTemplate from '../../credentials-template/routes.ts'
import { connectorNames } from '../../../payments/connectors/index.ts'
import * as psp from '../../psp/routes.ts'
import { CompiledVersions } from '../../ruleset/compiled-versions.ts'
import * as ruleset from '../../ruleset/routes.ts'
import { noTestCases, noTraffic, quietCircumstances } from '../../ruleset/testing/quiet-circumstances.ts'
import { inlineRulesetWorker } from '../../ruleset/ruleset-worker/ruleset-worker.ts'
import * as config from '../routes.ts'
import { connectionTest } from '../test-connection.ts'

export const group = 100010000
export const brand = 100010001
export const sibling = 100010002
export const box = secretBox(testMasterKey)

/** The set-up of the demo on the merchants of the kit, with the rules that may name it. */
export async function setupApp(): Promise<KitApp> {
  const kit = await kitApp(() => [
    ...config.handlers(
      { masterKey: testMasterKey, environment: 'development', outboundAllow: [] },
      { forexSettingsRemoved: () => Promise.resolve() },
    ),
    connectionTest(
      (merchantId, psp, account) =>
        Promise.resolve(
          psp === 'coinsim' ? undefined : { ok: account === '3DS', message: `${merchantId} ${account}` },
        ),
      () => new Date(0),
    ),
    ...credentialsTemplate.handlers(),
    ...psp.handlers({ environment: 'development', outboundAllow: [] }, connectorNames),
    ...ruleset.handlers({
      worker: inlineRulesetWorker,
      versions: new CompiledVersions(inlineRulesetWorker),
      find: quietCircumstances,
      runTests: noTestCases,
      findTraffic: noTraffic,
    }),
  ])
  await seedProviders({ tx: kit.db, newId: kit.deps.newId, now: kit.deps.now() }, box)
  return kit
}
