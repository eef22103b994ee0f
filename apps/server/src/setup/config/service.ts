import type { ConfigForm } from '@signalbox/model/calls/configuration'
import { checkDocument } from '@signalbox/model/configuration/check-document'
import { isPlatformOnly, type ConfigType } from '@signalbox/model/configuration/config-types'
import {
  isSecretMark,
  secretPlaceholder,
  type ConfigDocument,
} from '@signalbox/model/configuration/credential-field'
import type { config } from '@signalbox/model/entities/config'
import type { RecordOf } from '@signalbox/model/field/entity'
import { invalid, Refusal, type FieldProblem } from '@signalbox/model/text/refusal'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import type { Destinations } from '../../kit/outbound/destinations.ts'
import type { ResourceHooks } from '../../kit/resource.ts'
import { platformOf } from '../../kit/scope.ts'
import type { SecretBox } from '../../kit/secret-box.ts'
import { rulesNaming, type NamingRule } from '../ruleset/read-model.ts'
import { dataDestinationProblems } from './data-destination.ts'
import { destinationProblems } from './destination-problems.ts'
import { configForm } from './forms.ts'
import { configGrants, refuseLostThresholds } from './granted-power.ts'
import { keepSecrets, recallSecrets, type Source } from './keep-secrets.ts'
import { allowedDataHosts } from './read-model.ts'
import { configFilters, nearestAbove, removeSecrets } from './store.ts'
import { watchDestinations } from './watch-destinations.ts'

export type ConfigRecord = RecordOf<typeof config>
type Input = Record<string, unknown>

const documentOf = (record: Pick<ConfigRecord, 'document'>) => record.document as ConfigDocument

async function formFor(work: Work, type: unknown, provider: unknown): Promise<ConfigForm> {
  const form = await configForm(work.tx, type as ConfigType, (provider ?? null) as string | null)
  if (form) return form
  throw invalid({
    field: 'provider',
    code: 'UNKNOWN',
    message: provider ? 'There is no published template for this provider' : texts.required,
  })
}

function refuseBelowPlatform({ scope }: Work, type: string): void {
  if (!isPlatformOnly(type) || scope.selected === platformOf(scope)) return
  throw invalid({
    field: 'type',
    code: 'PLATFORM',
    message: 'These settings can only be set at the platform merchant.',
  })
}

/** `apiKey` at the root, `3DS.apiKey` in an account; the settings of a merchant have no accounts, but dots in names. */
function placeOf({ hasAccounts }: ConfigForm, path: string): { account: string | null; key: string } {
  const dot = hasAccounts ? path.lastIndexOf('.') : -1
  return dot < 0 ? { account: null, key: path } : { account: path.slice(0, dot), key: path.slice(dot + 1) }
}

function refuseWrong(
  destinations: Destinations,
  form: ConfigForm,
  document: ConfigDocument,
  others: readonly FieldProblem[],
): readonly string[] {
  const { problems, missing } = checkDocument(form.fields, document, form)
  const required = missing.flatMap((path) => {
    const { account, key } = placeOf(form, path)
    const section = account === null ? document : document.accounts?.[account]
    // Left open on purpose, because the file it comes from holds no secrets.
    if (section?.[key] === secretPlaceholder) return []
    const field = account === null ? key : `accounts.${account}.${key}`
    return [{ field, code: 'REQUIRED', message: texts.required }]
  })
  const known = new Set([...problems, ...others].map(({ field }) => field))
  const elsewhere = destinationProblems(destinations, form.fields, document)
  const all = [
    ...problems,
    ...elsewhere.filter(({ field }) => !known.has(field)),
    ...required,
    ...others,
  ].map((problem) => ({
    ...problem,
    field: problem.field ? `document.${problem.field}` : 'document',
  }))
  if (all.length > 0) throw invalid(...all.slice(0, 100))
  return missing
}

const isObject = (value: unknown): value is Input =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export interface ConfigDeps {
  /** Told when a merchant's own settings of exchanging money are gone. */
  readonly forexSettingsRemoved: (work: Work, merchantId: number) => Promise<void>
  readonly box: SecretBox
  readonly destinations: Destinations
}

async function written(
  { box, destinations }: ConfigDeps,
  work: Work,
  form: ConfigForm,
  given: unknown,
  place: { readonly own: { merchantId: number; id: string }; readonly source: Source | null },
): Promise<Input> {
  if (!isObject(given)) throw invalid({ field: 'document', code: 'OBJECT', message: texts.invalidValue })
  const { accounts = {} } = given
  if (!isObject(accounts) || !Object.values(accounts).every(isObject))
    throw invalid({ field: 'document.accounts', code: 'OBJECT', message: texts.invalidValue })
  const { fields } = form
  const recalled = await recallSecrets(work.tx, fields, given, place.source)
  const rules = { production: destinations.production, allowedHosts: await allowedDataHosts(work.tx) }
  const meant = recalled.document as ConfigDocument
  const missing = refuseWrong(destinations, form, meant, [
    ...recalled.problems,
    ...dataDestinationProblems(fields, meant, rules),
  ])
  const document = await keepSecrets(box, work, fields, recalled, place.own)
  return { document, missing, accounts: Object.keys(document.accounts ?? {}) }
}

