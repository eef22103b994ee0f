import type { TemplateType } from './template-types.ts'

export const variableKinds = ['text', 'number', 'money', 'date', 'list', 'map'] as const
type VariableKind = (typeof variableKinds)[number]

export interface TemplateVariable {
  /** As written in a template; `[]` stands for the items of a list, `.*` for names the data brings along. */
  path: string
  label: string
  kind: VariableKind
}

type Line = readonly [path: string, label: string, kind?: VariableKind]

const group = (prefix: string, lines: readonly Line[]): TemplateVariable[] =>
  lines.map(([path, label, kind = 'text']) => ({ path: `${prefix}${path}`, label, kind }))

const transaction = group('ptx.', [
  ['id', 'Transaction id', 'number'],
  ['merchantId', 'Merchant id', 'number'],
  ['txRefId', 'Reference sent to the PSP'],
  ['merchantTxId', "Merchant's own transaction id"],
  ['txType', 'Transaction type'],
  ['state', 'State'],
  ['statusCode', 'Status code'],
  ['pspStatusCode', 'Status code of the PSP'],
  ['amount', 'Amount, signed', 'money'],
  ['amountAbs', 'Amount without sign', 'money'],
  ['txAmount', 'Amount charged, signed', 'money'],
  ['txAmountAbs', 'Amount charged, without sign', 'money'],
  ['txAmountBase', 'Amount charged, in the base currency', 'money'],
  ['fee', 'Fee charged to the user', 'money'],
  ['pspFee', 'Fee of the PSP', 'money'],
  ['psp', 'PSP'],
  ['pspAccount', 'PSP account'],
  ['pspRefId', 'Reference of the PSP'],
  ['maskedUserAccount', 'Account of the user, masked'],
  ['ipCountry', 'Country of the IP address'],
  ['created', 'Created at', 'date'],
  ['lastUpdated', 'Last updated at', 'date'],
  ['info', 'Information'],
  ['userPspAccountDetails.*', 'Details of the account used', 'map'],
  ['attributes.*', 'Attributes sent with the payment', 'map'],
  ['legs', 'Attempts at PSPs', 'list'],
  ['legs[].no', 'Number of the attempt', 'number'],
  ['legs[].psp', 'PSP of the attempt'],
  ['legs[].pspAccount', 'PSP account of the attempt'],
  ['legs[].pspRefId', 'Reference of the PSP for the attempt'],
  ['legs[].pspStatusCode', 'Status code of the PSP for the attempt'],
  ['legs[].statusCode', 'Status code of the attempt'],
])

const merchantUser = group('ptx.merchantUser.', [
  ['userId', "User's id"],
  ['firstName', "User's first name"],
  ['lastName', "User's last name"],
  ['email', "User's email"],
  ['mobile', "User's mobile number"],
  ['dob', "User's date of birth", 'date'],
  ['street', "User's street"],
  ['zip', "User's postal code"],
  ['city', "User's city"],
  ['countryCode', "User's country"],
  ['locale', "User's locale"],
  ['kycStatus', "User's KYC status"],
  ['userCat', "User's category"],
  ['balance', "User's balance", 'money'],
])

const merchant = group('merchant.', [
  ['id', 'Merchant id', 'number'],
  ['name', 'Merchant name'],
  ['url', 'Web address of the merchant'],
  ['supportEmail', 'Support address of the merchant'],
  ['baseCurrency', 'Base currency of the merchant'],
  ['locale', 'Locale of the merchant'],
])

const alert = group('', [
  ['alert.severity', 'Severity of the alert'],
  ['alert.title', 'Title of the alert'],
  ['alert.body', 'Text of the alert'],
  ['alert.firedAt', 'When the alert was raised', 'date'],
  ['psp', 'PSP the alert is about'],
  ['threshold', 'Threshold that was passed', 'number'],
  ['tx_type', 'Transaction type the alert is about'],
  ['minutes_back', 'Minutes looked back', 'number'],
  ['unique_users', 'Users affected', 'number'],
  ['percent_failed', 'Share of failures in per cent', 'number'],
  ['merchant_id', 'Merchant the alert is about', 'number'],
])

const identity = group('', [
  ['user.displayName', 'Name of the backoffice user'],
  ['user.username', 'Username of the backoffice user'],
  ['link', 'One-time link'],
  ['expiresMinutes', 'Minutes until the link expires', 'number'],
  ['occasion.at', 'When someone signed in or changed the account', 'date'],
  ['occasion.ip', 'Address it was done from'],
  ['occasion.device', 'Browser it was done with'],
  ['factor', 'Second factor that was added or removed: TOTP, SECURITY_KEY, RECOVERY_CODES'],
])

const operations = group('', [
  ['window.title', 'What the maintenance window is about'],
  ['window.psp', 'PSP of the maintenance window'],
  ['window.startAt', 'When the maintenance window begins', 'date'],
  ['window.endAt', 'When the maintenance window is planned to end', 'date'],
  ['client', 'Name of the API client'],
  ['last4', 'Last characters of the secret'],
  ['expiresAt', 'When the secret expires', 'date'],
  ['account.masked', 'Account to verify, masked'],
])

const catalogue: Readonly<Record<TemplateType, readonly TemplateVariable[]>> = {
  email: [...transaction, ...merchantUser, ...merchant, ...alert, ...identity, ...operations],
  html: [...transaction, ...merchantUser, ...merchant],
  mq: [...transaction, ...merchantUser, ...merchant, ...alert],
  css: merchant,
  script: [],
  sql: [],
}

/** The variables a template of this type can expect, in the order an author looks for them. */
export const variablesFor = (type: TemplateType): readonly TemplateVariable[] => catalogue[type]

/** Of the variables a template uses, those its type never gets: most often a slip of the pen. */
export function unknownVariables(type: TemplateType, used: readonly string[]): string[] {
  const known = variablesFor(type)
  return used.filter((path) => !known.some((variable) => covers(variable, path)))
}

function covers({ path: known, kind }: TemplateVariable, used: string): boolean {
  if (kind === 'map') return used.startsWith(known.slice(0, -1)) || used === known.slice(0, -2)
  if (used === known || known.startsWith(`${used}.`) || known.startsWith(`${used}[]`)) return true
  return (kind === 'money' && used.startsWith(`${known}.`)) || (kind === 'list' && used === `${known}.length`)
}
