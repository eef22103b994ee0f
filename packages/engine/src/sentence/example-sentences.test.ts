import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { exampleRulesets } from '@signalbox/model/rules/testing/example-rows'
import { defaultUserFormats } from '@signalbox/model/text/user-formats'
import { expect, test } from 'vitest'
import { explainRule, rowOf, statementOf } from './explain-rule.ts'

/** What the example rows of every table say. */
const golden: Readonly<Record<string, readonly string[]>> = {
  'psp-routing': [
    'For card deposits in Norwegian kroner with cards issued in Norway, route to NordAcq (account 3DS2_NOK).',
    'For card deposits with Visa or Mastercard cards issued in the EEA, route to EuroCard (account 3DS2, weight 70 among the rows with these conditions).',
    'For card deposits with Visa or Mastercard cards issued in the EEA, route to AcqTwo (account 3DS2, weight 30 among the rows with these conditions).',
    'For card deposits, route to EuroCard (account 3DS2).',
  ],
  'psp-fallback': [
    "When the PSP's code is 51 or NSF, try no other PSP.",
    'For payments first routed to NordAcq when the retry class is Technical, try EuroCard (account 3DS2) next, with at most 2 attempts in all.',
    'For payments of at most 500.00 EUR first routed to EuroCard when the status code is ERR_DECLINED_OTHER_REASON or ERR_DECLINED_BANK_REFUSAL, try AcqTwo (account 3DS2) next, with at most 2 attempts in all.',
  ],
  fee: [
    'For withdrawals by VIP users, charge no fee.',
    'For withdrawals, charge a fee of 1.00 EUR or 10.00 SEK deducted from the amount and leave the first 3 in 30 days free.',
    'For card deposits below 300.00 EUR, charge a fee of 2.5 % (at least 1.00 EUR, at most 5.00 EUR) on top of the amount.',
  ],
  'provider-fee': [
    'For payments with cards issued in the EEA routed to EuroCard, count an acquirer fee of 1.5 % (at least 0.50 EUR, at most 2.50 EUR) on success.',
    'For payments routed to EuroCard, count a gateway fee of 0.12 EUR on every attempt.',
    'For payments with cards of category CORPORATE routed to NordAcq, count an interchange fee of 1.9 % plus 0.05 EUR on success.',
  ],
  limit: [
    'When the user attribute “limits” is given, use the limits the merchant sent for the account.',
    'For payments with method CREDITCARD when no deposit succeeded before, allow amounts between 10.00 and 250.00 EUR or between 100.00 and 2,500.00 SEK.',
    'For deposits, allow amounts between 10.00 and 5,000.00 EUR, between 100.00 and 50,000.00 SEK or between 100.00 and 50,000.00 NOK.',
  ],
  'general-block': [
    'For payments by user qa-user-1 or qa-user-2, accept them.',
    'For withdrawals when abuse is suspected, decline them and note “abuse review”.',
    'For payments by users from any of 4 countries (North Korea, Iran, Syria, Cuba), decline them and show the message country_not_served.',
  ],
  'ip-block': [
    'For payments from IP addresses in 192.0.2.0/24, accept them.',
    'For payments from IP addresses in the United States, decline them.',
    'For payments from IP addresses in 203.0.113.0/28 or 2001:db8:bad::/48, decline them and report the PSP status code IP_CB.',
  ],
  'bin-block': [
    'For payments with cards issued in the United States at merchant 100200001, decline them.',
    'For deposits of at least 200.00 EUR with prepaid cards, decline them.',
    'For payments with cards whose number begins with 40005610 or 533317, decline them with ERR_DECLINED_FRAUD.',
  ],
  velocity: [
    'For card deposits when the KYC status is anything but Verified, decline them with ERR_DECLINED_LIMIT_OVERDRAWN if the user has more than 1,000.00 EUR in Successful or Processing payments within 24 hours.',
    'For payments with method CREDITCARD, decline them if the account has more than 4 payments within 10 minutes.',
    'For deposits, have them reviewed by hand if the user uses more than 3 accounts within 7 days.',
  ],
  'user-psp-account': [
    'For IBAN withdrawals by VIP users, pay out to any account, deposited from or not.',
    'For payments with method PAYWALLET, let no two users share an account and allow at most 1 account per user.',
    'For payments with method CREDITCARD, let no two users share an account, allow at most 5 accounts per user and pay out only to accounts the user deposited from.',
  ],
  'fraud-provider-block': [
    'When the fraud provider rejects, decline the payment.',
    'When the fraud provider recommends 3-D Secure, route the payment to EuroCard (account 3DS2_FORCE) instead.',
    'For payments of at least 500.00 EUR when the fraud provider does not answer in time, have them reviewed by hand.',
  ],
  forex: [
    'For deposits in Norwegian or Danish kroner routed to EuroCard, convert to EUR and add a 1 % margin.',
    'For IBAN withdrawals in euros with a bank in Sweden, convert to SEK and add a 1.5 % margin.',
    'For payments in euros routed to AsiaLocal, convert to VND and round to whole units.',
  ],
  'status-code': [
    "When the PSP's text contains “insufficient”, set the status code to ERR_DECLINED_NO_FUNDS, the PSP status code to TryLower and the retry class to Hard.",
    "For payments routed to NordAcq when the PSP's code is 91 or 96, set the status code to ERR_DECLINED_ISSUER_UNAVAILABLE and the retry class to Soft.",
    "When the PSP's code is 41 or 43, set the status code to ERR_DECLINED_LOST_OR_STOLEN and the retry class to Hard, and show the message contact_bank.",
  ],
  'payment-methods': [
    'For deposits by users from Finland on channel WEB, offer BANK:FINPAY, CREDITCARD and PAYWALLET in this order.',
    'For deposits when no deposit succeeded before, offer CREDITCARD and BANK in this order.',
    'For withdrawals, offer BANKIBAN, CREDITCARD and PAYWALLET in this order, leave out methods the user never used, always keep BANKIBAN, and show hidden accounts.',
  ],
  alerts: [
    'Every 5 minutes, if at least 40 % of the card deposits in the last 15 minutes are Failed and there are at least 5 different users, send the email card-fails to payments@brand.example.',
    'Every 5 minutes, if at least 75 % of the payments routed to NordAcq in the last 5 minutes are Failed and there are at least 4 different users, set maintenance with a probe every 2 minutes.',
    'Every 5 minutes, if at least 77 % of the payments routed to NordAcq in the last 10 minutes are Successful or Waiting for input and there are at least 4 different users, end the maintenance and send the email resolved.',
  ],
  notification: [
    "For withdrawals when the user's locale begins with fi and the status is Successful, send the email wd_ok_fi to the user.",
    'For deposits by users from the United Kingdom when no deposit succeeded before and the age check says Not verified, send the email kyc_request to the user and tickets@brand.example.',
    'When the status is Successful, Failed or Cancelled, send the message tx_event to the queue mq1.',
  ],
  approval: [
    'For withdrawals by users from the United Kingdom when the KYC status is anything but Verified, put them on hold until someone approves.',
    'For withdrawals of at least 5,000.00 EUR or 50,000.00 SEK, have two people approve them and let nobody approve twice.',
    "For withdrawals of at most 3,000.00 EUR by users from Finland when the user's balance is at most 3,500.00 EUR, the countries of the IP address and the registration are the same, a withdrawal succeeded before, the method is that of the last deposit and the KYC status is Verified, approve them automatically after 30 minutes.",
  ],
  'void-capture': [
    "When the user's email address ends with “@ourbrand.example”, capture the payment by hand.",
    'When the KYC status is Verified and the fraud score is at most 30, capture the payment automatically after 10 minutes.',
    'When the fraud score is at least 80, void the payment at once.',
  ],
  'kyc-routing': [
    'For deposits by users from the United Kingdom when no deposit succeeded before and the KYC status is Not verified or Unknown, check identity and age with AgeProof, and wait for the result.',
    'When the sum of deposits is at least 2,000.00 EUR and the KYC status is anything but Verified, check identity, address, PEP status and sanctions with IdCheck, and wait for the result.',
    'For withdrawals by users from Germany or the Netherlands, check sanctions with IdCheck and accept an earlier check up to 30 days old.',
  ],
  'kyc-block': [
    'When the age check says Under age, decline the payment with ERR_DECLINED_KYC_USER_UNDER_AGE.',
    'When the user is on a sanctions list or is a specially designated national, decline the payment and send the email compliance.',
    'For withdrawals of at least 100.00 EUR when the identity check says Not verified or Error, decline them and show the message verify_first.',
  ],
  'kyc-fallback': [
    'When the KYC provider is AgeProof and the identity check says Error or Not verified, check again with IdCheck.',
    'When the KYC provider is IdCheck and the KYC status is Provider failed, check again with DocScan.',
    'When the KYC status is Under age, make no other check.',
  ],
  maintenance: [
    'For payments routed to NordAcq from 2026-03-01 01:00 until 2026-03-01 03:00, set maintenance and show the message psp_maint.',
    'For payments with service FINPAY by any user but qa-user-1 from 2026-02-20 12:00 on, set maintenance but let one payment through every 2 minutes.',
    'For withdrawals with method VOUCHER, set maintenance.',
  ],
  '3ds2-routing': [
    'For payments of at most 30.00 EUR with cards issued in the EEA when the number of exempt payments in a row is below 5 and the sum of exempt payments in a row is at most 70.00 EUR, use the 3DS server MPI-A, claim the low-value exemption and ask for no challenge.',
    'For payments with cards issued outside the EEA and the United Kingdom, use the 3DS server MPI-A, claim the exemption for issuers outside the EEA and go on without 3-D Secure where it is not supported.',
    'For card deposits when the account was not used before, use the 3DS server MPI-A and require a challenge.',
  ],
  '3ds2-fallback': [
    'When 3-D Secure ended in an error and the 3DS server is MPI-A, try again with the 3DS server MPI-B.',
    'When the issuer asked for strong authentication, try again with a challenge.',
    'When 3-D Secure failed, decline the payment.',
  ],
  'fraud-provider': [
    'For card deposits when no deposit succeeded before, screen them with ScoreBox (account default), wait for the answer and have them reviewed by hand if no answer comes.',
    'For card deposits of at least 100.00 EUR, screen them with ScoreBox (account default), wait for the answer and accept them if no answer comes.',
    'For withdrawals, screen them with FraudShield (account payout) without waiting for the answer.',
  ],
  vat: [
    'For invoice lines to businesses in the EU with a VAT id from sellers in Malta, leave the VAT to the buyer (reverse charge) and book it with the tax code RC.',
    'For user fees to buyers in Sweden, add 25 % VAT on top of the price and book it with the tax code SE25.',
    'For products of category VOUCHER_MPV, treat them as exempt from VAT and note “multi-purpose voucher: taxed at redemption”.',
  ],
  'bic-block': [
    'For payments with a BIC beginning with TESTSE, accept them.',
    'For payments with a bank in Russia or Belarus, decline them.',
    'For withdrawals with BIC ABCDEE2X, decline them and note “mule bank”.',
  ],
  'fraud-score': [
    'When the fraud score is at least 85, decline the payment.',
    'For payments by VIP users when the fraud score is between 60 and 84, have them reviewed by hand.',
    'For payments with method CREDITCARD when the fraud score is between 60 and 84, force a 3-D Secure challenge.',
  ],
  'period-limit': [
    'For deposits when the KYC status is anything but Verified, limit each user to 1,800.00 EUR a month because of the KYC tier.',
    'For deposits by users from Germany, limit each user to 1,000.00 EUR a month for responsible gaming.',
    'For withdrawals, limit each user to 10,000.00 EUR and 5 payments a day for commercial reasons.',
  ],
}

test.each(exampleRulesets.map((ruleset) => [ruleset.table, ruleset.rules] as const))(
  'the example rows of %s',
  (slug, rules) => {
    const table = tableOfSlug(slug)
    if (!table) throw new Error(`${slug} is no table`)
    expect(rules.map((rule) => explainRule(table, rule, { formats: defaultUserFormats }))).toEqual(
      golden[slug],
    )
    for (const { conditions, outputs } of rules)
      expect(rowOf(statementOf(table, { conditions, outputs }))).toEqual({ conditions, outputs })
  },
)
