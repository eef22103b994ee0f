import type { Cell } from '@signalbox/model/rules/cell'
import { factOf, facts } from '@signalbox/model/rules/facts'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import {
  amountAtLeast,
  amountAtMost,
  amountBelow,
  atLeast,
  below,
  between,
  fits,
  inBlocks,
  no,
  noneOf,
  oneOf,
  startsWith,
  yes,
} from '@signalbox/model/rules/testing/cells'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, test } from 'vitest'
import { openingFor } from './opening.ts'
import { conditionOf } from './condition.ts'
import { unsaid } from './unsaid.ts'

type Golden = readonly [fact: string, cell: Cell, opening: string]

/** How a row begins that asks nothing else: every column with every operator it has. */
const golden: readonly Golden[] = [
  ['merchantId', oneOf('100200001', '100200002'), 'For payments at merchant 100200001 or 100200002'],
  ['method', oneOf('DEPOSIT', 'WITHDRAWAL'), 'For deposits or withdrawals'],
  ['txType', oneOf('CreditcardDeposit', 'BankIBANWithdrawal'), 'For card deposits or IBAN withdrawals'],
  ['txType', oneOf('ApplePayDeposit', 'Refund'), 'For Apple Pay deposits or refunds'],
  ['txType', oneOf('Refund', 'ManualRefund'), 'For Refund or Refund by hand payments'],
  ['txType', oneOf('OldDeposit'), 'For OldDeposit payments'],
  [
    'txType',
    noneOf('CreditcardDeposit', 'BankIBANWithdrawal'),
    'For payments of any type but Card deposit and IBAN withdrawal',
  ],
  ['providerType', oneOf('CREDITCARD', 'BANK'), 'For payments with method CREDITCARD or BANK'],
  ['providerType', noneOf('CREDITCARD', 'BANK'), 'For payments with any method but CREDITCARD and BANK'],
  ['service', oneOf('IDEAL', 'PAYU'), 'For payments with service IDEAL or PAYU'],
  ['service', noneOf('IDEAL', 'PAYU'), 'For payments with any service but IDEAL and PAYU'],
  [
    'amount',
    amountAtLeast({ EUR: '200000', SEK: '2000000' }),
    'For payments of at least 2,000.00 EUR or 20,000.00 SEK',
  ],
  ['amount', amountAtMost({ EUR: '50000' }), 'For payments of at most 500.00 EUR'],
  ['amount', amountBelow({ EUR: '30000' }), 'For payments below 300.00 EUR'],
  ['currency', oneOf('SEK', 'EUR'), 'For payments in Swedish kronor or euros'],
  ['currency', noneOf('SEK', 'EUR'), 'For payments in any currency but SEK and EUR'],
  ['paymentType', oneOf('NEW', 'REPEAT'), 'When the payment type is New or Repeat'],
  ['apiSource', oneOf('FRONT_API', 'ADMIN_API'), 'When the source of the request is Front API or Admin API'],
  ['channel', oneOf('WEB', 'MOBILE'), 'For payments on channel WEB or MOBILE'],
  ['channel', noneOf('WEB', 'MOBILE'), 'For payments on any channel but WEB and MOBILE'],
  ['txTag', oneOf('quickdeposit', 'subscription'), 'For payments tagged quickdeposit or subscription'],
  [
    'txTag',
    noneOf('quickdeposit', 'subscription'),
    'For payments tagged neither quickdeposit nor subscription',
  ],
  [
    'attributes',
    { op: 'mapIn', key: 'bonus', values: ['A', 'B'] },
    'When the request attribute “bonus” is A or B',
  ],
  [
    'attributes',
    { op: 'mapNotIn', key: 'bonus', values: ['A', 'B'] },
    'When the request attribute “bonus” is neither A nor B',
  ],
  [
    'validPeriod',
    {
      op: 'range',
      min: { value: '2026-03-01T01:00:00Z', inclusive: true },
      max: { value: '2026-03-01T03:00:00Z', inclusive: false },
    },
    'For payments from 2026-03-01 01:00 until 2026-03-01 03:00',
  ],
  [
    'schedule',
    { op: 'schedule', timeZone: 'Europe/Stockholm', days: [1, 2, 3, 4, 5], from: '09:00', to: '17:00' },
    'For payments from Monday to Friday between 09:00 and 17:00 (Europe/Stockholm)',
  ],
  ['userId', oneOf('u-1', 'u-2'), 'For payments by user u-1 or u-2'],
  ['userId', noneOf('u-1', 'u-2'), 'For payments by any user but u-1 and u-2'],
  ['userId', startsWith('qa-', 'test-'), 'For payments by users whose id begins with qa- or test-'],
  ['userId', fits('qa-.*'), 'For payments by users whose id begins with “qa-”'],
  ['userCategory', oneOf('NEW', 'VIP'), 'For payments by NEW or VIP users'],
  ['userCategory', noneOf('NEW', 'VIP'), 'For payments by users of any category but NEW and VIP'],
  ['userCountry', oneOf('SWE', 'NLD'), 'For payments by users from Sweden or the Netherlands'],
  ['userCountry', noneOf('SWE', 'NLD'), 'For payments by users from outside Sweden and the Netherlands'],
  ['userAge', atLeast(18), 'For payments by users aged at least 18'],
  [
    'email',
    oneOf('a@x.example', 'b@x.example'),
    "When the user's email address is a@x.example or b@x.example",
  ],
  [
    'email',
    noneOf('a@x.example', 'b@x.example'),
    "When the user's email address is neither a@x.example nor b@x.example",
  ],
  ['email', fits('.*@ourbrand\\.example'), "When the user's email address ends with “@ourbrand.example”"],
  ['locale', oneOf('en', 'en_GB'), "When the user's locale is en or en_GB"],
  ['locale', noneOf('en', 'en_GB'), "When the user's locale is neither en nor en_GB"],
  ['locale', startsWith('fi', 'sv'), "When the user's locale begins with fi or sv"],
  ['market', oneOf('NORDIC', 'UK'), "When the user's market is NORDIC or UK"],
  ['market', noneOf('NORDIC', 'UK'), "When the user's market is neither NORDIC nor UK"],
  ['market', startsWith('NO'), "When the user's market begins with NO"],
  ['userCity', oneOf('Malmö', 'Lund'), "When the user's city is Malmö or Lund"],
  ['userCity', noneOf('Malmö', 'Lund'), "When the user's city is neither Malmö nor Lund"],
  ['userCity', startsWith('Stock'), "When the user's city begins with Stock"],
  ['balance', amountAtLeast({ EUR: '200000' }), "When the user's balance is at least 2,000.00 EUR"],
  [
    'merchantKycStatus',
    oneOf('PASSED', 'OPEN'),
    'When the KYC status given by the merchant is PASSED or OPEN',
  ],
  [
    'merchantKycStatus',
    noneOf('PASSED', 'OPEN'),
    'When the KYC status given by the merchant is neither PASSED nor OPEN',
  ],
  ['suspectedAbuse', yes, 'When abuse is suspected'],
  ['suspectedAbuse', no, 'When no abuse is suspected'],
  [
    'userAttributes',
    { op: 'mapIn', key: 'bonus', values: ['A', 'B'] },
    'When the user attribute “bonus” is A or B',
  ],
  ['userAttributes', { op: 'set', key: 'limits' }, 'When the user attribute “limits” is given'],
  ['bin', startsWith('411111', '52'), 'For payments with cards whose number begins with 411111 or 52'],
  [
    'bin',
    { op: 'notPrefix', values: ['411111', '52'] },
    'For payments with cards whose number does not begin with 411111 or 52',
  ],
  [
    'bin',
    { op: 'range', min: { value: '411111', inclusive: true }, max: { value: '411199', inclusive: true } },
    'For payments with cards whose BIN is between 411111 and 411199',
  ],
  ['binBrand', oneOf('VISA', 'MASTERCARD'), 'For payments with Visa or Mastercard cards'],
  ['binBrand', noneOf('VISA', 'MASTERCARD'), 'For payments with cards of any brand but Visa and Mastercard'],
  ['binType', oneOf('CREDIT', 'DEBIT'), 'For payments with credit or debit cards'],
  ['binType', noneOf('CREDIT', 'DEBIT'), 'For payments with cards of any type but credit and debit'],
  [
    'binCategory',
    oneOf('CONSUMER', 'CONSUMER_DEBIT'),
    'For payments with cards of category CONSUMER or CONSUMER_DEBIT',
  ],
  [
    'binCategory',
    noneOf('CONSUMER', 'CONSUMER_DEBIT'),
    'For payments with cards of any category but CONSUMER and CONSUMER_DEBIT',
  ],
  ['binIssuer', oneOf('Nordea', 'SEB'), 'For payments with cards issued by Nordea or SEB'],
  ['binIssuer', fits('.*bank.*'), "When the card's issuer contains “bank”"],
  ['binIssuerCountry', oneOf('SWE', 'NLD'), 'For payments with cards issued in Sweden or the Netherlands'],
  [
    'binIssuerCountry',
    noneOf('SWE', 'NLD'),
    'For payments with cards issued outside Sweden and the Netherlands',
  ],
  [
    'account',
    oneOf('411111******1111', '555555******4444'),
    'When the masked account is 411111******1111 or 555555******4444',
  ],
  [
    'account',
    noneOf('411111******1111', '555555******4444'),
    'When the masked account is neither 411111******1111 nor 555555******4444',
  ],
  ['account', fits('4.*1'), 'When the masked account matches the pattern 4.*1'],
  ['enrolled3ds', yes, 'When the card is known to be enrolled in 3-D Secure'],
  ['enrolled3ds', no, 'When the card is known not to be enrolled in 3-D Secure'],
  ['hasSchemeToken', oneOf('NONE', 'VTS'), 'When the card has no network token or has a Visa network token'],
  [
    'hasSchemeToken',
    noneOf('NONE', 'VTS'),
    'When the card has a network token and has no Visa network token',
  ],
  [
    'accountVerification',
    oneOf('UNVERIFIED', 'REQUESTED'),
    'When the verification of the account is Not verified or Requested',
  ],
  [
    'accountVerification',
    noneOf('UNVERIFIED', 'REQUESTED'),
    'When the verification of the account is neither Not verified nor Requested',
  ],
  ['bic', startsWith('SE', 'TESTSE'), 'For payments with a BIC beginning with SE or TESTSE'],
  ['bic', oneOf('NDEASESS', 'ESSESESS'), 'For payments with BIC NDEASESS or ESSESESS'],
  ['bic', noneOf('NDEASESS', 'ESSESESS'), 'For payments with any BIC but NDEASESS and ESSESESS'],
  ['bankCountry', oneOf('SWE', 'NLD'), 'For payments with a bank in Sweden or the Netherlands'],
  ['bankCountry', noneOf('SWE', 'NLD'), 'For payments with a bank outside Sweden and the Netherlands'],
  ['iban', startsWith('SE', 'TESTSE'), 'For payments with an IBAN beginning with SE or TESTSE'],
  [
    'ipAddress',
    inBlocks('192.0.2.0/24', '2001:db8::/32'),
    'For payments from IP addresses in 192.0.2.0/24 or 2001:db8::/32',
  ],
  [
    'ipAddress',
    { op: 'notCidr', values: ['192.0.2.0/24', '2001:db8::/32'] },
    'For payments from IP addresses outside 192.0.2.0/24 and 2001:db8::/32',
  ],
  ['ipCountry', oneOf('SWE', 'NLD'), 'For payments from IP addresses in Sweden or the Netherlands'],
  ['ipCountry', noneOf('SWE', 'NLD'), 'For payments from IP addresses outside Sweden and the Netherlands'],
  [
    'location',
    { op: 'match', values: ['bin', 'ip', 'registration'] },
    'When the countries of the card issuer, the IP address and the registration are the same',
  ],
  [
    'location',
    { op: 'mismatch', values: ['bin', 'ip', 'registration'] },
    'When the countries of the card issuer, the IP address and the registration differ',
  ],
  ['firstDeposit', yes, 'When no deposit succeeded before'],
  ['firstDeposit', no, 'When a deposit succeeded before'],
  ['firstDepositAttempt', yes, 'When no deposit was tried before'],
  ['firstDepositAttempt', no, 'When a deposit was tried before'],
  ['firstWithdrawal', yes, 'When no withdrawal succeeded before'],
  ['firstWithdrawal', no, 'When a withdrawal succeeded before'],
  ['firstWithdrawalAttempt', yes, 'When no withdrawal was tried before'],
  ['firstWithdrawalAttempt', no, 'When a withdrawal was tried before'],
  ['firstTimeMethod', yes, 'When the method was not used before'],
  ['firstTimeMethod', no, 'When the method was used before'],
  ['firstTimeAccount', yes, 'When the account was not used before'],
  ['firstTimeAccount', no, 'When the account was used before'],
  ['lastDepositMethodMatch', yes, 'When the method is that of the last deposit'],
  ['lastDepositMethodMatch', no, 'When the method is not that of the last deposit'],
  [
    'pspUsedBefore',
    oneOf('NordAcq', 'EuroCard'),
    'When the PSPs the user paid with before include NordAcq or EuroCard',
  ],
  [
    'pspUsedBefore',
    noneOf('NordAcq', 'EuroCard'),
    'When the PSPs the user paid with before include neither NordAcq nor EuroCard',
  ],
  [
    'lastTxWithPsp',
    { op: 'mapIn', key: 'NordAcq', values: ['FAILED', 'CANCELLED'] },
    'When the status of the most recent transaction with NordAcq is FAILED or CANCELLED',
  ],
  ['totalDeposit', amountAtLeast({ EUR: '200000' }), 'When the sum of deposits is at least 2,000.00 EUR'],
  [
    'totalWithdrawal',
    amountAtLeast({ EUR: '200000' }),
    'When the sum of withdrawals is at least 2,000.00 EUR',
  ],
  ['countDeposit', atLeast(3), 'When the number of deposits is at least 3'],
  ['countWithdrawal', atLeast(3), 'When the number of withdrawals is at least 3'],
  ['exemptInRow', below(5), 'When the number of exempt payments in a row is below 5'],
  [
    'exemptSumInRow',
    amountAtLeast({ EUR: '200000' }),
    'When the sum of exempt payments in a row is at least 2,000.00 EUR',
  ],
  ['hasBlockedAccount', yes, 'When the user has a blocked account'],
  ['hasBlockedAccount', no, 'When the user has no blocked account'],
  ['internalKycStatus', oneOf('VERIFIED', 'NOT_VERIFIED'), 'When the KYC status is Verified or Not verified'],
  [
    'internalKycStatus',
    noneOf('VERIFIED', 'NOT_VERIFIED'),
    'When the KYC status is neither Verified nor Not verified',
  ],
  ['kycAgeStatus', oneOf('VERIFIED', 'NOT_VERIFIED'), 'When the age check says Verified or Not verified'],
  [
    'kycAgeStatus',
    noneOf('VERIFIED', 'NOT_VERIFIED'),
    'When the age check says neither Verified nor Not verified',
  ],
  ['kycIdStatus', oneOf('VERIFIED', 'NOT_VERIFIED'), 'When the identity check says Verified or Not verified'],
  [
    'kycIdStatus',
    noneOf('VERIFIED', 'NOT_VERIFIED'),
    'When the identity check says neither Verified nor Not verified',
  ],
  [
    'kycAddressStatus',
    oneOf('VERIFIED', 'NOT_VERIFIED'),
    'When the address check says Verified or Not verified',
  ],
  [
    'kycAddressStatus',
    noneOf('VERIFIED', 'NOT_VERIFIED'),
    'When the address check says neither Verified nor Not verified',
  ],
  [
    'pepsSanctions',
    oneOf('PEP_WARNING', 'SANCTIONS_WARNING'),
    'When the user is a politically exposed person or is on a sanctions list',
  ],
  [
    'pepsSanctions',
    noneOf('PEP_WARNING', 'SANCTIONS_WARNING'),
    'When the user is no politically exposed person and is on no sanctions list',
  ],
  ['kycProvider', oneOf('AgeProof', 'IdCheck'), 'When the KYC provider is AgeProof or IdCheck'],
  ['kycScore', atLeast(3), 'When the KYC score is at least 3'],
  ['psp', oneOf('NordAcq', 'EuroCard'), 'For payments routed to NordAcq or EuroCard'],
  ['psp', noneOf('NordAcq', 'EuroCard'), 'For payments routed to any PSP but NordAcq and EuroCard'],
  ['pspAccount', oneOf('3DS2', 'MOTO'), 'For payments with PSP account 3DS2 or MOTO'],
  ['pspAccount', noneOf('3DS2', 'MOTO'), 'For payments with any PSP account but 3DS2 and MOTO'],
  ['initiatedPsp', oneOf('NordAcq', 'EuroCard'), 'For payments first routed to NordAcq or EuroCard'],
  [
    'initiatedPsp',
    noneOf('NordAcq', 'EuroCard'),
    'For payments first routed to any PSP but NordAcq and EuroCard',
  ],
  ['initiatedPspAccount', oneOf('3DS2', 'MOTO'), 'When the account at the first PSP is 3DS2 or MOTO'],
  [
    'initiatedPspAccount',
    noneOf('3DS2', 'MOTO'),
    'When the account at the first PSP is neither 3DS2 nor MOTO',
  ],
  [
    'authType',
    oneOf('FINAL_AUTH', 'PRE_AUTH'),
    'When the kind of authorisation is Final authorisation or Pre-authorisation',
  ],
  ['attemptNo', atLeast(3), 'When the number of the attempt is at least 3'],
  ['fraudProvider', oneOf('ScoreBox', 'FraudShield'), 'When the fraud provider is ScoreBox or FraudShield'],
  ['fraudScore', atLeast(85), 'When the fraud score is at least 85'],
  ['fraudScore', between(60, 84), 'When the fraud score is between 60 and 84'],
  ['fraudScore', below(5), 'When the fraud score is below 5'],
  ['fraudDecision', oneOf('ACCEPT', 'REVIEW'), 'When the fraud provider accepts or asks for a review'],
  [
    'threeDsResult',
    oneOf('FRICTIONLESS', 'CHALLENGED'),
    'When 3-D Secure passed without a challenge or passed with a challenge',
  ],
  ['scaRequired', yes, 'When the issuer asked for strong authentication'],
  ['scaRequired', no, 'When the issuer did not ask for strong authentication'],
  ['txState', oneOf('SUCCESSFUL', 'REGISTERED'), 'When the status is Successful or Registered'],
  ['txState', noneOf('SUCCESSFUL', 'REGISTERED'), 'When the status is neither Successful nor Registered'],
  [
    'txStatusCode',
    oneOf('ERR_DECLINED_NO_FUNDS', 'ERR_DECLINED_FRAUD'),
    'When the status code is ERR_DECLINED_NO_FUNDS or ERR_DECLINED_FRAUD',
  ],
  [
    'txStatusCode',
    noneOf('ERR_DECLINED_NO_FUNDS', 'ERR_DECLINED_FRAUD'),
    'When the status code is neither ERR_DECLINED_NO_FUNDS nor ERR_DECLINED_FRAUD',
  ],
  ['pspStatusCode', oneOf('51', 'NSF'), "When the PSP's code is 51 or NSF"],
  ['pspStatusCode', fits('5\\d'), "When the PSP's code matches the pattern 5\\d"],
  [
    'info',
    oneOf('Do not honour', 'Expired card'),
    "When the PSP's text is “Do not honour” or “Expired card”",
  ],
  ['info', fits('.*bank.*'), "When the PSP's text contains “bank”"],
  ['retryClass', oneOf('SOFT', 'HARD'), 'When the retry class is Soft or Hard'],
  ['cron', oneOf('*/5 * * * *'), 'Every 5 minutes, if payments come in'],
  ['minutesBack', oneOf('15'), 'On the schedule …, if payments in the last 15 minutes come in'],
  ['thresholdPct', atLeast(400_000), 'On the schedule …, if at least 40 % of the payments are counted'],
  [
    'minUniqueUsers',
    atLeast(5),
    'On the schedule …, if payments come in and there are at least 5 different users',
  ],
  [
    'minUniqueUsers',
    below(1000),
    'On the schedule …, if payments come in and the number of different users is below 1,000',
  ],
  ['minTx', atLeast(5), 'On the schedule …, if payments come in and there are at least 5 payments'],
  ['minTx', below(1000), 'On the schedule …, if payments come in and the number of payments is below 1,000'],
  ['subject', oneOf('USER_FEE', 'PROVIDER_FEE'), 'For user fees or provider fees'],
  ['customerType', oneOf('B2C', 'B2B'), 'For taxed items to consumers or businesses'],
  ['vatId', { op: 'set' }, 'For taxed items to buyers with a VAT id'],
  ['vatId', { op: 'notSet' }, 'For taxed items to buyers without a VAT id'],
  ['sellerCountry', oneOf('SWE', 'NLD'), 'For taxed items from sellers in Sweden or the Netherlands'],
  ['sellerCountry', noneOf('SWE', 'NLD'), 'For taxed items from sellers outside Sweden and the Netherlands'],
  ['productCategory', oneOf('BOOKS', 'GAMES'), 'For taxed items of category BOOKS or GAMES'],
  ['productCategory', noneOf('BOOKS', 'GAMES'), 'For taxed items of any category but BOOKS and GAMES'],
  ['delayReason', oneOf('DOCUMENTS', 'HOLIDAY'), 'When the reason for the delay is DOCUMENTS or HOLIDAY'],
  [
    'delayReason',
    noneOf('DOCUMENTS', 'HOLIDAY'),
    'When the reason for the delay is neither DOCUMENTS nor HOLIDAY',
  ],
  ['mpi', oneOf('MPI-A', 'MPI-B'), 'When the 3DS server is MPI-A or MPI-B'],
  ['mpi', noneOf('MPI-A', 'MPI-B'), 'When the 3DS server is neither MPI-A nor MPI-B'],
  ['excludedUserIds', noneOf('qa-1', 'qa-2'), 'For payments by any user but qa-1 and qa-2'],
]

const tablesOf: Readonly<Record<string, string>> = { AGG: 'alerts', VAT: 'vat' }

function openingWith(key: string, cell: Cell): string {
  const fact = factOf(key)
  const table = fact && tableOfSlug(tablesOf[fact.group] ?? 'general-block')
  if (!table) throw new Error(`${key} is in no table`)
  const said = [{ condition: conditionOf(key, cell), fact }]
  return openingFor(table, unsaid(said, { formats: defaultUserFormats })).text
}

test.each(golden)('%s %j', (key, cell, opening) => {
  expect(openingWith(key, cell)).toBe(opening)
})

test('every column has a sentence for every operator it offers', () => {
  const said = new Set(golden.map(([fact, cell]) => `${fact} ${cell.op}`))
  const offered = facts.flatMap(({ key, operators }) => operators.map((op) => `${key} ${op}`))
  expect(offered.filter((each) => !said.has(each))).toEqual([])
})
