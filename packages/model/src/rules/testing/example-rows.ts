import type { Cell } from '../cell.ts'
import type { OutputValue } from '../decision-table.ts'
import type { Rule, RulesetVersion } from '../rule.ts'
import {
  amountAtLeast,
  amountAtMost,
  amountBelow,
  atLeast,
  atMost,
  below,
  between,
  fits,
  inBlocks,
  no,
  noneOf,
  oneOf,
  startsWith,
  yes,
} from './cells.ts'

interface Row {
  readonly when: Readonly<Record<string, Cell>>
  readonly decides: Readonly<Record<string, OutputValue>>
}

const deposit = oneOf('DEPOSIT')
const withdrawal = oneOf('WITHDRAWAL')
const cardDeposit = oneOf('CreditcardDeposit')

const rows: Readonly<Record<string, readonly Row[]>> = {
  'psp-routing': [
    {
      when: { txType: cardDeposit, binIssuerCountry: oneOf('NOR'), currency: oneOf('NOK') },
      decides: { psp: 'NordAcq', pspAccount: '3DS2_NOK' },
    },
    {
      when: { txType: cardDeposit, binBrand: oneOf('VISA', 'MASTERCARD'), binIssuerCountry: oneOf('EEA') },
      decides: { psp: 'EuroCard', pspAccount: '3DS2', weight: 70 },
    },
    // Shares its payments with the row before.
    {
      when: { txType: cardDeposit, binBrand: oneOf('VISA', 'MASTERCARD'), binIssuerCountry: oneOf('EEA') },
      decides: { psp: 'AcqTwo', pspAccount: '3DS2', weight: 30 },
    },
    { when: { txType: cardDeposit }, decides: { psp: 'EuroCard', pspAccount: '3DS2' } },
  ],
  'psp-fallback': [
    { when: { pspStatusCode: oneOf('51', 'NSF') }, decides: { stop: true } },
    {
      when: { initiatedPsp: oneOf('NordAcq'), retryClass: oneOf('TECH') },
      decides: { pspFallback: 'EuroCard', pspFallbackAccount: '3DS2', maxAttempts: 2 },
    },
    {
      when: {
        initiatedPsp: oneOf('EuroCard'),
        txStatusCode: oneOf('ERR_DECLINED_OTHER_REASON', 'ERR_DECLINED_BANK_REFUSAL'),
        amount: amountAtMost({ EUR: '50000' }),
      },
      decides: { pspFallback: 'AcqTwo', pspFallbackAccount: '3DS2', maxAttempts: 2 },
    },
  ],
  fee: [
    { when: { method: withdrawal, userCategory: oneOf('VIP') }, decides: { fixedFee: { EUR: '0' } } },
    {
      when: { method: withdrawal },
      decides: { fixedFee: { EUR: '100', SEK: '1000' }, mode: 'DEDUCTED', freeCount: 3, freeDays: 30 },
    },
    {
      when: { txType: cardDeposit, amount: amountBelow({ EUR: '30000' }) },
      decides: { percentageFee: 25_000, feeMin: { EUR: '100' }, feeMax: { EUR: '500' }, mode: 'ADDED' },
    },
  ],
  'provider-fee': [
    {
      when: { psp: oneOf('EuroCard'), binIssuerCountry: oneOf('EEA') },
      decides: {
        component: 'ACQUIRER',
        percentageFee: 15_000,
        feeMin: { EUR: '50' },
        feeMax: { EUR: '250' },
        chargeOn: 'SUCCESS',
      },
    },
    {
      when: { psp: oneOf('EuroCard') },
      decides: { component: 'GATEWAY', fixedFee: { EUR: '12' }, chargeOn: 'ATTEMPT' },
    },
    {
      when: { psp: oneOf('NordAcq'), binCategory: oneOf('CORPORATE') },
      decides: {
        component: 'INTERCHANGE',
        percentageFee: 19_000,
        fixedFee: { EUR: '5' },
        combine: 'SUM',
        chargeOn: 'SUCCESS',
      },
    },
  ],
  limit: [
    { when: { userAttributes: { op: 'set', key: 'limits' } }, decides: { useAttributeLimits: true } },
    {
      when: { providerType: oneOf('CREDITCARD'), firstDeposit: yes },
      decides: { min: { EUR: '1000', SEK: '10000' }, max: { EUR: '25000', SEK: '250000' } },
    },
    {
      when: { method: deposit },
      decides: {
        min: { EUR: '1000', SEK: '10000', NOK: '10000' },
        max: { EUR: '500000', SEK: '5000000', NOK: '5000000' },
      },
    },
  ],
  'general-block': [
    { when: { userId: oneOf('qa-user-1', 'qa-user-2') }, decides: { action: 'ACCEPT' } },
    {
      when: { suspectedAbuse: yes, method: withdrawal },
      decides: { action: 'DECLINE', info: 'abuse review' },
    },
    {
      when: { userCountry: oneOf('PRK', 'IRN', 'SYR', 'CUB') },
      decides: { action: 'DECLINE', messageKey: 'country_not_served' },
    },
  ],
  'ip-block': [
    { when: { ipAddress: inBlocks('192.0.2.0/24') }, decides: { action: 'ACCEPT' } },
    { when: { ipCountry: oneOf('USA') }, decides: { action: 'DECLINE' } },
    {
      when: { ipAddress: inBlocks('203.0.113.0/28', '2001:db8:bad::/48') },
      decides: { action: 'DECLINE', pspStatusCode: 'IP_CB' },
    },
  ],
  'bin-block': [
    {
      when: { binIssuerCountry: oneOf('USA'), merchantId: oneOf('100200001') },
      decides: { action: 'DECLINE' },
    },
    {
      when: { binType: oneOf('PREPAID'), method: deposit, amount: amountAtLeast({ EUR: '20000' }) },
      decides: { action: 'DECLINE' },
    },
    {
      when: { bin: startsWith('40005610', '533317') },
      decides: { action: 'DECLINE', failedStatusCode: 'ERR_DECLINED_FRAUD' },
    },
  ],
  velocity: [
    {
      when: { txType: cardDeposit, internalKycStatus: noneOf('VERIFIED') },
      decides: {
        scope: 'USER',
        window: 24,
        unit: 'HOUR',
        windowKind: 'ROLLING',
        countStates: ['SUCCESSFUL', 'PROCESSING'],
        maxSum: { EUR: '100000' },
        action: 'DECLINE',
        failedStatusCode: 'ERR_DECLINED_LIMIT_OVERDRAWN',
      },
    },
    {
      when: { providerType: oneOf('CREDITCARD') },
      decides: {
        scope: 'ACCOUNT',
        window: 10,
        unit: 'MINUTE',
        windowKind: 'ROLLING',
        maxTx: 4,
        action: 'DECLINE',
      },
    },
    {
      when: { method: deposit },
      decides: {
        scope: 'USER',
        window: 7,
        unit: 'DAY',
        windowKind: 'ROLLING',
        maxAccounts: 3,
        action: 'REVIEW',
      },
    },
  ],
  'user-psp-account': [
    {
      when: { txType: oneOf('BankIBANWithdrawal'), userCategory: oneOf('VIP') },
      decides: { ignoreCheckIfUsed: true },
    },
    { when: { providerType: oneOf('PAYWALLET') }, decides: { canShare: false, maxAccounts: 1 } },
    {
      when: { providerType: oneOf('CREDITCARD') },
      decides: { canShare: false, maxAccounts: 5, requireUsedForDeposit: true },
    },
  ],
  'fraud-provider-block': [
    { when: { fraudDecision: oneOf('REJECT') }, decides: { action: 'DECLINE' } },
    {
      when: { fraudDecision: oneOf('RECOMMEND_3DS') },
      decides: { action: 'REROUTE', reRoutePsp: 'EuroCard', reRouteAccount: '3DS2_FORCE' },
    },
    {
      when: { fraudDecision: oneOf('TIMEOUT'), amount: amountAtLeast({ EUR: '50000' }) },
      decides: { action: 'REVIEW' },
    },
  ],
  forex: [
    {
      when: { psp: oneOf('EuroCard'), currency: oneOf('NOK', 'DKK'), method: deposit },
      decides: { toCurrency: 'EUR', marginPct: 10_000 },
    },
    {
      when: {
        txType: oneOf('BankIBANWithdrawal'),
        bankCountry: oneOf('SWE'),
        currency: oneOf('EUR'),
      },
      decides: { toCurrency: 'SEK', marginPct: 15_000 },
    },
    {
      when: { psp: oneOf('AsiaLocal'), currency: oneOf('EUR') },
      decides: { toCurrency: 'VND', marginPct: 0, roundToInteger: true },
    },
  ],
  'status-code': [
    {
      when: { info: fits('.*insufficient.*') },
      decides: { pspStatusCode: 'TryLower', statusCode: 'ERR_DECLINED_NO_FUNDS', retryClass: 'HARD' },
    },
    {
      when: { psp: oneOf('NordAcq'), pspStatusCode: oneOf('91', '96') },
      decides: { statusCode: 'ERR_DECLINED_ISSUER_UNAVAILABLE', retryClass: 'SOFT' },
    },
    {
      when: { pspStatusCode: oneOf('41', '43') },
      decides: {
        statusCode: 'ERR_DECLINED_LOST_OR_STOLEN',
        retryClass: 'HARD',
        messageKey: 'contact_bank',
      },
    },
  ],
  'payment-methods': [
    {
      when: { method: deposit, userCountry: oneOf('FIN'), channel: oneOf('WEB') },
      decides: { depositMethods: ['BANK:FINPAY', 'CREDITCARD', 'PAYWALLET'] },
    },
    { when: { method: deposit, firstDeposit: yes }, decides: { depositMethods: ['CREDITCARD', 'BANK'] } },
    {
      when: { method: withdrawal },
      decides: {
        withdrawalMethods: ['BANKIBAN', 'CREDITCARD', 'PAYWALLET'],
        excludeIfNotUsed: true,
        alwaysEnabled: ['BANKIBAN'],
        includeHiddenAccounts: true,
      },
    },
  ],
  alerts: [
    {
      when: {
        cron: oneOf('*/5 * * * *'),
        minutesBack: oneOf('15'),
        txType: cardDeposit,
        txState: oneOf('FAILED'),
        thresholdPct: atLeast(400_000),
        minUniqueUsers: atLeast(5),
      },
      decides: { emailTemplate: 'card-fails', emailAddresses: ['payments@brand.example'] },
    },
    {
      when: {
        cron: oneOf('*/5 * * * *'),
        minutesBack: oneOf('5'),
        psp: oneOf('NordAcq'),
        txState: oneOf('FAILED'),
        thresholdPct: atLeast(750_000),
        minUniqueUsers: atLeast(4),
      },
      decides: { setMaintenance: 'HALF_OPEN', time: 2, unit: 'MINUTE' },
    },
    {
      when: {
        cron: oneOf('*/5 * * * *'),
        minutesBack: oneOf('10'),
        psp: oneOf('NordAcq'),
        txState: oneOf('SUCCESSFUL', 'WAITING_INPUT'),
        thresholdPct: atLeast(770_000),
        minUniqueUsers: atLeast(4),
      },
      decides: { setMaintenance: 'STOP', emailTemplate: 'resolved' },
    },
  ],
  notification: [
    {
      when: { method: withdrawal, txState: oneOf('SUCCESSFUL'), locale: startsWith('fi') },
      decides: { sendUserEmail: true, emailTemplate: 'wd_ok_fi' },
    },
    {
      when: {
        method: deposit,
        firstDeposit: yes,
        userCountry: oneOf('GBR'),
        kycAgeStatus: oneOf('NOT_VERIFIED'),
      },
      decides: {
        sendUserEmail: true,
        emailTemplate: 'kyc_request',
        emailAddresses: ['tickets@brand.example'],
      },
    },
    {
      when: { txState: oneOf('SUCCESSFUL', 'FAILED', 'CANCELLED') },
      decides: { sendMq: true, mqAccount: 'mq1', mqTemplate: 'tx_event' },
    },
  ],
  approval: [
    {
      when: { method: withdrawal, userCountry: oneOf('GBR'), internalKycStatus: noneOf('VERIFIED') },
      decides: { approvalMethod: 'MANUAL', approvalAction: 'HOLD' },
    },
    {
      when: { method: withdrawal, amount: amountAtLeast({ EUR: '500000', SEK: '5000000' }) },
      decides: { approvalMethod: 'MANUAL', levels: 'TWO', tags: ['FORBID_SAME_APPROVER'] },
    },
    {
      when: {
        method: withdrawal,
        userCountry: oneOf('FIN'),
        internalKycStatus: oneOf('VERIFIED'),
        firstWithdrawal: no,
        lastDepositMethodMatch: yes,
        location: { op: 'match', values: ['ip', 'registration'] },
        amount: amountAtMost({ EUR: '300000' }),
        balance: amountAtMost({ EUR: '350000' }),
      },
      decides: { approvalMethod: 'AUTOMATIC', approvalAction: 'APPROVE', delay: 30, unit: 'MINUTE' },
    },
  ],
  'void-capture': [
    {
      when: { email: fits('.*@ourbrand\\.example') },
      decides: { action: 'CAPTURE', captureMethod: 'MANUAL' },
    },
    {
      when: { internalKycStatus: oneOf('VERIFIED'), fraudScore: atMost(30) },
      decides: { action: 'CAPTURE', captureMethod: 'AUTOMATIC', delay: 10, unit: 'MINUTE' },
    },
    {
      when: { fraudScore: atLeast(80) },
      decides: { action: 'VOID', captureMethod: 'AUTOMATIC', delay: 0 },
    },
  ],
  'kyc-routing': [
    {
      when: {
        method: deposit,
        userCountry: oneOf('GBR'),
        firstDeposit: yes,
        internalKycStatus: oneOf('NOT_VERIFIED', 'UNKNOWN'),
      },
      decides: { kycProvider: 'AgeProof', scopes: ['ID', 'AGE'], blocking: true },
    },
    {
      when: { totalDeposit: amountAtLeast({ EUR: '200000' }), internalKycStatus: noneOf('VERIFIED') },
      decides: { kycProvider: 'IdCheck', scopes: ['ID', 'ADDRESS', 'PEP', 'SANCTIONS'], blocking: true },
    },
    {
      when: { method: withdrawal, userCountry: oneOf('DEU', 'NLD') },
      decides: { kycProvider: 'IdCheck', scopes: ['SANCTIONS'], validDays: 30 },
    },
  ],
  'kyc-block': [
    {
      when: { kycAgeStatus: oneOf('UNDER_AGE') },
      decides: { action: 'DECLINE', failedStatusCode: 'ERR_DECLINED_KYC_USER_UNDER_AGE' },
    },
    {
      when: { pepsSanctions: oneOf('SANCTIONS_WARNING', 'SDN_WARNING') },
      decides: { action: 'DECLINE', emailTemplate: 'compliance' },
    },
    {
      when: {
        method: withdrawal,
        kycIdStatus: oneOf('NOT_VERIFIED', 'ERROR'),
        amount: amountAtLeast({ EUR: '10000' }),
      },
      decides: { action: 'DECLINE', messageKey: 'verify_first' },
    },
  ],
  'kyc-fallback': [
    {
      when: { kycProvider: oneOf('AgeProof'), kycIdStatus: oneOf('ERROR', 'NOT_VERIFIED') },
      decides: { kycFallback: 'IdCheck' },
    },
    {
      when: { kycProvider: oneOf('IdCheck'), internalKycStatus: oneOf('VERIFICATION_EXTERNAL_FAILURE') },
      decides: { kycFallback: 'DocScan' },
    },
    { when: { internalKycStatus: oneOf('UNDER_AGE') }, decides: { stop: true } },
  ],
  maintenance: [
    {
      when: {
        psp: oneOf('NordAcq'),
        validPeriod: {
          op: 'range',
          min: { value: '2026-03-01T01:00:00Z', inclusive: true },
          max: { value: '2026-03-01T03:00:00Z', inclusive: false },
        },
      },
      decides: { type: 'FIXED', messageKey: 'psp_maint' },
    },
    {
      when: {
        service: oneOf('FINPAY'),
        validPeriod: { op: 'range', min: { value: '2026-02-20T12:00:00Z', inclusive: true } },
        excludedUserIds: noneOf('qa-user-1'),
      },
      decides: { type: 'HALF_OPEN', probeEvery: 2, unit: 'MINUTE' },
    },
    { when: { providerType: oneOf('VOUCHER'), method: withdrawal }, decides: { type: 'FIXED' } },
  ],
  '3ds2-routing': [
    {
      when: {
        amount: amountAtMost({ EUR: '3000' }),
        binIssuerCountry: oneOf('EEA'),
        exemptInRow: below(5),
        exemptSumInRow: amountAtMost({ EUR: '7000' }),
      },
      decides: { mpi: 'MPI-A', exemption: 'LOW_VALUE', challenge: 'NO_CHALLENGE' },
    },
    {
      when: { binIssuerCountry: noneOf('EEA', 'GBR') },
      decides: { mpi: 'MPI-A', exemption: 'ONE_LEG_OUT', ifNotSupported: 'CONTINUE_NON_3DS' },
    },
    {
      when: { txType: cardDeposit, firstTimeAccount: yes },
      decides: { mpi: 'MPI-A', challenge: 'MANDATE' },
    },
  ],
  '3ds2-fallback': [
    {
      when: { threeDsResult: oneOf('ERROR'), mpi: oneOf('MPI-A') },
      decides: { outcome: 'RETRY', mpiFallback: 'MPI-B' },
    },
    { when: { scaRequired: yes }, decides: { outcome: 'STEP_UP' } },
    { when: { threeDsResult: oneOf('FAILED') }, decides: { outcome: 'DECLINE' } },
  ],
  'fraud-provider': [
    {
      when: { txType: cardDeposit, firstDeposit: yes },
      decides: { fraudProvider: 'ScoreBox', fraudAccount: 'default', mode: 'SYNC', onTimeout: 'REVIEW' },
    },
    {
      when: { txType: cardDeposit, amount: amountAtLeast({ EUR: '10000' }) },
      decides: { fraudProvider: 'ScoreBox', fraudAccount: 'default', mode: 'SYNC', onTimeout: 'ACCEPT' },
    },
    {
      when: { method: withdrawal },
      decides: { fraudProvider: 'FraudShield', fraudAccount: 'payout', mode: 'ASYNC' },
    },
  ],
  vat: [
    {
      when: {
        subject: oneOf('INVOICE_LINE'),
        customerType: oneOf('B2B'),
        vatId: { op: 'set' },
        userCountry: oneOf('EU'),
        sellerCountry: oneOf('MLT'),
      },
      decides: { mode: 'REVERSE_CHARGE', ratePct: 0, taxCode: 'RC' },
    },
    {
      when: { subject: oneOf('USER_FEE'), userCountry: oneOf('SWE') },
      decides: { mode: 'EXCLUSIVE', ratePct: 250_000, taxCode: 'SE25' },
    },
    {
      when: { subject: oneOf('PRODUCT'), productCategory: oneOf('VOUCHER_MPV') },
      decides: { mode: 'EXEMPT', info: 'multi-purpose voucher: taxed at redemption' },
    },
  ],
  'bic-block': [
    { when: { bic: startsWith('TESTSE') }, decides: { action: 'ACCEPT' } },
    { when: { bankCountry: oneOf('RUS', 'BLR') }, decides: { action: 'DECLINE' } },
    {
      when: { bic: oneOf('ABCDEE2X'), method: withdrawal },
      decides: { action: 'DECLINE', info: 'mule bank' },
    },
  ],
  'fraud-score': [
    { when: { fraudScore: atLeast(85) }, decides: { action: 'DECLINE' } },
    {
      when: { fraudScore: between(60, 84), userCategory: oneOf('VIP') },
      decides: { action: 'REVIEW' },
    },
    {
      when: { fraudScore: between(60, 84), providerType: oneOf('CREDITCARD') },
      decides: { action: 'FORCE_3DS' },
    },
  ],
  'period-limit': [
    {
      when: { method: deposit, internalKycStatus: noneOf('VERIFIED') },
      decides: { window: 'MONTH', maxSum: { EUR: '180000' }, reason: 'KYC_TIER' },
    },
    {
      when: { method: deposit, userCountry: oneOf('DEU') },
      decides: { window: 'MONTH', maxSum: { EUR: '100000' }, reason: 'RESPONSIBLE_GAMING' },
    },
    {
      when: { method: withdrawal },
      decides: { window: 'DAY', maxSum: { EUR: '1000000' }, maxCount: 5, reason: 'COMMERCIAL' },
    },
  ],
}

const rule =
  (table: string) =>
  ({ when, decides }: Row, index: number): Rule => ({
    id: `${table}-${index + 1}`,
    no: index + 1,
    name: `Example ${index + 1}`,
    note: '',
    enabled: true,
    conditions: when,
    outputs: decides,
  })

/** One ruleset per table with rows as operators write them. */
export const exampleRulesets: readonly RulesetVersion[] = Object.entries(rows).map(([table, examples]) => ({
  rulesetId: `example-${table}`,
  merchantId: 100_200_001,
  table,
  no: 1,
  name: `Examples of ${table}`,
  version: 1,
  priority: 10,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: examples.map(rule(table)),
}))
