import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { configTypes, type ConfigType } from '@signalbox/model/configuration/config-types'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'
import type { Tx } from '../../kit/database.ts'
import { publishedFields } from '../credentials-template/read-model.ts'
import { pspNames } from '../psp/read-model.ts'

async function pspForms(tx: Tx): Promise<ConfigForm[]> {
  const fields = await publishedFields(tx)
  return (await pspNames(tx)).flatMap(({ psp, name, status }): ConfigForm[] => {
    const template = fields.get(psp)
    if (!template || status === 'DRAFT') return []
    return [
      {
        type: 'ProviderConfig',
        provider: psp,
        label: name,
        hasAccounts: true,
        accountsOptional: false,
        deprecated: status === 'DEPRECATED',
        fields: template,
      },
    ]
  })
}

/** Everything that can be configured, with the fields its document may have. */
export async function configForms(tx: Tx): Promise<ConfigForm[]> {
  const forms = await Promise.all(
    Object.entries(configTypes).map(([type, declared]): Promise<ConfigForm[]> => {
      const { label, provider, fields } = declared
      if (fields === null) return pspForms(tx)
      const accounts = 'accounts' in declared ? declared.accounts : undefined
      const hasAccounts = provider !== null || accounts !== undefined
      const accountsOptional = accounts === 'optional'
      const form = { type, fields, deprecated: false, hasAccounts, accountsOptional }
      if (provider === null) return Promise.resolve([{ ...form, provider: null, label }])
      const providers = demoCatalogue[provider]
      return Promise.resolve(
        providers.map((entry) => ({ ...form, provider: entry.value, label: entry.label })),
      )
    }),
  )
  return forms.flat()
}

export async function configForm(
  tx: Tx,
  type: ConfigType,
  provider: string | null,
): Promise<ConfigForm | undefined> {
  const forms = await configForms(tx)
  return forms.find((form) => form.type === type && form.provider === provider)
}
