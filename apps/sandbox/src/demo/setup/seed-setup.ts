import {
  hiddenSecret,
  isSecretMark,
  type ConfigDocument,
  type ConfigValue,
  type SecretMark,
} from '@signalbox/model/configuration/credential-field'
import { secretDestinations } from '@signalbox/model/configuration/secret-destination'
import { config } from '@signalbox/model/entities/config'
import { credentialsTemplate } from '@signalbox/model/entities/credentials-template'
import { psp } from '@signalbox/model/entities/psp'
import { insertSecrets } from '@signalbox/server/setup/config/store'
import { sealEnvelope } from '@signalbox/server/kit/envelope'
import type { SecretBox } from '@signalbox/server/kit/secret-box'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { ownStore } from '@signalbox/server/payments/connectors/own-store'
import { sandboxAccounts } from '@signalbox/server/payments/connectors/sandbox-accounts'
import { insertRecord } from '../demo-store.ts'
import { demoCredentialsTemplates } from './demo-credentials-templates.ts'
import { demoIntegrations, demoMerchantConfigs, demoServices } from './demo-configs.ts'
import { demoPsps } from './demo-psps.ts'

type Unit = Pick<UnitOfWork, 'tx' | 'newId' | 'now'>

const platform = 1000
const group = 100010000

const nameOf = (id: string): string => demoPsps.find((each) => each.psp === id)?.name ?? id

/** What payments of the demo run on: the catalogue, its templates, and the configuration of the merchants. */
export async function seedSetup(unit: Unit, box: SecretBox): Promise<void> {
  await seedProviders(unit, box)
  for (const { merchantId, document } of demoMerchantConfigs) {
    await seedConfig(unit, merchantId, {
      type: 'MerchantConfig',
      provider: null,
      name: 'Merchant settings',
      document,
    })
  }
  for (const { merchantId, type, name, document } of demoIntegrations)
    await seedConfig(unit, merchantId, { type, provider: null, name, document })
}

/** Everything rules can name: the catalogue, and the group configured for all of it. */
export async function seedProviders(unit: Unit, box: SecretBox): Promise<void> {
  for (const values of demoPsps) await insertRecord(unit, psp, platform, { ...values })
  for (const [id, fields] of Object.entries(demoCredentialsTemplates)) {
    await insertRecord(unit, credentialsTemplate, platform, {
      title: `${nameOf(id)} 1`,
      psp: id,
      templateVersion: 1,
      status: 'PUBLISHED',
      fields,
      fieldNames: fields.map(({ key }) => key),
      changelog: 'First version',
    })
  }
  for (const id of Object.keys(demoCredentialsTemplates)) await seedProvider(unit, box, id)
  // Nobody asks our own store for credentials.
  await seedConfig(unit, group, {
    type: 'ProviderConfig',
    provider: ownStore,
    name: nameOf(ownStore),
    document: { accounts: { default: {} } },
  })
  for (const { type, provider, label } of demoServices) {
    const document = { accounts: { default: {} } }
    await seedConfig(unit, group, { type, provider, name: label, document })
  }
}

async function seedProvider(unit: Unit, box: SecretBox, id: string): Promise<void> {
  const configId = unit.newId()
  const stamps = { createdAt: unit.now, createdBy: 'system' }
  const sealed: Parameters<typeof insertSecrets>[1][number][] = []
  const mark = (text: string): SecretMark => {
    const secretId = unit.newId()
    sealed.push({
      merchantId: group,
      id: secretId,
      configId,
      ...sealEnvelope(box, secretId, text),
      ...stamps,
    })
    return { $secret: secretId, value: hiddenSecret }
  }
  const accounts = sandboxAccounts
    .filter((account) => account.psp === id)
    .map(({ account, settings, secrets }) => {
      const marks = Object.entries(secrets).map(([key, text]) => [key, mark(text)] as const)
      const section: Record<string, ConfigValue | SecretMark> = { ...settings, ...Object.fromEntries(marks) }
      return [account, section] as const
    })
  const document: ConfigDocument = { accounts: Object.fromEntries(accounts) }
  await seedConfig(unit, group, {
    id: configId,
    type: 'ProviderConfig',
    provider: id,
    name: nameOf(id),
    document,
  })
  const destinations = secretDestinations(demoCredentialsTemplates[id] ?? [], document)
  const sentTo = accounts.flatMap(([name, section]) =>
    Object.entries(section).flatMap(([key, value]) =>
      isSecretMark(value)
        ? [[value.$secret, destinations.get(`accounts.${name}.${key}`) ?? []] as const]
        : [],
    ),
  )
  const byId = new Map(sentTo)
  await insertSecrets(
    unit.tx,
    sealed.map((row) => ({ ...row, destinations: [...(byId.get(row.id) ?? [])] })),
  )
}

const seedConfig = (
  unit: Unit,
  merchantId: number,
  values: {
    readonly id?: string
    readonly type: string
    readonly provider: string | null
    readonly name: string
    readonly document: ConfigDocument
  },
) =>
  insertRecord(unit, config, merchantId, {
    ...values,
    enabled: true,
    accounts: Object.keys(values.document.accounts ?? {}),
    missing: [],
  })
