import * as z from 'zod/mini'
import { field } from '../field/field.ts'
import type { TxMethod } from '../payments/transaction-method.ts'
import type { ApprovalMode, DeclineStage } from '../payments/tx-event.ts'
import { txStatusLabels } from '../reference/status-codes.ts'
import { StatusNo } from '../reference/status-no.ts'
import { providerTypeLabels } from '../reference/transaction-types.ts'
import { amount, derived, laterAmount, none, one, stored } from './declare.ts'
import {
  approvalModeLabels,
  declineStageLabels,
  fraudDecisions,
  paymentTypes,
  reconStatuses,
  threeDsFlows,
  txMethodLabels,
} from './choices.ts'

const hidden = { column: 'hidden' } as const
const mono = { mono: true } as const
const required = { required: true } as const
const namedPsp = { names: 'psp' } as const
const ours = { mask: 'OURS' } as const
const id = { mask: 'ID' } as const
const inherited = { inherited: true } as const
const offered = { offered: true } as const
const readInList = { readInList: true } as const
const exported = { exported: 'payment' } as const
const wordLeft = { erased: 'WORD' } as const
const nothingLeft = { erased: 'NULL' } as const
const inCurrency = { currency: 'currency', ...ours } as const

const text = (min: number, max: number) => z.string().check(z.minLength(min), z.maxLength(max))
const attributes = z
  .record(z.string().check(z.maxLength(100)), z.string().check(z.maxLength(200)))
  .check(z.refine((map) => Object.keys(map).length <= 50, { error: 'At most 50 attributes' }))
const locale = z.string().check(z.regex(/^[a-z]{2}(_[A-Z]{2})?$/, { error: 'Must be like sv_SE' }))

/** Columns of the list that everybody sees at first, in the order in which they are offered. */
const listed = {
  id: stored(0, {
    list: field.number({ label: 'Id', ...required, ...mono, sortable: true, width: 168 }),
    ...ours,
    ...exported,
  }),
  created: stored('', {
    column: 'created_at',
    list: field.instant({ label: 'Created', ...required, sortable: true }),
    ...ours,
    ...exported,
  }),
  state: derived({
    list: field.choice({ label: 'State', ...required, options: txStatusLabels, width: 170 }),
    ...ours,
  }),
  amount: amount({
    list: field.money({ label: 'Amount', ...required, sortable: true, width: 138 }),
    ...inCurrency,
    ...exported,
  }),
  userId: stored('', {
    list: field.string({ label: 'User', ...required, width: 120 }),
    ...ours,
    exported: { profile: 'user_id' },
  }),
  statusCode: derived({ list: field.string({ label: 'Status code', ...required, width: 230 }), ...ours }),
  method: stored(one<TxMethod>('INFO'), {
    list: field.choice({ label: 'Method', ...required, options: txMethodLabels, width: 110 }),
    ...ours,
    ...exported,
  }),
  txType: stored('', {
    list: field.string({ label: 'Type', ...required, width: 160 }),
    ...ours,
    ...exported,
  }),
  providerType: stored('', {
    list: field.choice({ label: 'Provider type', ...required, options: providerTypeLabels, width: 120 }),
    ...ours,
  }),
  maskedUserAccount: stored(none<string>(), {
    column: 'masked_account',
    list: field.string({ label: 'Account', width: 190 }),
    mask: 'ACCOUNT',
    ...inherited,
    ...exported,
    ...wordLeft,
  }),
  cardBrand: stored(none<string>(), {
    list: field.string({ label: 'Card brand', width: 105 }),
    ...id,
    ...inherited,
    ...offered,
    ...exported,
  }),
  psp: stored(none<string>(), {
    list: field.string({ label: 'PSP', ...namedPsp, width: 110 }),
    ...ours,
    ...inherited,
    ...offered,
    ...exported,
  }),
  pspStatusCode: stored(none<string>(), { list: field.string({ label: 'PSP code', width: 90 }), ...id }),
  userCountry: stored(none<string>(), {
    list: field.country({ label: 'User country' }),
    ...id,
    ...inherited,
    exported: { profile: 'country' },
  }),
  merchantId: stored(0, { list: field.merchant({ label: 'Merchant', ...required, width: 150 }) }),
  // Evidence is found and written down by it.
  pspRefId: stored(none<string>(), {
    list: field.string({ label: 'PSP reference', ...mono, width: 170 }),
    ...ours,
  }),
  txAmount: amount({ list: field.money({ label: 'Tx amount', ...required }), ...inCurrency }),
  info: stored(none<string>(), {
    list: field.string({ label: 'Info', width: 220 }),
    mask: 'PERSON',
    ...wordLeft,
  }),
  lastUpdated: stored('', {
    column: 'updated_at',
    list: field.instant({ label: 'Last updated', ...required, sortable: true }),
    ...ours,
  }),
}

