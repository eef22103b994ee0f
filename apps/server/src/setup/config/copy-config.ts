import type { ConfigForm, CopiedPart, CopyPart } from '@signalbox/model/calls/configuration'
import { isPlatformOnly, type ConfigType } from '@signalbox/model/configuration/config-types'
import {
  settingDifferences,
  withCopied,
  type SettingPlace,
  type SwitchedDocument,
} from '@signalbox/model/configuration/copy-settings'
import type { ConfigDocument } from '@signalbox/model/configuration/credential-field'
import type { config } from '@signalbox/model/entities/config'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { refusalOf } from '../../kit/error-reply.ts'
import type { Work } from '../../kit/handle.ts'
import type { Resource } from '../../kit/resource.ts'
import { scopeAt } from '../../kit/scope.ts'
import { configForms } from './forms.ts'
import type { ConfigRecord } from './service.ts'

type Configs = Resource<typeof config>

const mostDocuments = 1000

/** What counts for a merchant, by what it is about. */
async function inEffect(configs: Configs, work: Work): Promise<Map<string, ConfigRecord>> {
  const { items } = await configs.store(work).list({ start: 0, limit: mostDocuments, sort: 'name' })
  return new Map(items.map((record) => [aboutOf(record), record]))
}

const aboutOf = ({ type, provider }: Pick<ConfigRecord, 'type' | 'provider'>): string =>
  `${type} ${provider ?? ''}`

/** The other merchant, as far as the caller reaches it themselves. */
function sourceWork(work: Work, from: number): Work {
  const refuse = (code: string, message: string) => invalid({ field: 'from', code, message })
  if (from === work.scope.selected) throw refuse('SAME', 'Choose another merchant than the selected one.')
  const merchant = work.inScope.find(({ id }) => id === from)
  if (!merchant) throw refuse('SCOPE', 'Unknown merchant')
  return { ...work, scope: scopeAt(merchant, work.inScope) }
}

const switched = ({ enabled, document }: ConfigRecord): SwitchedDocument => ({
  enabled,
  document: document as ConfigDocument,
})

interface Pair {
  readonly form: ConfigForm
  readonly source: ConfigRecord
  readonly target: ConfigRecord | null
}

/** Every document the source has, beside what the target has of the same kind. */
async function pairs(configs: Configs, work: Work, from: number): Promise<Map<string, Pair>> {
  const sources = await inEffect(configs, sourceWork(work, from))
  const targets = await inEffect(configs, work)
  const forms = new Map(
    (await configForms(work.tx)).map((form) => [
      aboutOf({ type: form.type as ConfigType, provider: form.provider }),
      form,
    ]),
  )
  const found = [...sources].flatMap(([about, source]): [string, Pair][] => {
    const form = forms.get(about)
    // A document both inherit from the same merchant is one document.
    const target = targets.get(about) ?? null
    if (!form || isPlatformOnly(source.type) || target?.id === source.id) return []
    return [[about, { form, source, target }]]
  })
  return new Map(found)
}

const differencesOf = ({ form, source, target }: Pair) =>
  settingDifferences(form.fields, switched(source), target && switched(target))

const refOf = ({ id, version, merchantId }: ConfigRecord) => ({ id, version, merchantId })

const partOf = (pair: Pair): CopyPart => ({
  type: pair.source.type,
  provider: pair.source.provider,
  name: pair.source.name,
  source: refOf(pair.source),
  target: pair.target && refOf(pair.target),
  differences: differencesOf(pair),
  refused: [],
  waits: null,
  missing: [],
})

/** Writes the chosen settings of one document, as somebody who edits it would. */
async function copyOne(
  configs: Configs,
  work: Work,
  pair: Pair,
  settings: readonly SettingPlace[],
  note: string,
): Promise<Pick<CopyPart, 'waits' | 'missing'>> {
  const { form, source, target } = pair
  const sides = { source: switched(source), target: target && switched(target) }
  const values = withCopied(form.fields, sides, settings)
  const waits: string[] = []
  const told: Work = { ...work, toldOfWaiting: (summary) => void waits.push(summary) }
  const record = target
    ? await configs.update(told, target.id, { ...values, version: target.version, note })
    : await configs.create(told, { type: source.type, provider: source.provider, ...values, note })
  return { waits: waits.length > 0 ? waits.join('; ') : null, missing: [...record.missing] }
}

