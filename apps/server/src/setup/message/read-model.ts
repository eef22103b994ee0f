import { sql } from 'kysely'
import { messageLocales, type LocaleFallback } from '@signalbox/model/messages/message-locale'
import {
  failedPaymentKeys,
  foldKey,
  resolveMessage,
  userTextOf,
  type CatalogueText,
  type FailedPayment,
  type MessageCatalogue,
} from '@signalbox/model/messages/resolve-message'
import type { Database, Tx } from '../../kit/database.ts'
import { nearest } from '../../people/settings/read-model.ts'

/** Whether the language of a locale comes before English at this merchant. */
export async function localeFallback(db: Database | Tx, merchantId: number): Promise<LocaleFallback> {
  const row = await nearest(db, merchantId, 'MerchantConfig', null)
  const chosen = row?.enabled ? row.document['cashier.localeFallbackPreferredOverDefaultLocale'] : undefined
  return { languageBeforeDefault: chosen !== false }
}

interface FoundText extends CatalogueText {
  readonly key: string
  readonly locale: string
}

/** What is asked of a merchant's texts: these keys, or all there are. */
interface Wanted {
  readonly merchantId: number
  readonly keys?: readonly string[]
  readonly locales: readonly string[]
  readonly category?: string | undefined
}

async function findTexts(
  db: Database | Tx,
  { merchantId, keys, locales, category }: Wanted,
): Promise<readonly FoundText[]> {
  if (keys?.length === 0) return []
  const { rows } = await sql<FoundText>`
    select m.key, m.locale, m.value, m.merchant_id
    from merchant asked
    join merchant owner on asked.path like owner.path || '%'
    join message m on m.merchant_id = owner.id
    where asked.id = ${merchantId} and m.locale = any(${[...locales]}::text[])
      ${keys ? sql`and m.key = any(${keys.map(foldKey)}::text[])` : sql``}
      ${category === undefined ? sql`` : sql`and m.category = ${category}`}
    order by owner.level desc`.execute(db)
  return rows
}

const nameOf = (key: string, locale: string): string => `${locale} ${key}`

function catalogueOf(nearestFirst: readonly FoundText[]): MessageCatalogue {
  const texts = new Map<string, FoundText>()
  for (const text of nearestFirst) {
    const name = nameOf(text.key, text.locale)
    if (!texts.has(name)) texts.set(name, text)
  }
  return (key, locale) => texts.get(nameOf(key, locale))
}

/** The texts of a merchant for some keys and whoever asks for one of the locales, read at once. */
export const messageCatalogue = async (db: Database | Tx, wanted: Wanted): Promise<MessageCatalogue> =>
  catalogueOf(await findTexts(db, wanted))

export interface Reader {
  readonly merchantId: number
  readonly locale: string | null | undefined
}

/** Gives the text of a message as a user reads it; what nobody wrote is the fallback given with it. */
export type TextOf = (key: string, otherwise?: string) => string

/** What a user reads under each of the keys. */
export async function textsFor(
  db: Database | Tx,
  { merchantId, locale }: Reader,
  keys: readonly string[],
): Promise<TextOf> {
  const fallback = await localeFallback(db, merchantId)
  const locales = messageLocales(locale, fallback)
  const catalogue = await messageCatalogue(db, { merchantId, keys, locales })
  return (key, otherwise = key) => resolveMessage(catalogue, [key], locale, fallback)?.value ?? otherwise
}

/** Every text of a merchant as one user reads them, by key. */
export async function allTextsFor(
  db: Database | Tx,
  { merchantId, locale }: Reader,
  category: string | undefined,
): Promise<Readonly<Record<string, string>>> {
  const fallback = await localeFallback(db, merchantId)
  const locales = messageLocales(locale, fallback)
  const found = await findTexts(db, { merchantId, locales, category })
  const keys = [...new Set(found.map(({ key }) => key))].toSorted()
  const catalogue = catalogueOf(found)
  return Object.fromEntries(
    keys.map((key) => [key, resolveMessage(catalogue, [key], locale, fallback)?.value ?? '']),
  )
}

/** A failed payment and who reads about it. */
interface Failure extends Reader {
  readonly payment: FailedPayment
}

/** What the user of a failed payment reads; one of those that were asked about. */
type FailureText = (merchantId: number, payment: FailedPayment, locale: string | null) => string

/** The texts of many failed payments, read once per merchant. */
export async function failureTexts(db: Database | Tx, failures: readonly Failure[]): Promise<FailureText> {
  const known = new Map<number, { catalogue: MessageCatalogue; fallback: LocaleFallback }>()
  for (const merchantId of new Set(failures.map((failure) => failure.merchantId))) {
    const own = failures.filter((failure) => failure.merchantId === merchantId)
    const fallback = await localeFallback(db, merchantId)
    const keys = [...new Set(own.flatMap(({ payment }) => failedPaymentKeys(payment)))]
    const locales = [...new Set(own.flatMap(({ locale }) => messageLocales(locale, fallback)))]
    known.set(merchantId, { catalogue: await messageCatalogue(db, { merchantId, keys, locales }), fallback })
  }
  return (merchantId, payment, locale) => {
    const { catalogue = () => undefined, fallback } = known.get(merchantId) ?? {}
    return userTextOf(catalogue, payment, locale, fallback).text
  }
}
