import { aurora, finland, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

const sanctioned = 'PRK, IRN, SYR, CUB'

export const blockRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'general-block',
    name: 'Group compliance',
    note: 'Decided by the compliance board. Brands cannot override these declines.',
    inherit: 'ENFORCED',
    rows: [
      row(
        'Countries we do not serve',
        { userCountry: sanctioned },
        { action: 'DECLINE', messageKey: 'country_not_served' },
      ),
      row(
        'Payouts while abuse is suspected',
        { suspectedAbuse: 'yes', method: 'WITHDRAWAL' },
        { action: 'DECLINE', info: 'Abuse review' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'general-block',
    name: 'Our own testers',
    rows: [row('Testers always pass', { userId: 'qa-user-1, qa-user-2' }, { action: 'ACCEPT' })],
  },
  {
    merchantId: sweden,
    table: 'general-block',
    name: 'Players in Sweden only',
    rows: [
      row(
        'Players registered far away',
        { userCountry: 'HIGH_RISK', location: 'mismatch ip, registration' },
        { action: 'DECLINE', messageKey: 'country_not_served' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'ip-block',
    name: 'IP addresses in sanctioned countries',
    inherit: 'ENFORCED',
    rows: [
      row('By country', { ipCountry: sanctioned }, { action: 'DECLINE' }),
      row(
        'A known source of chargebacks',
        { ipAddress: '2001:db8:bad::/48' },
        { action: 'DECLINE', pspStatusCode: 'IP_CB' },
      ),
    ],
  },
  {
    merchantId: northlight,
    table: 'ip-block',
    name: 'Office network',
    rows: [row('Stockholm office', { ipAddress: '192.0.2.0/24' }, { action: 'ACCEPT' })],
  },
  {
    merchantId: platform,
    table: 'bin-block',
    name: 'Unsupported cards',
    inherit: 'ENFORCED',
    rows: [
      row('Issuers in sanctioned countries', { binIssuerCountry: sanctioned }, { action: 'DECLINE' }),
      row(
        'Compromised BIN range',
        { bin: '40005610*, 533317*' },
        { action: 'DECLINE', failedStatusCode: 'ERR_DECLINED_FRAUD' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'bin-block',
    name: 'Prepaid cards',
    rows: [
      row(
        'Large deposits with prepaid cards',
        { binType: 'PREPAID', method: 'DEPOSIT', amount: '>= 2000 EUR, 2000 GBP, 2000 USD (convert)' },
        { action: 'DECLINE' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'bic-block',
    name: 'Sanctioned banks',
    inherit: 'ENFORCED',
    rows: [row('By country', { bankCountry: 'RUS, BLR, PRK, IRN' }, { action: 'DECLINE' })],
  },
  {
    merchantId: finland,
    table: 'bic-block',
    name: 'Mule accounts',
    rows: [
      row(
        'A bank with many reports',
        { bic: 'ABCDEE2X', method: 'WITHDRAWAL' },
        { action: 'DECLINE', info: 'Mule accounts reported' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'user-psp-account',
    name: 'Default account rules',
    rows: [
      row('Payouts may go to any bank account', { method: 'WITHDRAWAL' }, { ignoreCheckIfUsed: 'yes' }),
      row('Cards may be shared in a family', { providerType: 'CREDITCARD' }, { canShare: 'yes' }),
    ],
  },
  {
    merchantId: aurora,
    table: 'user-psp-account',
    name: 'One wallet per user',
    rows: [
      row(
        'Wallets belong to one person',
        { providerType: 'SKRILL, NETELLER', method: 'DEPOSIT' },
        { canShare: 'no', maxAccounts: '3' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'fraud-provider-block',
    name: 'Fraud provider decisions',
    rows: [
      row('Rejected', { fraudDecision: 'REJECT' }, { action: 'DECLINE' }),
      row(
        'No answer, large amount',
        { fraudDecision: 'TIMEOUT', amount: '>= 5000 EUR (convert)' },
        { action: 'REVIEW' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'fraud-score',
    name: 'Default fraud scores',
    rows: [
      row('Very high score', { fraudScore: '>= 90' }, { action: 'DECLINE' }),
      row('Payouts to review', { fraudScore: '40..<90', method: 'WITHDRAWAL' }, { action: 'REVIEW' }),
      row(
        'Cards that need 3-D Secure',
        { fraudScore: '40..<90', txType: 'CreditcardDeposit, CreditcardAccountVerification' },
        { action: 'FORCE_3DS' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'fraud-score',
    name: 'VIPs: review, do not decline',
    rows: [
      row(
        'Review VIPs by hand',
        { fraudScore: '>= 90', userCategory: 'VIP', method: 'DEPOSIT' },
        { action: 'REVIEW' },
      ),
    ],
  },
]
