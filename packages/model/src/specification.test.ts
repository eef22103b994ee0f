import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { roles } from './access/roles.ts'
import type { Entity } from './field/entity.ts'
import { iin } from './entities/iin.ts'
import { psp } from './entities/psp.ts'
import { rulesetOverview } from './entities/ruleset-overview.ts'
import { communicationPreferences, contactTypes, requiredActions, user } from './entities/user.ts'
import { credentialTypes, fieldScopes, fieldValidations } from './configuration/credential-field.ts'
import { allCalls } from './calls/index.ts'
import { countries } from './reference/countries.ts'
import { locales } from './reference/locales.ts'
import { errorCodes, statusCodesNamed, txStatuses } from './reference/status-codes.ts'
import { entrySchema } from './calls/audit.ts'
import { entities } from './entities/index.ts'
import { filtersOf } from './field/entity.ts'
import { inputSchema } from './field/field-schema.ts'
import { revisionSchema } from './rules/ruleset-reply.ts'
import { texts } from './text/texts.ts'
import { dateFormats } from './text/user-formats.ts'
import { defaultPageSize, pageSizes } from './field/paging.ts'

/**
 * What the specification fixes by the letter, written down a second time as it says it: whoever changes one of these
 * changes what was agreed. docs/spec-coverage.md names the rest.
 */

const words = (text: string) => text.split(' ')

const roleNames = words(
  'ADMIN_APPROVER AGENT ANALYTICS ANALYTICS_ADMIN AUDIT_VIEWER CONFIG_ADMIN CONFIG DATA_VIEWER ' +
    'EDIT_USER_PSP_ACCOUNT EXPERIMENTAL_FEATURES FIRST_APPROVER IIN_ADMIN IIN INVESTIGATOR INVESTIGATOR_ADMIN KYC ' +
    'KYC_ADMIN MAINTENANCE_ADMIN MAINTENANCE_SUPPORT MERCHANT_ADMIN MERCHANT_SUPPORT MERCHANT_USER_ENABLE ' +
    'OPERATOR_ADMIN RULES RULES_ADMIN RULES_HUB_PILOT SECOND_APPROVER STORE STORE_ADMIN TRANSACTION_DETAIL_VIEWER ' +
    'TRANSACTION_VIEWER USER_PSP_ACCOUNT USER_PSP_ACCOUNT_ADMIN MINIBANK BAMBORA_OB_ADMIN MINIBANK_ADMIN CUSTOMER ' +
    'CUSTOMER_ADMIN INVOICE_ADMIN INVOICE INVOICE_VIEWER SETTLEMENTS DOC_PORTAL ALERT_RECEIVER GDPR_ADMIN',
)

/** Those without an explanation of the specification. */
const errorNames = words(
  'ERR_SYSTEM_ERROR ERR_FAILED_TO_CONNECT ERR_DECLINED_BAD_REQUEST ERR_DECLINED_FRAUD ERR_DECLINED_NO_FUNDS ' +
    'ERR_DECLINED_ACCOUNT_SUSPENDED ERR_DECLINED_OTHER_REASON ERR_DECLINED_CONTACT_SUPPORT ' +
    'ERR_DECLINED_CONFIG_ERROR ERR_NOT_AUTHENTICATED ERR_INVALID_RESPONSE ERR_DECLINED_REQ_BLOCKED ' +
    'ERR_PSP_OUT_OF_SERVICE ERR_DECLINED_NOT_AUTHORIZED ERR_RESPONSE_CODE_UNKNOWN ' +
    'ERR_PSP_ACCOUNT_USED_BY_OTHER_USER ERR_TOO_MANY_PSP_ACCOUNTS ERR_DECLINED_DUPLICATE_TX_ID ' +
    'ERR_DECLINED_INVALID_ACCOUNT_NUMBER ERR_MERCHANT_OUT_OF_SERVICE ERR_DECLINED_LIMIT_OVERDRAWN ' +
    'ERR_MERCHANT_RESPONSE_CODE_UNKNOWN ERR_DECLINED_NO_PROVIDER_FOUND ERR_DECLINED_PROVIDER_ACCOUNT_CONFIG_ERROR ' +
    'ERR_MERCHANT_INVALID_RESPONSE ERR_ABOVE_LIMIT ERR_BELOW_LIMIT ERR_BAD_REQUEST ' +
    'ERR_DECLINED_3D_AUTHENTICATION_FAILED ERR_DECLINED_BANK_REFUSAL ERR_DECLINED_CARD_EXPIRED ' +
    'ERR_DECLINED_CVV_FAIL ERR_DECLINED_EMAIL_BLACKLIST ERR_DECLINED_FRAUD_RULE_PSP ERR_DECLINED_INVALID_AMOUNT ' +
    'ERR_DECLINED_INVALID_ISSUER ERR_DECLINED_ISSUER_UNAVAILABLE ERR_DECLINED_LOST_OR_STOLEN ' +
    'ERR_DECLINED_RESTRICTED_CARD ERR_DECLINED_RESTRICTED_TERRITORY ERR_DECLINED_VELOCITY_RULE_PSP ' +
    'ERR_INVALID_PARAMETER ERR_IO_EXCEPTION ERR_RESPONSIBLE_GAMING_LIMIT ERR_USER_ACCOUNT_BLOCKED ' +
    'ERR_USER_SESSION_INVALID ERR_DECLINED_3D_VALIDATION_FAILED ERR_DECLINED_3D_EXPIRED',
)

