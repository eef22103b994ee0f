import * as z from 'zod/mini'
import { field } from '../../field/field.ts'
import type { TxMethod } from '../../payments/transaction-method.ts'
import type { ApprovalMode, DeclineStage } from '../../payments/tx-event.ts'
import { txStatusLabels } from '../../reference/status-codes.ts'
import { providerTypeLabels } from '../../reference/transaction-types.ts'
import {
  approvalModeLabels,
  declineStageLabels,
  fraudDecisions,
  type FraudDecision,
  type ThreeDsFlow,
  paymentTypes,
  reconStatuses,
  threeDsFlows,
  txMethodLabels,
} from '../choices.ts'
import { amount, derived, laterAmount, none, one, stored } from '../declare.ts'
import {
  exported,
  hidden,
  id,
  inCurrency,
  inherited,
  mono,
  namedPsp,
  nothingLeft,
  offered,
  ours,
  required,
  requestText,
  wordLeft,
} from './shorthand.ts'

/** Columns of the list that everybody sees at first, in the order in which they are offered. */
export const shownFields = {
  // The first ten are read without scrolling on a screen 1440 px wide; a test says if they are not.
  id: stored(0, {
    list: field.number({ label: 'Id', ...required, ...mono, sortable: true, width: 121 }),
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
    list: field.choice({ label: 'State', ...required, options: txStatusLabels, width: 161 }),
    ...ours,
  }),
  amount: amount({
    list: field.money({ label: 'Amount', ...required, sortable: true, width: 115 }),
    ...inCurrency,
    ...exported,
  }),
  userId: stored('', {
    list: field.string({ label: 'User', ...required, width: 88 }),
    mask: 'USER',
    exported: { profile: 'user_id' },
  }),
  userCountry: stored(none<string>(), {
    list: field.country({ label: 'User country', heading: 'Country', width: 62 }),
    ...id,
    ...inherited,
    exported: { profile: 'country' },
  }),
  txType: stored('', {
    list: field.string({ label: 'Type', ...required, names: 'transaction type', width: 115 }),
    ...ours,
    ...exported,
  }),
  maskedUserAccount: stored(none<string>(), {
    column: 'masked_account',
    list: field.string({ label: 'Account', width: 107 }),
    mask: 'ACCOUNT',
    ...inherited,
    ...exported,
    ...wordLeft,
  }),
  psp: stored(none<string>(), {
    list: field.string({ label: 'PSP', ...namedPsp, width: 91 }),
    ...ours,
    ...inherited,
    ...offered,
    ...exported,
  }),
  pspStatusCode: stored(none<string>(), { list: field.string({ label: 'PSP code', width: 73 }), ...id }),
  merchantId: stored(0, { list: field.merchant({ label: 'Merchant', ...required, width: 136 }) }),
  // Evidence is found and written down by it.
  pspRefId: stored(none<string>(), {
    list: field.string({ label: 'PSP reference', ...mono, width: 160 }),
    ...ours,
  }),
  info: stored(none<string>(), {
    list: field.string({ label: 'Info', width: 220 }),
    mask: 'PERSON',
    ...wordLeft,
  }),
  txAmount: amount({ list: field.money({ label: 'Tx amount', ...required }), ...inCurrency }),
  cardBrand: stored(none<string>(), {
    list: field.string({ label: 'Card brand', width: 105 }),
    ...id,
    ...inherited,
    ...offered,
    ...exported,
  }),
  method: stored(one<TxMethod>('INFO'), {
    list: field.choice({ label: 'Method', ...required, options: txMethodLabels, width: 100 }),
    ...ours,
    ...exported,
  }),
  providerType: stored('', {
    list: field.choice({ label: 'Provider type', ...required, options: providerTypeLabels, width: 144 }),
    ...ours,
  }),
  lastUpdated: stored('', {
    column: 'updated_at',
    list: field.instant({ label: 'Last updated', ...required, sortable: true }),
    ...ours,
  }),
}

/** Columns of the list that somebody chooses. */
export const chosenFields = {
  // The status has its words in the list; the code stands in its tooltip and beside it in exports.
  statusCode: derived({
    list: field.string({ label: 'Status code', ...required, ...hidden, width: 230 }),
    ...ours,
  }),
  txRefId: derived({
    list: field.string({ label: 'Reference', ...required, ...mono, ...hidden, width: 230 }),
    ...ours,
  }),
  merchantTxId: stored(none<string>(), {
    list: field.string({ label: 'Merchant tx id', ...mono, ...hidden }),
    ...id,
    ...exported,
    // A merchant may have made it of the name of its user.
    ...nothingLeft,
    request: { name: 'merchantTxId', schema: requestText(1, 100) },
  }),
  originTxId: stored(none<number>(), {
    list: field.number({ label: 'Origin', ...mono, ...hidden, width: 150 }),
  }),
  apiSource: stored(one<'FRONT_API' | 'ADMIN_API' | 'BACKOFFICE' | 'BATCH' | 'PSP'>('FRONT_API'), {
    list: field.string({ label: 'Source', ...required, names: 'code', ...hidden, width: 110 }),
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
    request: { name: 'channelId', schema: requestText(1, 100) },
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
  pspFeeActual: laterAmount({
    list: field.money({ label: 'PSP fee, actual', ...hidden, width: 130 }),
    currency: 'pspFeeActualCurrency',
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
    list: field.string({ label: 'Email', ...hidden, width: 200 }),
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
    request: { name: 'accountHolder', schema: requestText(1, 100) },
  }),
  bin: stored(none<string>(), {
    list: field.string({ label: 'BIN', ...mono, ...hidden, width: 100 }),
    ...ours,
    ...inherited,
  }),
  iinId: stored(none<string>(), {
    list: field.string({ label: 'IIN range', ...mono, ...hidden, filter: 'KEYWORD', width: 140 }),
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
    request: { name: 'service', schema: requestText(1, 50) },
    fact: 'service',
  }),
  attemptCount: stored(0, { list: field.number({ label: 'Attempts', ...required, ...hidden, width: 90 }) }),
  fallbackUsed: stored(false, { list: field.boolean({ label: 'Fallback used', ...hidden }) }),
  schemeTokenUsed: stored(false, {
    list: field.boolean({ label: 'Network token', ...hidden, filter: 'TOGGLE' }),
  }),
  threeDsFlow: stored(none<ThreeDsFlow>(), {
    list: field.choice({ label: '3-D Secure flow', options: threeDsFlows, ...hidden }),
    ...ours,
  }),
  fraudScore: stored(none<number>(), {
    list: field.number({ label: 'Fraud score', ...hidden, width: 110 }),
    ...exported,
  }),
  fraudDecision: stored(none<FraudDecision>(), {
    list: field.choice({ label: 'Fraud decision', options: fraudDecisions, ...hidden }),
    ...ours,
  }),
  kycStatus: stored(none<string>(), {
    list: field.string({ label: 'KYC status', names: 'code', ...hidden }),
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
