import type { Facts } from '@signalbox/model/rules/fact'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import { exampleRulesets } from '@signalbox/model/rules/testing/example-rows'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { describe, expect, it } from 'vitest'
import { compileRuleset } from './compile-ruleset.ts'
import { effectiveTable } from './effective-table.ts'
import { explain } from './explain.ts'
import { platformVocabulary } from './vocabulary.ts'

const eur = (minor: bigint) => ({ minor, currency: 'EUR' })
const cardDeposit = { method: 'DEPOSIT', txType: 'CreditcardDeposit', providerType: 'CREDITCARD' }
const ibanWithdrawal = { method: 'WITHDRAWAL', txType: 'BankIBANWithdrawal', providerType: 'BANK' }
const now = '2026-03-01T02:00:00Z'

/** By table: a payment made for each of its rows, and the rows that act on it where an earlier one comes before. */
const payments: Record<string, readonly (readonly [facts: Facts, acting: readonly number[]])[]> = {
  'psp-routing': [
    [{ ...cardDeposit, binIssuerCountry: 'NOR', binBrand: 'VISA', currency: 'NOK' }, [1]],
    [{ ...cardDeposit, binIssuerCountry: 'NOR', binBrand: 'VISA', currency: 'EUR' }, [2]],
    [{ ...cardDeposit, binIssuerCountry: 'DEU', binBrand: 'Mastercard', currency: 'EUR' }, [2]],
    [{ ...cardDeposit, binIssuerCountry: 'USA', binBrand: 'VISA', currency: 'EUR' }, [4]],
  ],
  'psp-fallback': [
    [{ pspStatusCode: 'nsf', initiatedPsp: 'NordAcq', retryClass: 'TECH' }, [1]],
    [{ pspStatusCode: '05', initiatedPsp: 'NordAcq', retryClass: 'TECH' }, [2]],
    [{ initiatedPsp: 'EuroCard', txStatusCode: 'ERR_DECLINED_BANK_REFUSAL', amount: eur(50_000n) }, [3]],
  ],
  fee: [
    [{ ...ibanWithdrawal, userCategory: ['VIP', 'OLD'] }, [1]],
    [{ ...ibanWithdrawal, userCategory: 'NEW' }, [2]],
    [{ ...cardDeposit, amount: eur(29_999n) }, [3]],
  ],
  'provider-fee': [
    [{ psp: 'EuroCard', binIssuerCountry: 'FIN' }, [1, 2]],
    [{ psp: 'EuroCard', binIssuerCountry: 'USA' }, [2]],
    [{ psp: 'NordAcq', binCategory: 'CORPORATE' }, [3]],
  ],
  limit: [
    [{ ...cardDeposit, userAttributes: { limits: '{}' } }, [1]],
    [{ ...cardDeposit, firstDeposit: true, userAttributes: {} }, [2]],
    [{ ...cardDeposit, firstDeposit: false }, [3]],
  ],
  'general-block': [
    [{ userId: 'qa-user-2', userCountry: 'IRN' }, [1]],
    [{ userId: 'QA-USER-2', suspectedAbuse: true, method: 'WITHDRAWAL', userCountry: 'DEU' }, [2]],
    [{ userId: 'u1', suspectedAbuse: false, method: 'WITHDRAWAL', userCountry: 'CUB' }, [3]],
  ],
  'ip-block': [
    [{ ipAddress: '192.0.2.255', ipCountry: 'USA' }, [1]],
    [{ ipAddress: '198.51.100.1', ipCountry: 'USA' }, [2]],
    [{ ipAddress: '2001:db8:bad:1::5', ipCountry: 'DEU' }, [3]],
  ],
  'bin-block': [
    [{ binIssuerCountry: 'USA', merchantId: '100200001' }, [1]],
    [{ binIssuerCountry: 'DEU', binType: 'PREPAID', method: 'DEPOSIT', amount: eur(20_000n) }, [2]],
    [{ bin: '53331788', binType: 'DEBIT' }, [3]],
  ],
  velocity: [
    [{ ...cardDeposit, internalKycStatus: 'UNKNOWN' }, [1]],
    [{ ...cardDeposit, internalKycStatus: 'VERIFIED' }, [2]],
    [{ method: 'DEPOSIT', providerType: 'BANK' }, [3]],
  ],
  'user-psp-account': [
    [{ ...ibanWithdrawal, userCategory: 'VIP' }, [1]],
    [{ providerType: 'PAYWALLET' }, [2]],
    [{ ...cardDeposit, userCategory: 'VIP' }, [3]],
  ],
  'fraud-provider-block': [
    [{ fraudDecision: 'REJECT' }, [1]],
    [{ fraudDecision: 'RECOMMEND_3DS' }, [2]],
    [{ fraudDecision: 'TIMEOUT', amount: eur(50_000n) }, [3]],
  ],
  forex: [
    [{ psp: 'EuroCard', currency: 'DKK', method: 'DEPOSIT' }, [1]],
    [{ ...ibanWithdrawal, bankCountry: 'SWE', currency: 'EUR' }, [2]],
    [{ psp: 'AsiaLocal', currency: 'EUR' }, [3]],
  ],
  'status-code': [
    [{ info: 'Declined:\nInsufficient funds', psp: 'NordAcq', pspStatusCode: '91' }, [1]],
    [{ info: 'try later', psp: 'NordAcq', pspStatusCode: '96' }, [2]],
    [{ psp: 'NordAcq', pspStatusCode: '43' }, [3]],
  ],
  'payment-methods': [
    [{ method: 'DEPOSIT', userCountry: 'FIN', channel: 'web', firstDeposit: true }, [1]],
    [{ method: 'DEPOSIT', userCountry: 'FIN', channel: 'APP', firstDeposit: true }, [2]],
    [{ method: 'WITHDRAWAL', userCountry: 'FIN', channel: 'WEB' }, [3]],
  ],
  alerts: [
    [
      {
        cron: '*/5 * * * *',
        minutesBack: 15,
        txType: 'CreditcardDeposit',
        txState: 'FAILED',
        thresholdPct: 400_000,
        minUniqueUsers: 5,
      },
      [1],
    ],
    [
      {
        cron: '*/5 * * * *',
        minutesBack: 5,
        psp: 'NordAcq',
        txState: 'FAILED',
        thresholdPct: 800_000,
        minUniqueUsers: 4,
      },
      [2],
    ],
    [
      {
        cron: '*/5 * * * *',
        minutesBack: 10,
        psp: 'NordAcq',
        txState: 'WAITING_INPUT',
        thresholdPct: 770_000,
        minUniqueUsers: 9,
      },
      [3],
    ],
  ],
  notification: [
    [{ method: 'WITHDRAWAL', txState: 'SUCCESSFUL', locale: 'fi_FI' }, [1, 3]],
    [
      {
        method: 'DEPOSIT',
        firstDeposit: true,
        userCountry: 'GBR',
        kycAgeStatus: 'NOT_VERIFIED',
        txState: 'PROCESSING',
      },
      [2],
    ],
    [{ method: 'WITHDRAWAL', txState: 'FAILED', locale: 'fi_FI' }, [3]],
  ],
  approval: [
    [{ ...ibanWithdrawal, userCountry: 'GBR', internalKycStatus: 'UNKNOWN', amount: eur(500_000n) }, [1]],
    [
      {
        ...ibanWithdrawal,
        userCountry: 'GBR',
        internalKycStatus: 'VERIFIED',
        amount: { minor: 5_000_000n, currency: 'SEK' },
      },
      [2],
    ],
    [
      {
        ...ibanWithdrawal,
        userCountry: 'FIN',
        internalKycStatus: 'VERIFIED',
        firstWithdrawal: false,
        lastDepositMethodMatch: true,
        location: { ip: 'FIN', registration: 'FIN', bin: 'SWE' },
        amount: eur(300_000n),
        balance: eur(350_000n),
      },
      [3],
    ],
  ],
  'void-capture': [
    [{ email: 'ann@OurBrand.example', fraudScore: 90 }, [1]],
    [{ email: 'ann@ourbrandXexample', internalKycStatus: 'VERIFIED', fraudScore: 30 }, [2]],
    [{ internalKycStatus: 'VERIFIED', fraudScore: 80 }, [3]],
  ],
  'kyc-routing': [
    [
      {
        method: 'DEPOSIT',
        userCountry: 'GBR',
        firstDeposit: true,
        internalKycStatus: 'UNKNOWN',
        totalDeposit: eur(300_000n),
      },
      [1],
    ],
    [
      {
        method: 'DEPOSIT',
        userCountry: 'GBR',
        firstDeposit: false,
        internalKycStatus: 'UNKNOWN',
        totalDeposit: eur(200_000n),
      },
      [2],
    ],
    [
      {
        method: 'WITHDRAWAL',
        userCountry: 'NLD',
        internalKycStatus: 'VERIFIED',
        totalDeposit: eur(300_000n),
      },
      [3],
    ],
  ],
  'kyc-block': [
    [{ kycAgeStatus: 'UNDER_AGE', pepsSanctions: ['SDN_WARNING'] }, [1]],
    [{ kycAgeStatus: 'VERIFIED', pepsSanctions: ['PEP_WARNING', 'SDN_WARNING'] }, [2]],
    [{ method: 'WITHDRAWAL', kycIdStatus: 'ERROR', pepsSanctions: [], amount: eur(10_000n) }, [3]],
  ],
  'kyc-fallback': [
    [{ kycProvider: 'AgeProof', kycIdStatus: 'NOT_VERIFIED' }, [1]],
    [
      { kycProvider: 'IdCheck', kycIdStatus: 'ERROR', internalKycStatus: 'VERIFICATION_EXTERNAL_FAILURE' },
      [2],
    ],
    [{ kycProvider: 'IdCheck', internalKycStatus: 'UNDER_AGE' }, [3]],
  ],
  maintenance: [
    [{ psp: 'NordAcq', now }, [1]],
    [{ psp: 'NordAcq', service: 'FINPAY', userId: 'qa-user-2', now: '2026-03-01T03:00:00Z' }, [2]],
    [{ providerType: 'VOUCHER', method: 'WITHDRAWAL', service: 'FINPAY', userId: 'qa-user-1', now }, [3]],
  ],
  '3ds2-routing': [
    [{ amount: eur(3000n), binIssuerCountry: 'NOR', exemptInRow: 4, exemptSumInRow: eur(7000n) }, [1]],
    [{ amount: eur(3000n), binIssuerCountry: 'USA', exemptInRow: 0, exemptSumInRow: eur(0n) }, [2]],
    [{ ...cardDeposit, amount: eur(3001n), binIssuerCountry: 'NOR', firstTimeAccount: true }, [3]],
  ],
  '3ds2-fallback': [
    [{ threeDsResult: 'ERROR', mpi: 'MPI-A' }, [1]],
    [{ threeDsResult: 'FRICTIONLESS', mpi: 'MPI-A', scaRequired: true }, [2]],
    [{ threeDsResult: 'FAILED', mpi: 'MPI-A', scaRequired: false }, [3]],
  ],
  'fraud-provider': [
    [{ ...cardDeposit, firstDeposit: true, amount: eur(10_000n) }, [1]],
    [{ ...cardDeposit, firstDeposit: false, amount: eur(10_000n) }, [2]],
    [{ ...ibanWithdrawal, firstDeposit: true }, [3]],
  ],
  vat: [
    [
      {
        subject: 'INVOICE_LINE',
        customerType: 'B2B',
        vatId: 'SE556',
        userCountry: 'SWE',
        sellerCountry: 'MLT',
      },
      [1],
    ],
    [{ subject: 'USER_FEE', userCountry: 'SWE' }, [2]],
    [{ subject: 'PRODUCT', productCategory: 'VOUCHER_MPV', userCountry: 'SWE' }, [3]],
  ],
  'bic-block': [
    [{ bic: 'TESTSE22', bankCountry: 'RUS' }, [1]],
    [{ bic: 'SABRRUMM', bankCountry: 'RUS' }, [2]],
    [{ bic: 'ABCDEE2X', bankCountry: 'EST', method: 'WITHDRAWAL' }, [3]],
  ],
  'fraud-score': [
    [{ fraudScore: 85, userCategory: 'VIP' }, [1]],
    [{ fraudScore: 84, userCategory: 'VIP', providerType: 'CREDITCARD' }, [2]],
    [{ fraudScore: 60, userCategory: 'NEW', providerType: 'CREDITCARD' }, [3]],
  ],
  'period-limit': [
    [{ method: 'DEPOSIT', internalKycStatus: 'UNKNOWN', userCountry: 'DEU' }, [1, 2]],
    [{ method: 'DEPOSIT', internalKycStatus: 'VERIFIED', userCountry: 'DEU' }, [2]],
    [{ method: 'WITHDRAWAL', internalKycStatus: 'UNKNOWN' }, [3]],
  ],
}

