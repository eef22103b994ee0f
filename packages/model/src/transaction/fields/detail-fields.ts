import * as z from 'zod/mini'
import { field } from '../../field/field.ts'
import { StatusNo } from '../../reference/status-no.ts'
import { tokenHolderLabels, type TokenHolder } from '../../scheme-tokens/token-network.ts'
import { amount, none, one, stored } from '../declare.ts'
import {
  attributesSchema,
  exported,
  id,
  inCurrency,
  inherited,
  localeSchema,
  mono,
  nothingLeft,
  ours,
  readInList,
  requestText,
  wordLeft,
} from './shorthand.ts'

/** What only the open payment shows. */
export const detailOnlyFields = {
  rootTxId: stored(none<number>(), { detail: field.number({ label: 'Root', ...mono }) }),
  apiClientId: stored(none<string>(), { detail: field.string({ label: 'API client' }), ...ours }),
  attributes: stored(one<Readonly<Record<string, string>>>({}), {
    mask: 'ATTRIBUTES',
    ...inherited,
    ...exported,
    erased: 'EMPTY',
    request: { name: 'attributes', schema: attributesSchema },
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
    request: { name: 'locale', schema: localeSchema },
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
    detail: field.string({ label: 'Date of birth' }),
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
  schemeTokenProvider: stored(none<TokenHolder>(), {
    detail: field.choice({ label: 'Paid with token of', options: tokenHolderLabels }),
    section: 'account',
    ...ours,
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
    request: { name: 'userAgent', schema: requestText(0, 500) },
  }),
  deviceId: stored(none<string>(), {
    detail: field.string({ label: 'Device', ...mono }),
    section: 'user',
    ...id,
    ...exported,
    ...nothingLeft,
    request: { name: 'deviceId', schema: requestText(1, 100) },
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
export const unseenFields = {
  version: stored(1, readInList),
  // Shown as the state, the code and its number; everything else that has a status calls it so.
  statusNo: stored(one<number>(StatusNo.REGISTERED), { ...readInList, ...exported }),
  nextStep: stored(none<string>(), { ...readInList, ...nothingLeft }),
  leaseUntil: stored(none<string>(), {}),
  leaseHolder: stored(none<string>(), {}),
  txTag: stored(none<string>(), { request: { name: 'type', schema: requestText(1, 50) }, fact: 'txTag' }),
  pspCurrency: stored(none<string>(), readInList),
  fxRateIds: stored(none<string[]>(), {}),
  fxRounding: stored(none<string>(), {}),
  fxWholeUnits: stored(none<boolean>(), {}),
  baseCurrency: stored('', readInList),
  pspFeeCurrency: stored(none<string>(), readInList),
  pspFeeActualCurrency: stored(none<string>(), readInList),
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
