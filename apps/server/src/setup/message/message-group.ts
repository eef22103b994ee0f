import type { MessageCategory } from '@signalbox/model/entities/message'

/** A text that comes with the platform, in its three languages. */
export interface DefaultMessage {
  readonly key: string
  readonly category: MessageCategory
  readonly description: string
  readonly texts: Readonly<Record<'en' | 'sv' | 'de', string>>
}

type Line = readonly [key: string, en: string, sv: string, de: string]

/** Texts of one kind. */
export const group = (
  category: MessageCategory,
  description: string,
  lines: readonly Line[],
): DefaultMessage[] =>
  lines.map(([key, en, sv, de]) => ({ key, category, description, texts: { en, sv, de } }))
