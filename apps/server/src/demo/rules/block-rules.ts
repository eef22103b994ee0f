import { aurora, finland, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

const sanctioned = 'PRK, IRN, SYR, CUB'

export const blockRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'general-block',
    name: 'Group compliance',
    note: 'Decided by the compliance board. Brands cannot let through what is declined here.',
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
    name: 'Only for people in Sweden',
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
    name: 'Networks of sanctioned countries',
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
    name: 'The office',
    rows: [row('Stockholm office', { ipAddress: '192.0.2.0/24' }, { action: 'ACCEPT' })],
  },
  {
    merchantId: platform,
    table: 'bin-block',
    name: 'Cards nobody takes',
    inherit: 'ENFORCED',
    rows: [
      row('Issuers in sanctioned countries', { binIssuerCountry: sanctioned }, { action: 'DECLINE' }),
      row(
        'A range that leaked',
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
    name: 'Banks under sanctions',
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
    name: 'Whose account may be used',
    rows: [
      row('Payouts may go to any bank account', { method: 'WITHDRAWAL' }, { ignoreCheckIfUsed: 'yes' }),
      row('Cards may be shared in a family', { providerType: 'CREDITCARD' }, { canShare: 'yes' }),
    ],
  },
  {
    merchantId: aurora,
    table: 'user-psp-account',
    name: 'One wallet each',
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
    name: 'What the fraud provider decided',
    rows: [
      row('Rejected', { fraudDecision: 'REJECT' }, { action: 'DECLINE' }),
      row(
        'No answer, and much at stake',
        { fraudDecision: 'TIMEOUT', amount: '>= 5000 EUR (convert)' },
        { action: 'REVIEW' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'fraud-score',
    name: 'What a score means',
    rows: [
      row('Certain enough', { fraudScore: '>= 90' }, { action: 'DECLINE' }),
      row('Payouts we look at', { fraudScore: '40..<90', method: 'WITHDRAWAL' }, { action: 'REVIEW' }),
      row(
        'Cards that must prove themselves',
        { fraudScore: '40..<90', txType: 'CreditcardDeposit, CreditcardAccountVerification' },
        { action: 'FORCE_3DS' },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'fraud-score',
    name: 'VIPs are asked, not declined',
    rows: [
      row(
        'A person looks at VIPs',
        { fraudScore: '>= 90', userCategory: 'VIP', method: 'DEPOSIT' },
        { action: 'REVIEW' },
      ),
    ],
  },
]