const explained: Readonly<Record<string, string>> = {
  ERR_PSP_ACCOUNT_NOT_USED:
    'withdrawal blocked because the method was not used to deposit; override via the User PSP Account fraud rule.',
  ERR_VAULTIQ_OUT_OF_SERVICE: 'card vault not responding; contact support.',
  ERR_VAULTIQ_UNKNOWN_ACCOUNT: 'vault did not find the stored card; contact support.',
  ERR_DECLINED_IP_BLOCKED:
    'an IP blocking rule was hit, at the PSP or in Rules > Fraud Blocks > IP Blocks; contact the PSP or admin.',
  ERR_DECLINED_BIN_BLOCKED: 'a BIN blocking rule was hit (Rules > Fraud Blocks > BIN Blocks).',
  ERR_DECLINED_BIC_BLOCK: 'bank transaction blocked by a BIC/SWIFT rule.',
  ERR_DECLINED_KYC_BLOCK: 'declined by a KYC block rule (KYC > Block).',
  ERR_DECLINED_KYC_USER_UNDER_AGE: 'the user counts as underage.',
  ERR_DECLINED_KYC_CHECK_FAILED:
    'automated KYC check failed because the KYC service is offline or not responding.',
  ERR_DECLINED_EXPIRED: 'expired without the user completing it.',
  ERR_DECLINED_REPEAT_CANCELLED: 'duplicate declined; ask the user to retry.',
  ERR_DECLINED_CURRENCY_NOT_SUPPORTED:
    'PSP does not support the currency; fix by a Forex rule or ask the PSP to activate it.',
  ERR_DECLINED_FRAUD_SCORE_THRESHOLD_EXCEEDED: 'blocked by a fraud score rule.',
  ERR_DECLINED_MERCHANT_NOT_FOUND: 'PSP did not find the merchant account; check PSP configuration.',
  ERR_DECLINED_MERCHANT_NOT_ENABLED: 'merchant not yet activated at the PSP.',
  ERR_DECLINED_PROVIDER_NOT_ENABLED: 'PSP not enabled; probably needs adding to configuration.',
  ERR_DECLINED_UNDER_MAINTENANCE: "the user's bank is under maintenance; temporary, retry.",
  ERR_NO_REFERRAL_TX_FOUND: 'original transaction for a refund, void or chargeback not found.',
  ERR_DECLINE_TX_NOT_FOUND: 'original transaction for a refund, void or chargeback not found.',
  ERR_DECLINE_COUNTRY_NOT_SUPPORTED: "PSP does not support the user's country.",
  ERR_DECLINED_NOT_SUPPORTED_PAYMENT_METHOD_FRAUD: 'PSP flagged it as potentially fraudulent.',
  ERR_DECLINED_FRAUD_PROVIDER_ACCOUNT_CONFIG_ERROR:
    'required fraud provider not found; check routing rules or configuration (Rules > FraudBlock > FraudProviderBlock).',
  ERR_DECLINED_GENERAL_BLOCK: 'a general block, usually from a rule.',
  ERR_READ_TIMEOUT: 'timed out; verify in the PSP back office whether it completed.',
  ERR_REFERENCE_MISMATCH: 'reference problem; verify at the PSP.',
  ERR_INCONSISTENT_TRANSACTION: 'funds may have been taken but not credited; manual investigation needed.',
  ERR_UNKNOWN_CALLBACK: 'inconsistent due to a communication error; manual investigation.',
  ERR_UNKNOWN_RESPONSE: 'investigate manually at the PSP back office.',
}