/** Columns of the list that somebody chooses. */
const chosen = {
  txRefId: derived({
    list: field.string({ label: 'Reference', ...required, ...mono, ...hidden, width: 230 }),
    ...ours,
  }),
  merchantTxId: stored(none<string>(), {
    list: field.string({ label: 'Merchant tx id', ...mono, ...hidden }),
    ...id,
    request: { name: 'merchantTxId', schema: text(1, 100) },
  }),
  originTxId: stored(none<number>(), {
    list: field.number({ label: 'Origin', ...mono, ...hidden, width: 150 }),
  }),
  apiSource: stored(one<'FRONT_API' | 'ADMIN_API' | 'BACKOFFICE' | 'BATCH' | 'PSP'>('FRONT_API'), {
    list: field.string({ label: 'Source', ...required, ...hidden, width: 110 }),
    ...ours,
  }),
  initiatedBy: stored(none<string>(), { list: field.string({ label: 'Initiated by', ...hidden }), ...ours }),
  paymentType: stored(one<'NEW' | 'REPEAT'>('NEW'), {
    list: field.choice({ label: 'Payment type', ...required, options: paymentTypes, ...hidden }),
    ...ours,
  }),
  channelId: stored(none<string>(), {
    column: 'channel',
    list: field.string({ label: 'Channel', ...hidden, width: 110 }),
    ...id,
    ...offered,
    request: { name: 'channelId', schema: text(1, 100) },
    fact: 'channel',
  }),
  statusCodeNo: derived({
    list: field.number({
      label: 'Status number',
      ...required,
      ...mono,
      sortable: true,
      ...hidden,
      width: 120,
    }),
  }),
  declineStage: stored(none<DeclineStage>(), {
    list: field.choice({ label: 'Decline stage', options: declineStageLabels, ...hidden }),
    ...ours,
  }),
  pspStatusMessage: stored(none<string>(), {
    list: field.string({ label: 'PSP message', ...hidden, width: 220 }),
    mask: 'PERSON',
    ...wordLeft,
  }),
  currency: stored('', {
    list: field.currency({ label: 'Currency', ...required, ...hidden }),
    ...ours,
    ...exported,
  }),
  requestedAmount: amount({
    column: 'requested_minor',
    list: field.money({ label: 'Requested', ...required, ...hidden }),
    ...inCurrency,
    ...exported,
  }),
  fee: amount({
    list: field.money({ label: 'Fee', ...required, ...hidden, width: 110 }),
    ...inCurrency,
    ...exported,
  }),
  vatAmount: amount({
    column: 'vat_minor',
    list: field.money({ label: 'VAT', ...required, ...hidden, width: 110 }),
    ...inCurrency,
  }),
  pspAmount: laterAmount({
    list: field.money({ label: 'PSP amount', ...hidden }),
    currency: 'pspCurrency',
    ...ours,
  }),
  amountBase: laterAmount({
    list: field.money({ label: 'Amount in base currency', ...hidden, width: 150 }),
    currency: 'baseCurrency',
    ...ours,
  }),
  pspFee: laterAmount({
    list: field.money({ label: 'PSP fee', ...hidden, width: 110 }),
    currency: 'pspFeeCurrency',
    ...ours,
  }),
  authorizedAmount: amount({
    column: 'authorized_minor',
    list: field.money({ label: 'Authorised', ...required, ...hidden }),
    ...inCurrency,
  }),
  capturedAmount: amount({
    column: 'captured_minor',
    list: field.money({ label: 'Captured', ...required, ...hidden }),
    ...inCurrency,
  }),
  refundedAmount: amount({
    column: 'refunded_minor',
    list: field.money({ label: 'Refunded', ...required, ...hidden }),
    ...inCurrency,
  }),
  voidedAmount: amount({
    column: 'voided_minor',
    list: field.money({ label: 'Voided', ...required, ...hidden }),
    ...inCurrency,
  }),
  chargebackAmount: amount({
    column: 'chargeback_minor',
    list: field.money({ label: 'Charged back', ...required, ...hidden }),
    ...inCurrency,
  }),
  // What came back by itself: taken back by the payer's bank, or a payout that was returned.
  returnedAmount: amount({
    column: 'returned_minor',
    list: field.money({ label: 'Returned', ...required, ...hidden }),
    ...inCurrency,
  }),
  userCat: stored(none<string>(), {
    column: 'user_category',
    list: field.string({ label: 'User category', ...hidden }),
    ...id,
    ...inherited,
    ...offered,
    exported: { profile: 'category' },
  }),
  firstName: stored(none<string>(), {
    column: 'user_first_name',
    list: field.string({ label: 'First name', ...hidden }),
    mask: 'NAME',
    ...inherited,
    exported: { profile: 'first_name' },
    ...wordLeft,
  }),
  lastName: stored(none<string>(), {
    column: 'user_last_name',
    list: field.string({ label: 'Last name', ...hidden }),
    mask: 'NAME',
    ...inherited,
    exported: { profile: 'last_name' },
    ...wordLeft,
  }),
  email: stored(none<string>(), {
    column: 'user_email',
    list: field.string({ label: 'E-mail', ...hidden, width: 200 }),
    mask: 'EMAIL',
    ...inherited,
    exported: { profile: 'email' },
    ...wordLeft,
  }),
  isTestUser: stored(false, { list: field.boolean({ label: 'Test user', ...hidden }), ...inherited }),
  accountHolder: stored(none<string>(), {
    list: field.string({ label: 'Account holder', ...hidden }),
    mask: 'NAME',
    ...inherited,
    ...exported,
    ...wordLeft,
    request: { name: 'accountHolder', schema: text(1, 100) },
  }),
  bin: stored(none<string>(), {
    list: field.string({ label: 'BIN', ...mono, ...hidden, width: 100 }),
    ...ours,
    ...inherited,
  }),
  issuerName: stored(none<string>(), { list: field.string({ label: 'Issuer', ...hidden }) }),
  issuerCountry: stored(none<string>(), {
    list: field.country({ label: 'Issuer country', ...hidden }),
    ...id,
    ...exported,
  }),
  bic: stored(none<string>(), {
    list: field.string({ label: 'BIC', ...mono, ...hidden, width: 120 }),
    ...id,
    ...inherited,
    ...nothingLeft,
  }),
  ipAddr: stored(none<string>(), {
    column: 'ip',
    list: field.string({ label: 'IP address', ...mono, ...hidden, width: 140 }),
    mask: 'IP',
    ...exported,
    ...nothingLeft,
    request: { name: 'ip', schema: z.union([z.ipv4(), z.ipv6()]) },
    fact: 'ipAddress',
  }),
  ipCountry: stored(none<string>(), {
    list: field.country({ label: 'IP country', ...hidden }),
    ...id,
    ...exported,
  }),
  initiatedPsp: stored(none<string>(), {
    list: field.string({ label: 'First PSP', ...hidden, ...namedPsp, width: 120 }),
    ...ours,
    ...offered,
  }),
  pspAccount: stored(none<string>(), {
    list: field.string({ label: 'PSP account', ...hidden, width: 120 }),
    ...ours,
    ...inherited,
    ...offered,
  }),
  pspService: stored(none<string>(), {
    list: field.string({ label: 'Service', ...hidden, width: 110 }),
    ...id,
    ...inherited,
    ...offered,
    request: { name: 'service', schema: text(1, 50) },
    fact: 'service',
  }),
  attemptCount: stored(0, { list: field.number({ label: 'Attempts', ...required, ...hidden, width: 90 }) }),
  fallbackUsed: stored(false, { list: field.boolean({ label: 'Fallback used', ...hidden }) }),
  threeDsFlow: stored(none<string>(), {
    list: field.choice({ label: '3-D Secure flow', options: threeDsFlows, ...hidden }),
    ...ours,
  }),
  fraudScore: stored(none<number>(), {
    list: field.number({ label: 'Fraud score', ...hidden, width: 110 }),
    ...exported,
  }),
  fraudDecision: stored(none<string>(), {
    list: field.choice({ label: 'Fraud decision', options: fraudDecisions, ...hidden }),
    ...ours,
  }),
  kycStatus: stored(none<string>(), {
    list: field.string({ label: 'KYC status', ...hidden }),
    ...id,
    ...exported,
  }),
  rulesTrace: stored(one<string[]>([]), {
    column: 'rule_refs',
    list: field.strings({ label: 'Rules', ...hidden }),
    ...ours,
  }),
  approvalMode: stored(one<ApprovalMode>('NONE'), {
    list: field.choice({ label: 'Approval', ...required, options: approvalModeLabels, ...hidden }),
    ...ours,
  }),
  approvalDueAt: stored(none<string>(), {
    list: field.instant({ label: 'Approval due', ...hidden }),
    ...ours,
  }),
  reconStatus: stored('NONE', {
    list: field.choice({ label: 'Reconciliation', ...required, options: reconStatuses, ...hidden }),
    ...ours,
  }),
  tags: stored(one<string[]>([]), { list: field.strings({ label: 'Tags', ...hidden }), ...ours, ...offered }),
  noteCount: stored(0, { list: field.number({ label: 'Notes', ...required, ...hidden, width: 80 }) }),
  completedAt: stored(none<string>(), {
    list: field.instant({ label: 'Completed', ...hidden }),
    ...ours,
    ...exported,
  }),
  settledAt: stored(none<string>(), { list: field.instant({ label: 'Settled', ...hidden }), ...ours }),
  expiresAt: stored(none<string>(), {
    list: field.instant({ label: 'Expires', ...hidden }),
    ...ours,
    ...nothingLeft,
  }),
  updatedBy: stored('', { list: field.string({ label: 'Updated by', ...required, ...hidden }), ...ours }),
}

