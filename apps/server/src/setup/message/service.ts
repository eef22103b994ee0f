import type { MessageLocaleUse, MessageTexts, MissingTranslation } from '@signalbox/model/calls/message'
import { message } from '@signalbox/model/entities/message'
import type { RecordOf } from '@signalbox/model/field/entity'
import { defaultLocale, localeName, normalLocale } from '@signalbox/model/messages/message-locale'
import { placeholderProblems } from '@signalbox/model/messages/placeholders'
import { foldKey } from '@signalbox/model/messages/resolve-message'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { seenText } from '@signalbox/model/text/seen-text'
import { texts } from '@signalbox/model/text/texts'
import type { Work } from '../../kit/handle.ts'
import { lockByName } from '../../kit/lock-by-name.ts'
import { Resource, type ResourceHooks } from '../../kit/resource.ts'
import { translationsOf } from './translations.ts'
import { unequalBelow } from './unequal-below.ts'
import { addedLocales, countingTexts, insertLocale, ownTexts, type CountingText } from './store.ts'

type MessageRecord = RecordOf<typeof message>
type Input = Record<string, unknown>

const unknownLocale = (field: string, given: string) =>
  invalid({ field, code: 'LOCALE', message: `Unknown locale: ${given}. Use a BCP 47 tag such as sv_SE` })

/** A locale as it is stored, or a refusal. */
export function requireLocale(given: string, field = 'locale'): string {
  const locale = normalLocale(given)
  if (locale === undefined) throw unknownLocale(field, given)
  return locale
}

export function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group) group.push(item)
    else groups.set(keyOf(item), [item])
  }
  return groups
}

/** Who changes texts of a merchant waits for each other, so that what is equal among locales stays so. */
export const lockTexts = ({ tx, scope }: Work): Promise<void> => lockByName(tx, `messages ${scope.selected}`)

/** One text by itself is held against those of the other locales. */
async function refuseUnequal(work: Work, key: string, locale: string, value: string): Promise<void> {
  await lockTexts(work)
  const others = (await countingTexts(work.tx, work.scope.chain, [key])).filter(
    (text) => text.locale !== locale,
  )
  const [reference] = Object.entries(translationsOf(others))
  if (!reference) return
  const problem = placeholderProblems(Object.fromEntries([reference, [locale, value]]))[locale]
  if (problem !== undefined) throw invalid({ field: 'value', code: 'PLACEHOLDERS', message: problem })
}

const filters: ResourceHooks<MessageRecord>['filters'] = (work) => ({
  overridesOnly: (value) => ownTexts(work.scope.selected, value === 'true'),
})

const normalised = (input: Input): Input => ({
  ...input,
  key: foldKey(String(input.key)),
  locale: requireLocale(String(input.locale)),
})

/** One text at a time. */
export const messages = new Resource(message, {
  filters,
  beforeCreate: async (work, given) => {
    const input = normalised(given)
    await refuseUnequal(work, String(input.key), String(input.locale), String(input.value))
    return input
  },
  beforeUpdate: async (work, input, current) => {
    if (typeof input.value === 'string') await refuseUnequal(work, current.key, current.locale, input.value)
    return input
  },
})

/** Several at once: whoever uses it has held them against each other. */
export const messagesAtOnce = new Resource(message, {
  filters,
  beforeCreate: (_work, input) => Promise.resolve(normalised(input)),
})

const shownTexts = (
  key: string,
  found: readonly CountingText[],
  selected: number,
): Omit<MessageTexts, 'unequalBelow'> => {
  const first = found.find(({ locale }) => locale === defaultLocale) ?? found[0]
  if (!first) throw new Refusal('NOT_FOUND')
  return {
    key,
    category: first.category,
    description: first.description,
    texts: found.map(({ locale, value, merchantId, version }) => ({
      locale,
      value,
      merchantId,
      inherited: merchantId !== selected,
      version,
    })),
  }
}

