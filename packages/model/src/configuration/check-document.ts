import type { FieldProblem } from '../text/refusal.ts'
import { texts } from '../text/texts.ts'
import { checkValue } from './check-value.ts'
import {
  applies,
  hiddenSecret,
  isSecretMark,
  secretPlaceholder,
  standsAtRoot,
  standsInAccount,
  type ConfigDocument,
  type ConfigValue,
  type CredentialField,
} from './credential-field.ts'

export interface CheckedDocument {
  readonly problems: readonly FieldProblem[]
  /** Required and not there: `apiKey` at the root, `3DS.apiKey` in an account. */
  readonly missing: readonly string[]
}

const unknownField = 'Unknown configuration field'
const accountName = /^[\w.-]{1,40}$/
const mostAccounts = 200

type Section = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isKept = (value: unknown): boolean => value === hiddenSecret || isSecretMark(value)
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || value === secretPlaceholder

function problemsOf(path: string, field: CredentialField, value: unknown): FieldProblem[] {
  if (isEmpty(value) || (field.secret && isKept(value))) return []
  if (field.readOnly && value !== field.default)
    return [{ field: path, code: 'READ_ONLY', message: 'This value cannot be changed' }]
  const message = checkValue(field, value as ConfigValue)
  return message ? [{ field: path, code: field.type, message }] : []
}

/** One level of a document: its own values, and those it may fall back on for what it is asked. */
function checkSection(
  prefix: string,
  section: Section,
  {
    allowed,
    asked,
    behind,
  }: { allowed: readonly CredentialField[]; asked: readonly CredentialField[]; behind: Section },
): CheckedDocument {
  const byKey = new Map(allowed.map((field) => [field.key, field]))
  const problems = Object.entries(section).flatMap(([key, value]): FieldProblem[] => {
    const path = `${prefix}${key}`
    const field = byKey.get(key)
    if (field) return problemsOf(path, field, value)
    return [{ field: path, code: 'UNKNOWN_FIELD', message: unknownField }]
  })
  const values = { ...behind, ...section }
  const missing = asked
    .filter((field) => field.required && applies(field, values))
    .filter(({ key, default: given }) => isEmpty(values[key]) && given === undefined)
    .map(({ key }) => `${prefix}${key}`)
  return { problems, missing }
}

/** Checks a document against the fields it may have, level by level. Accounts are for providers only. */
export function checkDocument(
  fields: readonly CredentialField[],
  document: unknown,
  {
    hasAccounts,
    accountsOptional = false,
  }: { readonly hasAccounts: boolean; readonly accountsOptional?: boolean },
): CheckedDocument {
  if (!isObject(document))
    return { problems: [{ field: '', code: 'OBJECT', message: texts.invalidValue }], missing: [] }
  const { accounts, ...root } = document as ConfigDocument & Section
  const rootOnly = fields.filter(({ scope }) => scope === 'ROOT')
  const atRoot = checkSection('', root, {
    allowed: fields.filter(standsAtRoot),
    asked: hasAccounts ? rootOnly : fields,
    behind: {},
  })
  if (!hasAccounts) {
    const none =
      accounts === undefined ? [] : [{ field: 'accounts', code: 'UNKNOWN_FIELD', message: unknownField }]
    return { problems: [...atRoot.problems, ...none], missing: atRoot.missing }
  }
  const isBare = accounts === undefined || Object.keys(accounts).length === 0
  if (accountsOptional && isBare) return atRoot
  const inAccounts = checkAccounts(fields, accounts, root)
  return {
    problems: [...atRoot.problems, ...inAccounts.problems],
    missing: [...atRoot.missing, ...inAccounts.missing],
  }
}

function checkAccounts(
  fields: readonly CredentialField[],
  accounts: unknown,
  root: Section,
): CheckedDocument {
  if (!isObject(accounts) || Object.keys(accounts).length === 0)
    return {
      problems: [{ field: 'accounts', code: 'REQUIRED', message: 'Please add at least one account' }],
      missing: [],
    }
  const entries = Object.entries(accounts)
  if (entries.length > mostAccounts)
    return { problems: [{ field: 'accounts', code: 'TOO_LONG', message: texts.tooLong }], missing: [] }
  const allowed = fields.filter(standsInAccount)
  const checked = entries.map(([name, section]): CheckedDocument => {
    const path = `accounts.${name}`
    if (!accountName.test(name))
      return {
        problems: [{ field: path, code: 'NAME', message: 'Use up to 40 letters, digits and . _ -' }],
        missing: [],
      }
    if (!isObject(section))
      return { problems: [{ field: path, code: 'OBJECT', message: texts.invalidValue }], missing: [] }
    const { enabled, ...values } = section
    const { problems, missing } = checkSection(`${path}.`, values, { allowed, asked: allowed, behind: root })
    const flag =
      enabled === undefined || typeof enabled === 'boolean'
        ? []
        : [{ field: `${path}.enabled`, code: 'BOOLEAN', message: texts.invalidValue }]
    return {
      problems: [...flag, ...problems],
      missing: missing.map((each) => each.slice('accounts.'.length)),
    }
  })
  return {
    problems: checked.flatMap(({ problems }) => problems),
    missing: checked.flatMap(({ missing }) => missing),
  }
}