/** What only the open payment shows. */
const detailed = {
  rootTxId: stored(none<number>(), { detail: field.number({ label: 'Root', ...mono }) }),
  apiClientId: stored(none<string>(), { detail: field.string({ label: 'API client' }), ...ours }),
  attributes: stored(one<Readonly<Record<string, string>>>({}), {
    mask: 'ATTRIBUTES',
    ...inherited,
    ...exported,
    erased: 'EMPTY',
    request: { name: 'attributes', schema: attributes },
    fact: 'attributes',
  }),
  merchantErrCode: stored(none<string>(), { detail: field.string({ label: 'Merchant error' }), ...id }),
  merchantErrMsg: stored(none<string>(), {
    detail: field.string({ label: 'Merchant message' }),
    mask: 'PERSON',
    ...wordLeft,
  }),
  feeMode: stored(none<'ADDED' | 'DEDUCTED'>(), { detail: field.string({ label: 'Fee mode' }) }),
  feeBillTo: stored(none<'USER' | 'MERCHANT'>(), { detail: field.string({ label: 'Fee paid by' }) }),
  vatRatePpm: stored(none<number>(), { detail: field.number({ label: 'VAT rate' }) }),
  // What the tax on the fee is called in returns; several components have several.
  taxCode: stored(none<string>(), { detail: field.string({ label: 'Tax code' }), ...id }),
  fxRate: stored(none<string>(), { detail: field.string({ label: 'Exchange rate' }), ...inherited }),
  fxAppliedRate: stored(none<string>(), { detail: field.string({ label: 'Applied rate' }), ...inherited }),
  fxMarginPpm: stored(none<number>(), { detail: field.number({ label: 'Margin' }) }),
  refundingAmount: amount({
    column: 'refunding_minor',
    detail: field.money({ label: 'Being refunded' }),
    ...inCurrency,
    ...readInList,
  }),
  userLocale: stored(none<string>(), {
    detail: field.string({ label: 'Locale' }),
    ...id,
    ...inherited,
    exported: { profile: 'locale' },
    request: { name: 'locale', schema: locale },
    fact: 'locale',
  }),
  // What is written about a transaction is masked by what is known of its user, also in those that follow from it.
  mobile: stored(none<string>(), {
    column: 'user_phone',
    detail: field.string({ label: 'Phone' }),
    mask: 'PHONE',
    ...readInList,
    ...inherited,
    exported: { profile: 'phone' },
    ...wordLeft,
  }),
  dob: stored(none<string>(), {
    column: 'user_birth_date',
    detail: field.string({ label: 'Born' }),
    mask: 'BIRTH_DATE',
    ...readInList,
    ...inherited,
    exported: { profile: 'birth_date' },
    ...nothingLeft,
  }),
  city: stored(none<string>(), {
    column: 'user_city',
    detail: field.string({ label: 'City' }),
    mask: 'NAME',
    exported: { profile: 'city' },
    ...wordLeft,
  }),
  cardType: stored(none<string>(), { detail: field.string({ label: 'Card type' }), ...id }),
  cardCategory: stored(none<string>(), { detail: field.string({ label: 'Card category' }), ...id }),
  cardExpiry: stored(none<string>(), {
    detail: field.string({ label: 'Expires' }),
    ...id,
    ...nothingLeft,
  }),
  bankCountry: stored(none<string>(), {
    detail: field.country({ label: 'Bank country' }),
    section: 'account',
    ...id,
    ...inherited,
  }),
  accountId: stored(none<string>(), {
    detail: field.string({ label: 'Account id', ...mono }),
    section: 'account',
    ...ours,
    ...readInList,
    ...inherited,
    request: { name: 'accountId', schema: z.uuid() },
  }),
  userAgent: stored(none<string>(), {
    detail: field.string({ label: 'Browser' }),
    ...exported,
    ...nothingLeft,
    request: { name: 'userAgent', schema: text(0, 500) },
  }),
  deviceId: stored(none<string>(), {
    detail: field.string({ label: 'Device', ...mono }),
    section: 'user',
    ...id,
    ...exported,
    ...nothingLeft,
    request: { name: 'deviceId', schema: text(1, 100) },
  }),
  initiatedPspAccount: stored(none<string>(), {
    detail: field.string({ label: 'First PSP account' }),
    ...id,
  }),
  authType: stored(none<'FINAL_AUTH' | 'PRE_AUTH'>(), {
    detail: field.string({ label: 'Authorisation' }),
    ...id,
  }),
  maintenanceId: stored(none<string>(), { detail: field.string({ label: 'Maintenance', ...mono }), ...ours }),
  threeDsVersion: stored(none<string>(), {
    detail: field.string({ label: 'Version' }),
    ...id,
    section: 'threeDs',
  }),
  threeDsStatus: stored(none<string>(), {
    detail: field.string({ label: 'Result' }),
    ...id,
    section: 'threeDs',
  }),
  threeDsEci: stored(none<string>(), { detail: field.string({ label: 'ECI' }), ...id, section: 'threeDs' }),
  threeDsExemption: stored(none<string>(), {
    detail: field.string({ label: 'Exemption' }),
    ...id,
    section: 'threeDs',
  }),
  threeDsType: stored(none<string>(), { detail: field.string({ label: 'Type' }), ...id, section: 'threeDs' }),
  fraudProvider: stored(none<string>(), { detail: field.string({ label: 'Screened by' }), ...id }),
  merchantKycStatus: stored(none<string>(), {
    detail: field.string({ label: 'KYC at the merchant' }),
    ...id,
  }),
  approvalQueue: stored(none<string>(), { detail: field.string({ label: 'Work queue' }), ...ours }),
  approvalTags: stored(one<string[]>([]), { detail: field.strings({ label: 'Approval tags' }), ...ours }),
  verifiedAt: stored(none<string>(), { detail: field.instant({ label: 'Verified' }), ...ours }),
  authorizedAt: stored(none<string>(), { detail: field.instant({ label: 'Authorised at' }), ...ours }),
  pspSentAt: stored(none<string>(), { detail: field.instant({ label: 'Sent to the PSP' }), ...ours }),
  pspAnsweredAt: stored(none<string>(), { detail: field.instant({ label: 'Answered by the PSP' }), ...ours }),
  capturedAt: stored(none<string>(), { detail: field.instant({ label: 'Captured at' }), ...ours }),
  captureDueAt: stored(none<string>(), {
    detail: field.instant({ label: 'Capture due' }),
    ...ours,
    ...nothingLeft,
  }),
  // Until when the PSP keeps what it has reserved.
  captureUntil: stored(none<string>(), {
    detail: field.instant({ label: 'Capture possible until' }),
    ...ours,
    ...readInList,
  }),
  gdprErasedAt: stored(none<string>(), {
    detail: field.instant({ label: 'Erased' }),
    ...ours,
    ...readInList,
  }),
}

