import { aurora, northlight, platform, row, sweden, type DemoRuleset } from './demo-ruleset.ts'

const least = '1 EUR, 10 SEK, 10 NOK, 10 DKK, 1 GBP, 1 USD, 100 JPY, 0.500 KWD'
const nothing = '0 EUR, 0 SEK, 0 NOK, 0 DKK, 0 GBP, 0 USD, 0 JPY, 0 KWD'
const greatest = '10000 EUR, 100000 SEK, 100000 NOK, 75000 DKK, 10000 GBP, 10000 USD, 1500000 JPY, 3500 KWD'
const payout = '50000 EUR, 500000 SEK, 500000 NOK, 375000 DKK, 50000 GBP, 50000 USD, 7500000 JPY, 17500 KWD'

export const limitRules: readonly DemoRuleset[] = [
  {
    merchantId: platform,
    table: 'limit',
    name: 'Limits per payment',
    priority: 100,
    rows: [
      row('Limits the merchant sends', { userAttributes: 'limits set' }, { useAttributeLimits: 'yes' }),
      row(
        'Checking a card moves no money',
        { txType: 'CreditcardAccountVerification' },
        { min: nothing, max: nothing },
      ),
      row('Deposits', { method: 'DEPOSIT' }, { min: least, max: greatest }),
      row('Withdrawals', { method: 'WITHDRAWAL' }, { min: least, max: payout }),
    ],
  },
  {
    merchantId: northlight,
    table: 'limit',
    name: 'Lower limits for new players',
    rows: [
      row(
        'First deposit by card',
        { txType: 'CreditcardDeposit', firstDeposit: 'yes' },
        {
          min: least,
          max: '2500 EUR, 25000 SEK, 25000 NOK, 18000 DKK, 2500 GBP, 2500 USD, 400000 JPY, 1200 KWD',
        },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'period-limit',
    name: 'Monthly limits',
    rows: [
      row(
        'Deposits of unverified users',
        { method: 'DEPOSIT', internalKycStatus: 'not VERIFIED' },
        { window: 'MONTH', maxSum: '1000000 EUR', reason: 'KYC_TIER' },
      ),
      row(
        'Withdrawals',
        { method: 'WITHDRAWAL' },
        { window: 'DAY', maxSum: '1000000 EUR', maxCount: '1000', reason: 'COMMERCIAL' },
      ),
    ],
  },
  {
    merchantId: sweden,
    table: 'period-limit',
    name: 'Swedish gaming law',
    rows: [
      row(
        'A week of play',
        { method: 'DEPOSIT', userCountry: 'SWE' },
        { window: 'WEEK', maxSum: '5000000 SEK', reason: 'RESPONSIBLE_GAMING' },
      ),
    ],
  },
  {
    merchantId: platform,
    table: 'velocity',
    name: 'Default velocity limits',
    rows: [
      row(
        'New users trying card after card',
        { txType: 'CreditcardDeposit, CreditcardAccountVerification', userCategory: 'NEW' },
        {
          scope: 'USER',
          window: '1',
          unit: 'DAY',
          windowKind: 'ROLLING',
          maxAccounts: '5',
          action: 'DECLINE',
          info: 'Too many cards in a day',
        },
      ),
      row(
        'Very high daily amount',
        { method: 'DEPOSIT' },
        {
          scope: 'USER',
          window: '24',
          unit: 'HOUR',
          countStates: 'SUCCESSFUL, PROCESSING',
          maxSum: '1000000 EUR',
          action: 'REVIEW',
        },
      ),
    ],
  },
  {
    merchantId: aurora,
    table: 'velocity',
    name: 'Shared cards',
    rows: [
      row(
        'One card, many new users',
        { txType: 'CreditcardDeposit, CreditcardAccountVerification', userCategory: 'NEW' },
        { scope: 'ACCOUNT', window: '7', unit: 'DAY', maxUsers: '3', action: 'REVIEW' },
      ),
    ],
  },
]