function traceOf(version: RulesetVersion, facts: Facts) {
  const table = tableOfSlug(version.table)
  if (!table) throw new Error(`no table ${version.table}`)
  const compiled = compileRuleset(table, version, platformVocabulary)
  const effective = effectiveTable(table, [version.merchantId], [compiled])
  const context = { step: table.steps[0] ?? 'D0', exceeded: () => true, transactionId: '1' }
  // Two tables are asked again when the PSP is known, and it is that answer which counts.
  return explain(effective, facts, table.defers ? { ...context, step: 'D7' } : context)
}

const cases = exampleRulesets.flatMap((version) =>
  version.rules.map((rule, i) => ({
    name: `${version.table} ${rule.no}`,
    version,
    rule,
    payment: payments[version.table]?.[i],
  })),
)

describe('the example rows', () => {
  it.each(cases)('$name acts on the payment made for it', ({ version, payment }) => {
    const [facts, acting] = payment ?? [{}, []]
    const { hits, stoppedAt, draw } = traceOf(version, facts).evaluation
    // In a weight group the first row decides that there is a draw, and any of them may win it.
    const acted = draw && stoppedAt ? [stoppedAt] : hits
    expect(acted.map(({ rule }) => rule.no)).toEqual(acting)
    expect(hits[0]?.outputs).toMatchObject(hits[0]?.rule.outputs ?? {})
  })

  it.each(cases)('$name needs each of its conditions', ({ version, rule, payment }) => {
    const [facts = {}] = payment ?? []
    const number = rule.no - 1
    expect(traceOf(version, facts).failedColumns(number)).toEqual([])
    for (const column of Object.keys(rule.conditions)) {
      const fact = platformVocabulary.factOf(column)?.reads ?? column
      const failed = traceOf(version, { ...facts, [fact]: undefined }).failedColumns(number)
      expect(failed.map(({ key }) => key)).toEqual([column])
    }
  })
})
