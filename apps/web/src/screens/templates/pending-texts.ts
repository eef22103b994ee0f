export type ParsedJson = { readonly ok: true; readonly value: unknown } | { readonly ok: false }

export function parseJson(text: string): ParsedJson {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch {
    return { ok: false }
  }
}

/** Texts that are not JSON yet, by the case and part they belong to. A template with one of them cannot be saved. */
export type PendingTexts = Readonly<Record<string, string>>

export const pendingKey = (index: number, part: 'input' | 'expected'): string => `${index}.${part}`

export function withoutKey(pending: PendingTexts, key: string): PendingTexts {
  const { [key]: _, ...others } = pending
  return others
}

/** The case at the index is gone: its texts go too, those of later cases move up. */
export function withoutCase(pending: PendingTexts, removed: number): PendingTexts {
  const kept = Object.entries(pending).flatMap(([key, text]) => {
    const [index = '', part = ''] = key.split('.')
    const at = Number(index)
    if (at === removed) return []
    return [[`${at > removed ? at - 1 : at}.${part}`, text] as const]
  })
  return Object.fromEntries(kept)
}