const sentences: Readonly<Record<string, string>> = {
  pageNotFound: 'Page {0} not found.',
  confirmDeletePsp: 'Are you sure you want to delete this PSP?',
  invalidEmail: 'Invalid email',
  invalidPhone: 'Mobile number can start with + symbol and must contain only digits.',
  required: 'This field is required',
  mustBeNumber: 'Must be a number',
  tooShort: 'Too short',
  tooLong: 'Too long',
  formHasErrors: 'The form has errors',
  addAtLeastOne: 'Please add at least one {0}',
  twoFactorRequired: 'Two-Factor Authentication is required, please select one of the first two options',
  failedFetching: 'Failed fetching',
  somethingWentWrong: 'Something went wrong. Please try again later.',
  loginFailed: 'Login failed - please contact support. Failure code: {0}',
  unknownFailureCode: 'unknown',
  actionNotPerformed: 'The action could not be performed',
  resetLinkNotSent: 'Failed to send password reset link.',
  couldNotBe: '{0} could not be {1}.',
  entityNotUpdated: 'Failed to update entity, please try again later',
  configurationNotUpdated: 'Failed to update the configuration, please try again later',
  configurationNotDeleted: 'Failed to delete the configuration, please try again later',
  refreshAndRetry: 'Refresh the page and try again. If the problem persists, contact support.',
}

/** The members of an object that a schema describes. */
function shapeOf(schema: unknown): Readonly<Record<string, unknown>> {
  if (!(schema instanceof z.ZodMiniObject)) throw new Error('Not the schema of an object')
  return schema.shape as Readonly<Record<string, unknown>>
}

const every = (entity: { readonly fields: object }) => Object.keys(entity.fields)

describe('lists of the specification', () => {
  const lists: readonly [string, readonly string[], string][] = [
    [
      'transaction statuses',
      txStatuses,
      'SUCCESSFUL REGISTERED PROCESSING WAITING_INPUT WAITING_APPROVAL FAILED INCONSISTENT CANCELLED REPROCESSING',
    ],
    [
      'contact types',
      Object.keys(contactTypes),
      'PRIMARY_FINANCIAL SECONDARY_FINANCIAL COMMERCIAL PRIMARY_OPERATIONAL SECONDARY_OPERATIONAL PRIMARY_SUPPORT',
    ],
    [
      'communication preferences',
      Object.keys(communicationPreferences),
      'RELEASE_NOTES MAINTENANCE_INCIDENT MARKETING',
    ],
    ['required actions', Object.keys(requiredActions), 'AUTHENTICATOR SECURITY_KEY RESET_PASSWORD'],
    [
      'field types, three of which are maps of texts',
      Object.keys(credentialTypes),
      'STRING NUMBER TEXT BOOLEAN LIST COUNTRY CURRENCY STRING_MAP STRING_NUMBER_MAP STRING_LIST_MAP',
    ],
    ['validation kinds', Object.keys(fieldValidations), 'NONE URL UUID EMAIL'],
    ['scopes', Object.keys(fieldScopes), 'ROOT ACCOUNT BOTH'],
    ['locales', locales, 'all en en_GB en_US sv_SE da_DK de de_DE fi_FI no_NO pt_PT'],
    ['page sizes', pageSizes.map(String), '10 20 50 100 1000'],
    [
      'types of 3-D Secure',
      Object.values((psp as Entity).fields.threeDsType?.options ?? {}),
      'Internal External Provider Managed',
    ],
    ['members of a country', Object.keys(countries[0] ?? {}), 'code flag name'],
    ['whose', Object.keys((rulesetOverview as Entity).filters?.whose?.options ?? {}), 'you others all'],
  ]
  it.each(lists)('%s', (_name, ours, theirs) => {
    expect(ours.join(' ')).toBe(theirs)
  })

  it('dates are written in two formats', () => {
    expect(dateFormats).toEqual(['YYYY-MM-DD', 'YYYY-MM-DD HH:MM'])
  })

  it('the audit log knows three kinds of changes', () => {
    const knows = (kind: string) => entrySchema.shape.changeType.safeParse(kind).success
    expect(['UPDATE', 'DELETE', 'CREATE', 'READ', ''].filter(knows)).toEqual(['UPDATE', 'DELETE', 'CREATE'])
  })

  it('lists are filtered in five ways', () => {
    const used = new Set(
      Object.values(entities).flatMap((entity) => filtersOf(entity).map(({ kind }) => kind)),
    )
    expect([...used].toSorted()).toEqual(words('DATE KEYWORD LIST SELECT TOGGLE'))
  })

  it('roles are named as it names them', () => {
    expect(roles.toSorted()).toEqual(roleNames.toSorted())
  })

  it('a page has a hundred rows until somebody chooses another size', () => {
    expect(defaultPageSize).toBe(100)
  })
})

