import {
  maxPages,
  settingsPatchSchema,
  type ChosenSettings,
  type SettingsPatch,
} from '@signalbox/model/calls/userdata'
import { defaultSettings } from '@signalbox/model/reference/default-settings'
import { invalid } from '@signalbox/model/text/refusal'
import type { UserSettings } from '@signalbox/model/access/session'

const maxBytes = 64 * 1024

/** What was stored, without members that this build no longer understands: odd settings must not keep anybody out. */
export function readChosen(stored: unknown): ChosenSettings {
  const given = (stored ?? {}) as Record<string, unknown>
  const parsed = settingsPatchSchema.safeParse(given)
  if (parsed.success) return parsed.data as ChosenSettings
  const wrong = new Set(
    parsed.error.issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys' && issue.path.length === 0 ? issue.keys : [String(issue.path[0])],
    ),
  )
  return Object.fromEntries(Object.entries(given).filter(([name]) => !wrong.has(name)))
}

/** What a person chose, in front of what their merchant says, in front of what everybody begins with. */
export const settingsWith = (
  chosen: ChosenSettings,
  ofMerchant: Partial<UserSettings['formats']>,
): UserSettings => ({
  ...defaultSettings,
  ...chosen,
  formats: { ...defaultSettings.formats, ...ofMerchant, ...chosen.formats },
})

/** Formats and pages merge member by member; everything else is replaced. */
export function withPatch(
  chosen: ChosenSettings,
  { formats, pages, ...rest }: SettingsPatch,
): ChosenSettings {
  const kept = Object.entries({ ...chosen.pages, ...pages }).flatMap(([page, state]) =>
    state === null ? [] : [[page, state] as const],
  )
  const patched: ChosenSettings = {
    ...chosen,
    ...rest,
    ...(formats && { formats: { ...chosen.formats, ...formats } }),
    ...(pages && { pages: Object.fromEntries(kept) }),
  }
  if (kept.length > maxPages || JSON.stringify(patched).length > maxBytes) {
    throw invalid({
      field: 'settings',
      code: 'TOO_LARGE',
      message: 'Too many settings',
    })
  }
  return patched
}

/** Only what differs, so that the audit log says what was changed and not all a person ever set. */
export function changedOnly(before: ChosenSettings, after: ChosenSettings): [object, object] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof ChosenSettings)[]
  const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  const pick = (from: ChosenSettings) => Object.fromEntries(changed.map((name) => [name, from[name] ?? null]))
  return [pick(before), pick(after)]
}
