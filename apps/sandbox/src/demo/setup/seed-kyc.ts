import { kycRecord } from '@signalbox/model/entities/kyc-record'
import type { KycOverride, KycStatus, KycWarning } from '@signalbox/model/kyc/kyc-status'
import type { UnitOfWork } from '@signalbox/server/kit/unit-of-work'
import { mockUser } from '../../merchant/mock-user.ts'
import { documentsOf } from '../../services/kyc-documents.ts'
import { insertRecord } from '../demo-store.ts'

const sweden = 100010001
const finland = 100010002
const casino = 100010003
const hourMs = 60 * 60 * 1000

interface DemoCheck {
  readonly merchantId: number
  readonly userId: string
  readonly hoursAgo: number
  readonly status: KycStatus
  readonly parts: readonly [identity: string, age: string | null, address: string]
  readonly score: number
  readonly provider?: string
  readonly warnings?: readonly KycWarning[]
  readonly trigger?: 'MANUAL'
  readonly changed?: Pick<KycOverride, 'field' | 'from' | 'to' | 'by' | 'reason'>
  readonly rerunNote?: string
}

const good = ['VERIFIED', 'VERIFIED', 'VERIFIED'] as const

/** Somebody for everything a check can come to. Merchants asked for them before their users paid. */
const demoChecks: readonly DemoCheck[] = [
  { merchantId: sweden, userId: 'player_3071', hoursAgo: 3, status: 'VERIFIED', parts: good, score: 94 },
  {
    ...{ merchantId: sweden, userId: 'player_3114', hoursAgo: 5, status: 'VERIFICATION_IN_PROGRESS' },
    ...{ parts: ['UNDER_VERIFICATION', 'NOT_VERIFIED', 'NOT_VERIFIED'], score: 45 },
  },
  {
    ...{ merchantId: casino, userId: 'player_3127', hoursAgo: 9, status: 'VERIFICATION_FAILED' },
    ...{ parts: ['NOT_VERIFIED', 'VERIFIED', 'NOT_VERIFIED'], score: 12 },
  },
  {
    ...{ merchantId: finland, userId: 'player_3140', hoursAgo: 14, status: 'VERIFICATION_EXTERNAL_FAILURE' },
    ...{ parts: ['ERROR', 'ERROR', 'UNKNOWN'], score: 0, provider: 'kyc-sim-2' },
    rerunNote: 'No answer from kyc-sim, kyc-sim-2',
  },
  {
    merchantId: casino,
    userId: 'player_3155',
    hoursAgo: 20,
    status: 'VERIFICATION_FAILED_INVALID_USER_DATA',
    parts: ['NOT_VERIFIED', null, 'UNKNOWN'],
    score: 4,
  },
  {
    ...{ merchantId: sweden, userId: 'player_3162', hoursAgo: 26, status: 'NOT_VERIFIED' },
    ...{ parts: ['NOT_VERIFIED', 'NOT_VERIFIED', 'NOT_VERIFIED'], score: 30 },
  },
  {
    ...{ merchantId: casino, userId: 'player_3178', hoursAgo: 31, status: 'BLOCKED', parts: good, score: 61 },
    changed: {
      ...{ field: 'status', from: 'VERIFIED', to: 'BLOCKED', by: 'kyc' },
      reason: 'Three accounts with the same passport',
    },
  },
  {
    ...{ merchantId: finland, userId: 'player_3181', hoursAgo: 40, status: 'UNDER_AGE' },
    ...{ parts: ['VERIFIED', 'UNDER_AGE', 'VERIFIED'], score: 10 },
  },
  {
    ...{ merchantId: casino, userId: 'player_3190', hoursAgo: 55, status: 'UNKNOWN' },
    ...{ parts: ['NOT_VERIFIED', null, 'UNKNOWN'], score: 20 },
  },
  {
    ...{ merchantId: sweden, userId: 'player_3203', hoursAgo: 70, status: 'UNKNOWN_AGE' },
    ...{ parts: ['VERIFIED', null, 'VERIFIED'], score: 58 },
  },
  {
    ...{
      merchantId: casino,
      userId: 'player_3219',
      hoursAgo: 80,
      status: 'VERIFIED',
      parts: good,
      score: 40,
    },
    warnings: ['PEP_WARNING'],
  },
  {
    ...{
      merchantId: casino,
      userId: 'player_3226',
      hoursAgo: 96,
      status: 'VERIFIED',
      parts: good,
      score: 22,
    },
    warnings: ['SANCTIONS_WARNING', 'SDN_WARNING'],
  },
  {
    ...{ merchantId: sweden, userId: 'player_3162', hoursAgo: 120, status: 'VERIFICATION_FAILED' },
    ...{ parts: ['NOT_VERIFIED', 'VERIFIED', 'NOT_VERIFIED'], score: 18 },
  },
  {
    ...{
      merchantId: finland,
      userId: 'player_3244',
      hoursAgo: 130,
      status: 'VERIFIED',
      parts: good,
      score: 77,
    },
    trigger: 'MANUAL',
    changed: {
      ...{ field: 'addressStatus', from: 'NOT_VERIFIED', to: 'VERIFIED', by: 'kyc' },
      reason: 'Tax statement of last month was shown',
    },
  },
]

function recordOf(check: DemoCheck, now: Date): Record<string, unknown> {
  const { merchantId, userId, hoursAgo, status, parts, score, provider = 'kyc-sim', changed } = check
  const { firstName, lastName, email, dob, street, zip, city, country, kycStatus } = mockUser(
    merchantId,
    userId,
  )
  const [idStatus, ageStatus, addressStatus] = parts
  const at = new Date(now.getTime() - hoursAgo * hourMs)
  // Somebody needed an hour to look at it.
  const overriddenAt = changed ? new Date(at.getTime() + hourMs) : null
  const warnings = check.warnings ?? []
  return {
    ...{ userId, status, idStatus, ageStatus, addressStatus, score, provider, warnings, at },
    ...{ firstName, lastName, email, dob, street, zip, city, country, merchantKycStatus: kycStatus },
    trigger: check.trigger ?? 'API',
    scopes: ['ID', 'AGE', 'ADDRESS', 'PEP', 'SANCTIONS'],
    providerRef: `${provider}-${userId.replace('player_', '8841')}-${hoursAgo}`,
    documents:
      idStatus === 'ERROR'
        ? []
        : documentsOf({ identity: idStatus, address: addressStatus }, at.toISOString()),
    response: { identity: idStatus, age: ageStatus, address: addressStatus, hits: warnings, score },
    overrides: changed ? [{ ...changed, at: overriddenAt?.toISOString() }] : [],
    overriddenAt: changed?.field === 'status' ? null : overriddenAt,
    ...(check.rerunNote && { rerunAt: at, rerunNote: check.rerunNote }),
  }
}

/** Checks in every status there is, for the KYC team to look at. */
export async function seedKyc(unit: Pick<UnitOfWork, 'tx' | 'newId' | 'now'>): Promise<void> {
  for (const check of demoChecks)
    await insertRecord(unit, kycRecord, check.merchantId, recordOf(check, unit.now))
}
