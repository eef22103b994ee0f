import type { TransactionDetail } from '@signalbox/model/calls/transaction'
import type { TransactionRow } from '@signalbox/model/entities/transaction'
import {
  hideAccount,
  maskBirthDate,
  maskEmail,
  maskIp,
  maskName,
  maskPhone,
} from '@signalbox/model/text/masking'
import { allBut, maskId, maskText, type Mask } from '@signalbox/model/text/mask-text'
import { toWire, type WireMoney } from '@signalbox/model/money/money-schema'
import { hiddenAttribute } from '@signalbox/model/rules/mask-fact'
import { txRefId } from '@signalbox/model/payments/tx-ref-id'
import { statusCodeOf } from '@signalbox/model/reference/status-codes'
import type { Int8 } from '../../kit/database.ts'
import { maskOfPayment } from '../core/record/person-store.ts'
import { operationsOf } from './offered-operations.ts'
import type { ListedTransaction, WholeTransaction } from './store.ts'
import type { ViewContext } from './view-context.ts'

const money = (minor: Int8, currency: string): WireMoney => toWire({ minor: BigInt(minor), currency })
const moneyOrNone = (minor: Int8 | null, currency: string | null): WireMoney | null =>
  minor === null || currency === null ? null : money(minor, currency)

type MaskField = (mask: Mask, value: string | null) => string | null

const maskFor = (masked: boolean): MaskField =>
  masked ? (mask, value) => (value === null || value === '' ? value : mask(value)) : (_mask, value) => value

/** What a merchant says about a user may be anything, so all of it is hidden; that it was said is not. */
const hiddenAttributes = (attributes: TransactionDetail['attributes']): TransactionDetail['attributes'] =>
  Object.fromEntries(Object.keys(attributes).map((name) => [maskId(name), hiddenAttribute]))

const amounts = [
  'amount',
  'requestedAmount',
  'txAmount',
  'fee',
  'vatAmount',
  'pspAmount',
  'amountBase',
  'pspFee',
  'authorizedAmount',
  'capturedAmount',
  'refundedAmount',
  'voidedAmount',
  'chargebackAmount',
  'returnedAmount',
] as const satisfies readonly (keyof TransactionRow)[]

/** What is masked for what it is. */
const maskedAlready = [
  'info',
  'firstName',
  'lastName',
  'email',
  'accountHolder',
  'ipAddr',
  'pspStatusMessage',
] as const satisfies readonly (keyof TransactionRow)[]

/** What the platform, its people or their configuration say, and the ids all of them know a user and a payment by. */
const ours = [
  ...amounts,
  ...maskedAlready,
  'id',
  'version',
  'allowedOps',
  'created',
  'lastUpdated',
  'updatedBy',
  'state',
  'statusCode',
  'declineStage',
  'txRefId',
  'apiSource',
  'initiatedBy',
  'txType',
  'method',
  'providerType',
  'paymentType',
  'currency',
  'userId',
  'psp',
  'pspAccount',
  'initiatedPsp',
  // Evidence is found and written down by it.
  'pspRefId',
  'bin',
  'threeDsFlow',
  'fraudDecision',
  'rulesTrace',
  'approvalMode',
  'approvalDueAt',
  'reconStatus',
  'tags',
  'completedAt',
  'settledAt',
  'expiresAt',
] as const satisfies readonly (keyof TransactionRow)[]

/** Single words and numbers others gave. */
const theirIds = [
  'merchantTxId',
  'channelId',
  'userCat',
  'userCountry',
  'maskedUserAccount',
  'cardBrand',
  'issuerCountry',
  'bic',
  'ipCountry',
  'pspService',
  'pspStatusCode',
  'kycStatus',
] as const satisfies readonly (keyof TransactionRow)[]

const oursWhenOpen = [
  ...ours,
  'apiClientId',
  'apiClientName',
  'externalLinks',
  'accountId',
  'approvals',
  'openCase',
  'approvalQueue',
  'approvalTags',
  'maintenanceId',
  'attributes',
  'refundingAmount',
  'merchantErrMsg',
  'mobile',
  'dob',
  'city',
  'captureUntil',
  'verifiedAt',
  'authorizedAt',
  'pspSentAt',
  'pspAnsweredAt',
  'capturedAt',
  'captureDueAt',
  'gdprErasedAt',
] as const satisfies readonly (keyof TransactionDetail)[]