const reasonsOf = (refusal: Refusal): string[] =>
  refusal.details.fields?.map(({ field, message }) => `${field.replace(/^document\./, '')}: ${message}`) ?? [
    refusal.message,
  ]

const chosenOf = (pair: Pair, parts: readonly CopiedPart[] | undefined): readonly SettingPlace[] =>
  parts
    ? (parts.find((part) => aboutOf(part) === aboutOf(pair.source))?.settings ?? [])
    : differencesOf(pair).filter(({ secret }) => !secret)

/** Rules are tried for real, in a transaction that is thrown away. */
export async function previewCopy(
  configs: Configs,
  work: Work,
  { from, parts }: { readonly from: number; readonly parts?: readonly CopiedPart[] | undefined },
): Promise<CopyPart[]> {
  const shown: CopyPart[] = []
  const compared = [...(await pairs(configs, work, from)).values()]
  const different = compared.filter((pair) => differencesOf(pair).length > 0)
  await work.inRolledBackTransaction(async (inner) => {
    for (const pair of different) {
      const settings = chosenOf(pair, parts)
      shown.push({
        ...partOf(pair),
        ...(settings.length > 0 && (await tried(configs, inner, pair, settings))),
      })
    }
  })
  return shown
}

async function tried(
  configs: Configs,
  work: Work,
  pair: Pair,
  settings: readonly SettingPlace[],
): Promise<Partial<CopyPart>> {
  try {
    return await work.savepoint(() => copyOne(configs, work, pair, settings, 'copy'))
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status >= 500) throw error
    return { refused: reasonsOf(refusal) }
  }
}

type Ref = { readonly id: string; readonly version: number } | null

const isAsSeen = (record: ConfigRecord | null, seen: Ref): boolean =>
  record === null || seen === null
    ? record === seen
    : record.id === seen.id && record.version === seen.version

/** What was compared must still be what there is, on both sides. */
function pairAsSeen(found: ReadonlyMap<string, Pair>, part: CopiedPart): Pair {
  const pair = found.get(aboutOf(part))
  if (!pair) throw invalid({ field: 'parts', code: 'UNKNOWN', message: 'The source has no such settings.' })
  for (const [record, seen] of [
    [pair.source, part.source],
    [pair.target, part.target],
  ] as const)
    if (!isAsSeen(record, seen)) throw new Refusal('VERSION_CONFLICT', { current: record ?? pair.source })
  const different = new Set(differencesOf(pair).map(({ account, key }) => JSON.stringify([account, key])))
  const unknown = part.settings.find(({ account, key }) => !different.has(JSON.stringify([account, key])))
  if (unknown)
    throw invalid({
      field: 'parts',
      code: 'UNKNOWN',
      message: `${unknown.key} does not differ between the merchants.`,
    })
  return pair
}

function refuseTwice(parts: readonly CopiedPart[]): void {
  if (new Set(parts.map(aboutOf)).size === parts.length) return
  throw invalid({ field: 'parts', code: 'TWICE', message: 'Each configuration may appear only once.' })
}

/** All or none, in one transaction; each document leaves its own entry, and the copy one more. */
export async function copyConfig(
  configs: Configs,
  work: Work,
  {
    from,
    parts,
    note,
  }: { readonly from: number; readonly parts: readonly CopiedPart[]; readonly note: string },
): Promise<CopyPart[]> {
  refuseTwice(parts)
  const found = await pairs(configs, work, from)
  const done: CopyPart[] = []
  // In one order for everybody, so that two copies do not wait for each other.
  for (const part of parts.toSorted((one, other) => (aboutOf(one) < aboutOf(other) ? -1 : 1))) {
    const pair = pairAsSeen(found, part)
    done.push({ ...partOf(pair), ...(await copyOne(configs, work, pair, part.settings, note)) })
  }
  work.audit({
    merchantId: work.scope.selected,
    entityType: 'config',
    entityId: 'copy',
    entityLabel: 'Configurations',
    action: 'COPY',
    after: {
      from,
      documents: done.map(({ name }) => name),
      settings: parts.reduce((sum, { settings }) => sum + settings.length, 0),
      waiting: done.filter(({ waits }) => waits !== null).length,
    },
    note,
  })
  return done
}
