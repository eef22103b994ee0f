/** What everybody is told who has no text in their own language. */
export const defaultLocale = 'en'

/** Languages this runtime knows by name: a tag may be well formed and still belong to no language. */
const knownLanguages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })

/**
 * A locale as it is stored, from any way of writing a BCP 47 tag: `sv-se` and `sv_SE` are `sv_SE`. `undefined` when it is
 * no tag, or one of a language nobody speaks.
 */
export function normalLocale(text: string): string | undefined {
  try {
    const [tag] = Intl.getCanonicalLocales(text.trim().replaceAll('_', '-'))
    if (tag === undefined || tag.length > 20) return undefined
    const { language, region } = new Intl.Locale(tag)
    if (language.length > 3 || knownLanguages.of(language) === undefined) return undefined
    if (region !== undefined && !isRegion(region)) return undefined
    return tag.replaceAll('-', '_')
  } catch {
    return undefined
  }
}

const knownRegions = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
const isRegion = (region: string): boolean => knownRegions.of(region) !== undefined

/** `Swedish (Sweden)` */
export const localeName = (locale: string): string => knownLanguages.of(locale.replaceAll('_', '-')) ?? locale

/** Whether the language of a locale is looked in before the default locale, or after it. */
export interface LocaleFallback {
  readonly languageBeforeDefault: boolean
}

/** Where to look for a text, nearest first. Never another country's variant of the language. */
export function messageLocales(
  asked: string | null | undefined,
  { languageBeforeDefault }: LocaleFallback = { languageBeforeDefault: true },
): readonly string[] {
  const locale = asked ? normalLocale(asked) : undefined
  if (locale === undefined) return [defaultLocale]
  const [language = locale] = locale.split('_')
  const rest = languageBeforeDefault ? [language, defaultLocale] : [defaultLocale, language]
  return [...new Set([locale, ...rest])]
}