const theirIdsWhenOpen = [
  ...theirIds,
  'merchantErrCode',
  'taxCode',
  'userLocale',
  'deviceId',
  'cardType',
  'cardCategory',
  'cardExpiry',
  'bankCountry',
  'initiatedPspAccount',
  'authType',
  'threeDsType',
  'threeDsVersion',
  'threeDsStatus',
  'threeDsEci',
  'threeDsExemption',
  'fraudProvider',
  'merchantKycStatus',
] as const satisfies readonly (keyof TransactionDetail)[]

/** All the rest came from callers, merchants and PSPs, who may write a person into any of it. */
const rowWithoutStrangers = allBut<TransactionRow>(maskText, ours, theirIds)
const detailWithoutStrangers = allBut<TransactionDetail>(maskText, oursWhenOpen, theirIdsWhenOpen)

export const isMaskedFor = (
  { merchantId }: { merchantId: number },
  { reader, masking }: ViewContext,
): boolean => !reader.seesPersonalData && masking.has(merchantId)

/** A payment as a line of the list. */
export function rowView(row: ListedTransaction, context: ViewContext): TransactionRow {
  const view = rowOf(row, context)
  return view.masked ? rowWithoutStrangers(view) : view
}

/** What the payment is, and where it came from. */
function originOf(row: ListedTransaction) {
  const code = statusCodeOf(row.statusNo)
  if (!code) throw new RangeError(`Transaction ${row.id} has the unknown status ${row.statusNo}`)
  return {
    id: row.id,
    version: row.version,
    merchantId: row.merchantId,
    created: row.createdAt,
    lastUpdated: row.updatedAt,
    updatedBy: row.updatedBy,
    state: code.status,
    statusCode: code.code,
    statusCodeNo: code.no,
    declineStage: row.declineStage,
    txRefId: txRefId(row.merchantId, row.id),
    merchantTxId: row.merchantTxId,
    originTxId: row.originTxId,
    apiSource: row.apiSource,
    initiatedBy: row.initiatedBy,
    txType: row.txType,
    method: row.method,
    providerType: row.providerType as TransactionRow['providerType'],
    paymentType: row.paymentType,
    channelId: row.channel,
  }
}

function amountsOf(row: ListedTransaction) {
  const { currency, baseCurrency } = row
  return {
    currency,
    amount: money(row.amountMinor, currency),
    requestedAmount: money(row.requestedMinor, currency),
    txAmount: money(row.txAmountMinor, currency),
    fee: money(row.feeMinor, currency),
    vatAmount: money(row.vatMinor, currency),
    pspAmount: moneyOrNone(row.pspAmountMinor, row.pspCurrency),
    amountBase: moneyOrNone(row.amountBaseMinor, baseCurrency),
    pspFee: moneyOrNone(row.pspFeeMinor, row.pspFeeCurrency),
    authorizedAmount: money(row.authorizedMinor, currency),
    capturedAmount: money(row.capturedMinor, currency),
    refundedAmount: money(row.refundedMinor, currency),
    voidedAmount: money(row.voidedMinor, currency),
    chargebackAmount: money(row.chargebackMinor, currency),
    returnedAmount: money(row.returnedMinor, currency),
  }
}

/** Who pays, and with what. */
function payerOf(row: ListedTransaction, masked: boolean, userHandle: Mask) {
  const hide = maskFor(masked)
  return {
    userId: masked ? userHandle(row.userId) : row.userId,
    userCat: row.userCategory,
    userCountry: row.userCountry,
    firstName: hide(maskName, row.userFirstName),
    lastName: hide(maskName, row.userLastName),
    email: hide(maskEmail, row.userEmail),
    isTestUser: row.isTestUser,
    maskedUserAccount: hide(hideAccount, row.maskedAccount),
    accountHolder: hide(maskName, row.accountHolder),
    bin: row.bin,
    cardBrand: row.cardBrand,
    issuerName: row.issuerName,
    issuerCountry: row.issuerCountry,
    bic: row.bic,
    ipAddr: hide(maskIp, row.ip),
    ipCountry: row.ipCountry,
  }
}

