import { finland, northlight, platform, row, type DemoRuleset } from './demo-ruleset.ts'

export const kycRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'kyc-routing',
    name: 'Default KYC routing',
    rows: [
      row(
        'Large amount, identity not verified',
        { totalDeposit: '>= 2000 EUR (convert)', internalKycStatus: 'not VERIFIED' },
        { kycProvider: 'kyc-sim', scopes: 'ID, ADDRESS, PEP, SANCTIONS', blocking: 'yes' },
      ),
      row(
        'Test users',
        { userId: 'kyc-*' },
        { kycProvider: 'kyc-sim', scopes: 'ID, AGE, PEP, SANCTIONS', blocking: 'yes', validDays: '0' },
        { note: 'The answer of the sandbox depends on the user id.' },
      ),
    ],
  },
  {
    merchantId: finland,
    table: 'kyc-routing',
    name: 'Finland: check every player once',
    rows: [
      row(
        'First deposit',
        { method: 'DEPOSIT', firstDeposit: 'yes', internalKycStatus: 'UNKNOWN, NOT_VERIFIED' },
        { kycProvider: 'kyc-sim', scopes: 'ID, AGE', blocking: 'no', validDays: '365' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'kyc-block',
    name: 'Legal requirements',
    note: 'No brand may change this.',
    inherit: 'ENFORCED',
    rows: [
      row(
        'Under age',
        { kycAgeStatus: 'UNDER_AGE' },
        { action: 'DECLINE', failedStatusCode: 'ERR_DECLINED_KYC_USER_UNDER_AGE' },
      ),
      row(
        'On a sanctions list',
        { pepsSanctions: 'SANCTIONS_WARNING, SDN_WARNING' },
        { action: 'DECLINE', emailTemplate: 'KycBlocked' },
      ),
      row(
        'The check failed',
        { internalKycStatus: 'VERIFICATION_FAILED' },
        { action: 'DECLINE', messageKey: 'verify_first' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'kyc-block',
    name: 'Identity check for large payouts',
    rows: [
      row(
        'Identity could not be confirmed',
        {
          method: 'WITHDRAWAL',
          kycIdStatus: 'NOT_VERIFIED, ERROR',
          amount: '>= 2000 EUR, 20000 SEK (convert)',
        },
        { action: 'DECLINE', messageKey: 'verify_first' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'kyc-fallback',
    name: 'Default KYC fallback',
    rows: [
      row('Under age: no other check', { internalKycStatus: 'UNDER_AGE' }, { stop: 'yes' }),
      row(
        'Provider unavailable',
        { kycProvider: 'kyc-sim', internalKycStatus: 'VERIFICATION_EXTERNAL_FAILURE', attemptNo: '< 2' },
        { kycFallback: 'kyc-sim-2' },
      ),
    ],
  },
]