/** One key in all locales. */
export async function textsOfKey(work: Work, given: string): Promise<MessageTexts> {
  const key = foldKey(given)
  const found = await countingTexts(work.tx, work.scope.chain, [key])
  return { ...shownTexts(key, found, work.scope.selected), unequalBelow: await unequalBelow(work, key) }
}

interface SavedText {
  readonly locale: string
  readonly value: string | null
  readonly version: number | null
}

interface SavedKey {
  readonly isNew: boolean
  readonly category: string
  readonly description?: string | null | undefined
  readonly texts: readonly SavedText[]
  readonly note?: string | undefined
}

function readTexts(given: readonly SavedText[]): SavedText[] {
  const read = given.map((text, index) => ({
    ...text,
    locale: requireLocale(text.locale, `texts.${index}.locale`),
    value: text.value === null || seenText(text.value) === '' ? null : text.value,
  }))
  const twice = read.find(({ locale }, index) => read.findIndex((other) => other.locale === locale) < index)
  if (twice) throw invalid({ field: 'texts', code: 'DUPLICATE', message: `${twice.locale} appears twice` })
  return read
}

/** What would count after the change, held against each other. */
function refuseUnequalTexts(
  saved: readonly SavedText[],
  found: readonly CountingText[],
  selected: number,
): void {
  const changed = new Map(saved.map((text) => [text.locale, text.value]))
  const kept = found.filter(
    ({ locale, merchantId }) =>
      !changed.has(locale) || (changed.get(locale) === null && merchantId !== selected),
  )
  const written = saved.flatMap(({ locale, value }) => (value === null ? [] : [{ locale, value }]))
  const problems = Object.entries(placeholderProblems(translationsOf([...kept, ...written])))
  if (problems.length === 0) return
  throw invalid(
    ...problems.map(([locale, text]) => ({ field: `texts.${locale}`, code: 'PLACEHOLDERS', message: text })),
  )
}

async function saveText(
  work: Work,
  { key, category, description, note }: Omit<SavedKey, 'isNew' | 'texts'> & { readonly key: string },
  { locale, value, version }: SavedText,
  current: CountingText | undefined,
): Promise<void> {
  const own = current?.merchantId === work.scope.selected
  if (value === null) {
    if (current && own) await messagesAtOnce.remove(work, current.id, version ?? current.version, note)
    return
  }
  const content = { category, ...(description !== undefined && { description }), value }
  if (!current) {
    await messagesAtOnce.create(work, { ...content, key, locale, note })
    return
  }
  const isSame =
    current.value === value &&
    current.category === category &&
    (description === undefined || current.description === description)
  if (isSame) return
  if (version === null) throw new Refusal('VERSION_CONFLICT', { current })
  await messagesAtOnce.update(work, current.id, { ...content, version, note })
}

/** All locales of a key in one step: all of it or nothing. */
export async function saveKey(work: Work, given: string, saved: SavedKey): Promise<MessageTexts> {
  const key = foldKey(given)
  const { selected, chain } = work.scope
  await lockTexts(work)
  const found = await countingTexts(work.tx, chain, [key])
  if (saved.isNew && found.length > 0) throw new Refusal('DUPLICATE', { message: `The key ${key} exists.` })
  const read = readTexts(saved.texts)
  if (found.length === 0 && read.every(({ value }) => value === null))
    throw invalid({ field: `texts.${defaultLocale}`, code: 'REQUIRED', message: texts.required })
  refuseUnequalTexts(read, found, selected)
  for (const text of read)
    await saveText(
      work,
      { key, ...saved },
      text,
      found.find(({ locale }) => locale === text.locale),
    )
  // Saving what is there already is no change, but somebody did save it.
  work.audit({
    merchantId: selected,
    entityType: message.slug,
    entityId: key,
    entityLabel: key,
    action: 'SAVE_KEY',
    after: { locales: read.map(({ locale }) => locale) },
    note: saved.note ?? null,
  })
  const after = await countingTexts(work.tx, chain, [key])
  const told = { unequalBelow: await unequalBelow(work, key) }
  // The last own text of a key that nobody above has.
  if (after.length === 0)
    return {
      key,
      category: saved.category as MessageTexts['category'],
      description: null,
      texts: [],
      ...told,
    }
  return { ...shownTexts(key, after, selected), ...told }
}