/** What the platform keeps for itself. */
const unseen = {
  version: stored(1, readInList),
  // Shown as the state, the code and its number; everything else that has a status calls it so.
  statusNo: stored(one<number>(StatusNo.REGISTERED), { ...readInList, ...exported }),
  nextStep: stored(none<string>(), { ...readInList, ...nothingLeft }),
  leaseUntil: stored(none<string>(), {}),
  leaseHolder: stored(none<string>(), {}),
  txTag: stored(none<string>(), { request: { name: 'type', schema: text(1, 50) }, fact: 'txTag' }),
  pspCurrency: stored(none<string>(), readInList),
  fxRateIds: stored(none<string[]>(), {}),
  fxRounding: stored(none<string>(), {}),
  fxWholeUnits: stored(none<boolean>(), {}),
  baseCurrency: stored('', readInList),
  pspFeeCurrency: stored(none<string>(), readInList),
  // What captures and voids that are under way take of the reservation.
  capturing: amount({ currency: 'currency', ...readInList }),
  pspCaptured: amount({ currency: 'pspCurrency' }),
  pspRefunded: amount({ currency: 'pspCurrency' }),
  emailHash: stored(none<string>(), { ...inherited, ...nothingLeft }),
  sessionHash: stored(none<string>(), nothingLeft),
  accountHash: stored(none<string>(), { ...inherited, ...nothingLeft }),
  reprocessCount: stored(0, readInList),
  pollAt: stored(none<string>(), nothingLeft),
}

/**
 * Every field of a transaction, under the one name it has from the row to the screen. The row's type and columns, the
 * list, its export, the open payment, what is masked, erased and given to a person, what requests may carry and which
 * facts rules know of it follow from here.
 */
export const transactionDeclaration = { ...listed, ...chosen, ...detailed, ...unseen }