const ruleLine = ({ ref, ruleset, rule }: NamingRule): string => `${ref} ${ruleset}: ${rule}`

/** Rules of the merchant, those above and those below count: all of them send its payments somewhere. */
async function refuseLostAccounts(work: Work, current: ConfigRecord, left: readonly string[]): Promise<void> {
  if (current.type !== 'ProviderConfig' || current.provider === null) return
  const merchants = [...new Set([...work.scope.chain, ...work.scope.effective])]
  for (const account of current.accounts.filter((name) => !left.includes(name))) {
    const rules = await rulesNaming(work.tx, { psp: current.provider, account, merchants })
    if (rules.length === 0) continue
    throw new Refusal('IN_USE', {
      message: `Account ${account} is used by ${rules.length} ${rules.length === 1 ? 'rule' : 'rules'}: ${rules.slice(0, 5).map(ruleLine).join('; ')}`,
      refs: rules.slice(0, 100).map(ruleLine),
    })
  }
}

export interface AccountRule extends NamingRule {
  readonly account: string
}

export async function rulesUsing(work: Work, record: ConfigRecord): Promise<AccountRule[]> {
  const { provider, accounts } = record
  if (record.type !== 'ProviderConfig' || provider === null) return []
  const merchants = [...new Set([...work.scope.chain, ...work.scope.effective])]
  const found = await Promise.all(
    accounts.map(async (account) =>
      (await rulesNaming(work.tx, { psp: provider, account, merchants })).map((rule) => ({
        ...rule,
        account,
      })),
    ),
  )
  return found.flat()
}

/** Business rules of configuration: what a document may hold, where its secrets go, and who depends on it. */
export const configHooks = (deps: ConfigDeps): ResourceHooks<ConfigRecord> => ({
  filters: (work) => configFilters(work.scope.selected),
  grants: configGrants(deps.destinations.production),

  async beforeCreate(work, input) {
    refuseBelowPlatform(work, String(input.type))
    const provider = (input.provider ?? '') === '' ? null : String(input.provider)
    const form = await formFor(work, input.type, provider)
    const own = { merchantId: work.scope.selected, id: work.newId() }
    const source = await nearestAbove(work.tx, work.scope.chain.slice(1), String(input.type), provider)
    if (form.deprecated && !source)
      throw invalid({ field: 'provider', code: 'DEPRECATED', message: `${form.label} is deprecated` })
    const values = await written(deps, work, form, input.document, { own, source })
    return { ...input, ...values, provider, id: own.id, name: form.label }
  },

  async beforeUpdate(work, input, current) {
    const accounts = Object.keys((input.document as ConfigDocument | undefined)?.accounts ?? {})
    if (input.document !== undefined) await refuseLostAccounts(work, current, accounts)
    // An override is created; its document is worked on there.
    if (current.inherited || input.document === undefined) return input
    const form = await formFor(work, current.type, current.provider)
    const own = { merchantId: current.merchantId, id: current.id }
    const source = { id: current.id, document: documentOf(current) }
    return { ...input, ...(await written(deps, work, form, input.document, { own, source })) }
  },

  async beforeRemove(work, current) {
    const above = await nearestAbove(work.tx, work.scope.chain.slice(1), current.type, current.provider)
    await refuseLostAccounts(work, current, Object.keys(above?.document.accounts ?? {}))
    await refuseLostThresholds(work, current, deps.destinations.production)
    await removeSecrets(work.tx, current)
  },

  async afterChange(work, { before, after }) {
    if (before?.type === 'ForexConfig' && after === null && work.scope.chain.length > 1)
      await deps.forexSettingsRemoved(work, before.merchantId)
    if ((after ?? before)?.type === 'PlatformConfig')
      await watchDestinations(work, deps.destinations.production)
  },

  /** Files go from one platform to another; a secret, even the name of one, is of no use there. */
  forFile: (record) => ({ ...record, document: withoutSecrets(documentOf(record)) }),
})

/** Wherever a secret is, a placeholder to be filled in. */
function withoutSecrets(document: ConfigDocument): unknown {
  const hidden = (value: unknown): unknown => {
    if (isSecretMark(value)) return secretPlaceholder
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hidden(item)]))
  }
  return hidden(document)
}