/** Where it went, what was decided about it, and how far it is. */
function courseOf(row: ListedTransaction) {
  return {
    initiatedPsp: row.initiatedPsp,
    psp: row.psp,
    pspAccount: row.pspAccount,
    pspService: row.pspService,
    pspRefId: row.pspRefId,
    pspStatusCode: row.pspStatusCode,
    attemptCount: row.attemptCount,
    fallbackUsed: row.fallbackUsed,
    threeDsFlow: row.threeDsFlow as TransactionRow['threeDsFlow'],
    fraudScore: row.fraudScore,
    fraudDecision: row.fraudDecision as TransactionRow['fraudDecision'],
    kycStatus: row.kycStatus,
    rulesTrace: row.ruleRefs,
    approvalMode: row.approvalMode,
    approvalDueAt: row.approvalDueAt,
    reconStatus: row.reconStatus as TransactionRow['reconStatus'],
    tags: row.tags,
    noteCount: row.noteCount,
    completedAt: row.completedAt,
    settledAt: row.settledAt,
    expiresAt: row.expiresAt,
  }
}

function rowOf(row: ListedTransaction, context: ViewContext): TransactionRow {
  const masked = isMaskedFor(row, context)
  const hide = maskFor(masked)
  const told = maskOfPayment(row)
  return {
    ...originOf(row),
    masked,
    allowedOps: operationsOf(row, context),
    info: hide(told, row.info),
    ...amountsOf(row),
    ...payerOf(row, masked, context.userHandle),
    ...courseOf(row),
    pspStatusMessage: hide(told, row.pspStatusMessage),
  }
}

/** A payment when it is open. */
export function detailView(
  row: WholeTransaction,
  beside: Pick<TransactionDetail, 'approvals' | 'openCase'> &
    Partial<Pick<TransactionDetail, 'apiClientName' | 'externalLinks' | 'captureUntil'>>,
  context: ViewContext,
): TransactionDetail {
  const masked = isMaskedFor(row, context)
  const hide = maskFor(masked)
  const told = maskOfPayment(row)
  const view = {
    ...rowOf(row, context),
    apiClientName: null,
    externalLinks: [],
    captureUntil: null,
    ...beside,
    approvals: masked
      ? beside.approvals.map((each) => ({ ...each, info: hide(told, each.info) }))
      : beside.approvals,
    rootTxId: row.rootTxId,
    apiClientId: row.apiClientId,
    merchantErrCode: row.merchantErrCode,
    merchantErrMsg: hide(told, row.merchantErrMsg),
    feeMode: row.feeMode,
    feeBillTo: row.feeBillTo,
    vatRatePpm: row.vatRatePpm,
    taxCode: row.taxCode,
    fxRate: row.fxRate,
    fxAppliedRate: row.fxAppliedRate,
    fxMarginPpm: row.fxMarginPpm,
    refundingAmount: money(row.refundingMinor, row.currency),
    userLocale: row.userLocale,
    mobile: hide(maskPhone, row.userPhone),
    dob: hide(maskBirthDate, row.userBirthDate),
    city: hide(maskName, row.userCity),
    accountId: row.accountId,
    cardType: row.cardType,
    cardCategory: row.cardCategory,
    cardExpiry: row.cardExpiry,
    bankCountry: row.bankCountry,
    userAgent: row.userAgent,
    deviceId: row.deviceId,
    initiatedPspAccount: row.initiatedPspAccount,
    authType: row.authType,
    maintenanceId: row.maintenanceId,
    threeDsType: row.threeDsType,
    threeDsVersion: row.threeDsVersion,
    threeDsStatus: row.threeDsStatus,
    threeDsEci: row.threeDsEci,
    threeDsExemption: row.threeDsExemption,
    fraudProvider: row.fraudProvider,
    merchantKycStatus: row.merchantKycStatus,
    approvalQueue: row.approvalQueue,
    approvalTags: row.approvalTags,
    verifiedAt: row.verifiedAt,
    authorizedAt: row.authorizedAt,
    pspSentAt: row.pspSentAt,
    pspAnsweredAt: row.pspAnsweredAt,
    capturedAt: row.capturedAt,
    captureDueAt: row.captureDueAt,
    gdprErasedAt: row.gdprErasedAt,
    attributes: masked ? hiddenAttributes(row.attributes) : row.attributes,
    working: row.nextStep !== null,
  }
  return masked ? detailWithoutStrangers(view) : view
}
