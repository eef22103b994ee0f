import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { configTypes, isPlatformOnly, type ConfigType } from '@signalbox/model/configuration/config-types'
import type { CredentialField } from '@signalbox/model/configuration/credential-field'
import { addressKey } from '@signalbox/model/configuration/secret-destination'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'
import type { Tx } from '../../kit/database.ts'
import type { Work } from '../../kit/handle.ts'
import { platformOf } from '../../kit/scope.ts'
import { publishedFields } from '../credentials-template/read-model.ts'
import { pspNames } from '../psp/read-model.ts'

/** The address of a PSP receives card data, whether its template says so or not. */
const withCardAddress = (field: CredentialField): CredentialField =>
  field.key === addressKey && !field.receives ? { ...field, receives: 'CARD' } : field

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
        fields: template.map(withCardAddress),
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

/** Those the selected merchant may have documents of. */
export async function offeredForms({ tx, scope }: Work): Promise<ConfigForm[]> {
  const isTop = scope.selected === platformOf(scope)
  return (await configForms(tx)).filter(({ type }) => isTop || !isPlatformOnly(type))
}

export async function configForm(
  tx: Tx,
  type: ConfigType,
  provider: string | null,
): Promise<ConfigForm | undefined> {
  const forms = await configForms(tx)
  return forms.find((form) => form.type === type && form.provider === provider)
}