describe('fields of the specification', () => {
  it.each([
    [
      'backoffice user',
      user,
      'username firstName lastName email phone displayName roles merchants jobTitle contactTypes communicationPreferences requiredActions lastLogin',
    ],
    [
      'IIN entry, whose last update, creation and merchant every record has',
      iin,
      'rangeStart rangeEnd cardBrand cardType countryCode bankName cardSubBrand cardCategory source state',
    ],
    ['ruleset in the list of the hub', rulesetOverview, 'name note category priority'],
    ['PSP', psp, 'partialCapture partialRefund premiumPricing kickback transactionFees threeDsType'],
  ] as const)('%s', (_name, entity, theirs) => {
    expect(every(entity)).toEqual(expect.arrayContaining(words(theirs)))
  })

  it('a phone has up to 17 digits with spaces between them, in every field for one', () => {
    const digits = [...'12345678901234567'].join(' ')
    const phones = (entities as readonly Entity[]).flatMap((entity) =>
      Object.entries(entity.fields)
        .filter(([, { format }]) => format === 'PHONE')
        .map(([name, one]) => ({ of: `${entity.slug} ${name}`, schema: inputSchema(one) })),
    )
    expect(phones.length).toBeGreaterThan(2)
    const refusing = phones.filter(({ schema }) =>
      [digits, `+${digits}`, `00 ${digits}`].some((phone) => !schema.safeParse(phone).success),
    )
    expect(refusing.map(({ of }) => of)).toEqual([])
  })

  it('a ruleset has id, preconditions, conditions, actions, approval, who updated it and when', () => {
    const members = Object.keys(shapeOf(revisionSchema))
    expect(members).toEqual(
      expect.arrayContaining(
        words('rulesetId name note table priority preconditions approval updatedBy lastUpdatedAt rules'),
      ),
    )
    const { rules } = shapeOf(revisionSchema)
    expect(rules instanceof z.ZodMiniArray && Object.keys(shapeOf(rules._zod.def.element))).toEqual(
      expect.arrayContaining(['conditions', 'outputs']),
    )
  })

  it('a list of IIN ranges says who changed a range, when, and whose it is', () => {
    const answer = allCalls.find(({ key }) => key === 'GET /iin/{id}')
    expect(Object.keys((answer?.reply as { shape?: object } | undefined)?.shape ?? {})).toEqual(
      expect.arrayContaining(['id', 'merchantId', 'createdAt', 'updatedAt', 'updatedBy']),
    )
  })
})

describe('sentences of the specification', () => {
  it.each(Object.entries(sentences))('%s', (name, sentence) => {
    expect(texts[name as keyof typeof texts]).toBe(sentence)
  })
})

describe('error codes of the specification', () => {
  it('are all in the catalogue, by name', () => {
    const ours = errorCodes.map(({ code }) => code)
    expect([...errorNames, ...Object.keys(explained)].filter((code) => !ours.includes(code))).toEqual([])
  })

  it.each(Object.entries(explained))('%s is explained in its words', (code, text) => {
    const capital = text.charAt(0).toUpperCase() + text.slice(1)
    expect(statusCodesNamed(code).map((status) => status.text)).toContain(capital)
  })
})

describe('calls of the specification', () => {
  it.each([
    'GET /metadata',
    'GET /metadata/{merchantId}',
    'GET /template/{type}/read',
    'GET /template/html/history/{templateType}',
    'PUT /template/{id}/',
    'DELETE /template/{id}',
    'POST /template/',
  ])('%s', (key) => {
    expect(allCalls.map((call) => call.key)).toContain(key)
  })
})
