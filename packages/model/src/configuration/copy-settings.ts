import { canonicalJson } from '../text/canonical-json.ts'
import {
  applies,
  isSecretMark,
  secretPlaceholder,
  standsInAccount,
  type ConfigDocument,
  type CredentialField,
  type ReceivedData,
} from './credential-field.ts'

/** Where a setting stands: in an account, or at the root of its document. */
export interface SettingPlace {
  readonly account: string | null
  readonly key: string
}

/** What one merchant has otherwise than another. */
export interface SettingDifference extends SettingPlace {
  readonly label: string
  /** As the target has it; null: not set. */
  readonly before: unknown
  /** As the source has it. */
  readonly after: unknown
  /** The source has a secret here; it stays there. */
  readonly secret: boolean
  readonly receives: ReceivedData | null
}

/** A document as it is switched on or off. */
export interface SwitchedDocument {
  readonly enabled: boolean
  readonly document: ConfigDocument
}

type Section = Readonly<Record<string, unknown>>
type Sections = ReadonlyMap<string | null, Section>

/** The switch of a whole document, which stands beside its settings; no field can have this name. */
const documentSwitch = '$enabled'
const accountSwitch = 'enabled'

function sectionsOf({ enabled, document }: SwitchedDocument): Sections {
  const { accounts = {}, ...root } = document
  return new Map<string | null, Section>([
    [null, { ...root, [documentSwitch]: enabled }],
    ...Object.entries(accounts),
  ])
}

/** An account that does not say is switched on. */
const valueAt = (sections: Sections, { account, key }: SettingPlace): unknown => {
  const section = sections.get(account)
  const isSwitch = section !== undefined && account !== null && key === accountSwitch
  return section?.[key] ?? (isSwitch ? true : undefined)
}

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one ?? null) === canonicalJson(other ?? null)

function labelOf(fields: readonly CredentialField[], { account, key }: SettingPlace): string {
  if (key === documentSwitch) return 'Enabled'
  if (key === accountSwitch && account !== null) return 'Account enabled'
  const field = fields.find((each) => each.key === key)
  if (!field) return key
  return field.group && !field.secret ? `${field.group}: ${field.label}` : field.label
}

/**
 * What copying a document would change, setting by setting. Accounts only the target has stay as they are; a secret is
 * told of where the target has none, and never copied.
 */
export function settingDifferences(
  fields: readonly CredentialField[],
  source: SwitchedDocument,
  target: SwitchedDocument | null,
): SettingDifference[] {
  const declared = new Map(fields.map((field) => [field.key, field]))
  const [here, there] = [sectionsOf(source), target ? sectionsOf(target) : new Map<string | null, Section>()]
  return [...here].flatMap(([account, section]) => {
    // An account that is new here is a difference by itself, whatever it says.
    const own = account !== null && !there.has(account) ? [accountSwitch] : []
    const keys = [...new Set([...own, ...Object.keys(section), ...Object.keys(there.get(account) ?? {})])]
    return keys.flatMap((key): SettingDifference[] => {
      const place = { account, key }
      const [after, before] = [valueAt(here, place), valueAt(there, place)]
      const field = declared.get(key)
      const secret = field?.secret === true
      if (secret ? after === undefined || before !== undefined : isSame(before, after)) return []
      const shown = (value: unknown) => (secret || isSecretMark(value) ? null : (value ?? null))
      const label = labelOf(fields, place)
      return [
        {
          ...place,
          label,
          before: shown(before),
          after: shown(after),
          secret,
          receives: field?.receives ?? null,
        },
      ]
    })
  })
}

const isSet = (section: Section | undefined, key: string): boolean => section?.[key] !== undefined

interface Sides {
  readonly account: string | null
  readonly target: Section | undefined
  /** Of the source, if any of its settings here are copied. */
  readonly source: Section | undefined
  /** What accounts of the target fall back on. */
  readonly root: Section | undefined
}

/** Secrets are left open: those of the target come back where they are sent to the same place, all others are entered. */
function withOpenSecrets(fields: readonly CredentialField[], values: Section, sides: Sides): Section {
  const { account, target, source, root } = sides
  const isAsked = (field: CredentialField) =>
    field.required === true &&
    (account === null ? field.scope === 'ROOT' : standsInAccount(field)) &&
    applies(field, values)
  const open = fields.filter((field) => {
    if (!field.secret) return false
    if (isSet(target, field.key)) return true
    return !isSet(root, field.key) && (isSet(source, field.key) || isAsked(field))
  })
  return { ...values, ...Object.fromEntries(open.map(({ key }) => [key, secretPlaceholder])) }
}

/** The target's document with the chosen settings of the source. */
export function withCopied(
  fields: readonly CredentialField[],
  { source, target }: { readonly source: SwitchedDocument; readonly target: SwitchedDocument | null },
  chosen: readonly SettingPlace[],
): SwitchedDocument {
  const from = sectionsOf(source)
  const into = target ? sectionsOf(target) : new Map<string | null, Section>([[null, {}]])
  const secrets = new Set(fields.filter(({ secret }) => secret).map(({ key }) => key))
  const accounts = new Set([...into.keys(), ...chosen.map(({ account }) => account)])
  const sections = [...accounts].map((account): [string | null, Section] => {
    const values: Record<string, unknown> = { ...into.get(account) }
    const touched = chosen.filter((place) => place.account === account && !secrets.has(place.key))
    for (const { key } of touched) {
      const value = from.get(account)?.[key]
      if (value === undefined) delete values[key]
      else values[key] = value
    }
    const sides = {
      account,
      target: into.get(account),
      source: touched.length > 0 ? from.get(account) : undefined,
      root: into.get(null),
    }
    return [account, withOpenSecrets(fields, values, sides)]
  })
  const { [documentSwitch]: enabled = true, ...document }: Section = sections[0]?.[1] ?? {}
  const named = sections.slice(1)
  return {
    enabled: enabled === true,
    document: {
      ...document,
      ...(named.length > 0 && {
        accounts: Object.fromEntries<Section>(named.map(([name, section]) => [name ?? '', section])),
      }),
    } as ConfigDocument,
  }
}