/** What counts for the merchant, by key. */
const byKey = async (work: Work): Promise<Map<string, CountingText[]>> =>
  groupedBy(await countingTexts(work.tx, work.scope.chain), ({ key }) => key)

async function localesInUse(work: Work, keys: Map<string, CountingText[]>): Promise<string[]> {
  const added = await addedLocales(work.tx, work.scope.chain)
  const written = [...keys.values()].flat().map(({ locale }) => locale)
  return [...new Set([...written, ...added])].toSorted()
}

export async function listLocales(work: Work): Promise<MessageLocaleUse[]> {
  const keys = await byKey(work)
  return (await localesInUse(work, keys)).map((locale) => {
    const count = [...keys.values()].filter((found) => found.some((text) => text.locale === locale)).length
    return { locale, name: localeName(locale), texts: count, missing: keys.size - count }
  })
}

/**
 * Keys without a text in a locale in use, or with one whose placeholders differ since a merchant above changed its own. A country's variant of a language that has the text lacks nothing: sv_SE reads
 * what is written in sv.
 */
export async function missingTranslations(
  work: Work,
): Promise<{ locales: string[]; items: MissingTranslation[] }> {
  const keys = await byKey(work)
  const locales = await localesInUse(work, keys)
  const items = [...keys].flatMap(([key, found]): MissingTranslation[] => {
    const written = new Set(found.map(({ locale }) => locale))
    const missing = locales.filter(
      (locale) => !written.has(locale) && !written.has(locale.split('_')[0] ?? locale),
    )
    const reference = found.find(({ locale }) => locale === defaultLocale) ?? found[0]
    const unequal = Object.keys(placeholderProblems(translationsOf(found)))
    if (missing.length + unequal.length === 0 || !reference) return []
    return [{ key, category: reference.category, reference: reference.value, missing, unequal }]
  })
  return { locales, items }
}

interface AddedLocale {
  readonly locale: string
  readonly copyFrom?: string | undefined
  readonly overwrite: boolean
  readonly note?: string | undefined
}

/** Adds a locale to those in use; with `copyFrom` it begins with the texts of another one. */
export async function addLocale(work: Work, given: AddedLocale): Promise<{ locale: string; copied: number }> {
  const locale = requireLocale(given.locale)
  const from = given.copyFrom === undefined ? undefined : requireLocale(given.copyFrom, 'copyFrom')
  await lockTexts(work)
  const keys = await byKey(work)
  const known = await localesInUse(work, keys)
  if (from === undefined && known.includes(locale))
    throw new Refusal('DUPLICATE', { message: `The locale ${locale} exists.` })
  if (from !== undefined && !known.includes(from)) throw unknownLocale('copyFrom', from)
  if (from === locale)
    throw invalid({ field: 'copyFrom', code: 'SAME', message: 'Choose another locale to copy from' })
  const { selected } = work.scope
  await insertLocale(work.tx, {
    merchantId: selected,
    locale,
    createdAt: work.now,
    createdBy: work.user.username,
  })
  let copied = 0
  for (const found of from === undefined ? [] : keys.values()) {
    const source = found.find((text) => text.locale === from)
    const target = found.find((text) => text.locale === locale)
    if (!source || (target && !given.overwrite) || target?.value === source.value) continue
    const { key, category, description, value } = source
    const text = { locale, value, version: target?.version ?? null }
    await saveText(work, { key, category, description, note: given.note }, text, target)
    copied += 1
  }
  work.audit({
    merchantId: selected,
    entityType: message.slug,
    entityId: locale,
    entityLabel: localeName(locale),
    action: from === undefined ? 'ADD_LOCALE' : 'COPY_LOCALE',
    after: { locale, ...(from !== undefined && { copyFrom: from, copied }) },
    note: given.note ?? null,
  })
  return { locale, copied }
}
