import { kycRecord } from '@signalbox/model/entities/kyc-record'
import { overallStatus } from '@signalbox/model/kyc/kyc-status'
import { Refusal } from '@signalbox/model/text/refusal'
import type { GrantRules } from '../../kit/grant-rules.ts'
import type { Work } from '../../kit/handle.ts'
import { seesPersonalData } from '../../kit/hiding-merchants-store.ts'
import { numberWithin } from '../../kit/number-range.ts'
import { Resource, type OperationHook } from '../../kit/resource.ts'
import type { RuleSource } from '../core/flow/ask-rules.ts'
import { unlessRestricted } from '../gdpr/read-model.ts'
import type { KycCheck, KycResource } from './kyc-check.ts'
import { auditedRecord } from './mask-record.ts'
import { overridden, refuseClearing, refuseUnchanged } from './overrides.ts'
import { requestRerun } from './request-rerun.ts'
import { everything, isCurrent, isCurrentCheck, isErased, matchesKeyword } from './store.ts'

const refuse = (message: string): never => {
  throw new Refusal('INVALID_STATE', { message })
}

/** Payments go by one check of a user, so nothing is changed on another. */
async function requireCurrent(work: Work, check: KycCheck): Promise<void> {
  if (await isErased(work.tx, check)) refuse('The user of this check was erased.')
  if (!(await isCurrentCheck(work.tx, check))) refuse('There is a newer check of this user.')
}

const operation = (
  change: (work: Work, current: KycCheck, reason: string, params: object) => Promise<object> | object,
): OperationHook<KycCheck> => ({
  run: async (work, current, params) => {
    await requireCurrent(work, current)
    const reason = params.reason?.trim() ?? ''
    return { ...(await change(work, current, reason, params)) }
  },
})

const block = operation((work, current, reason) => {
  if (current.status === 'BLOCKED') refuse('The user is already blocked.')
  return statusOverride(work, current, 'BLOCKED', reason)
})

const unblock = operation((work, current, reason) => {
  if (current.status !== 'BLOCKED') refuse('The user is not blocked.')
  return statusOverride(work, current, overallStatus(current), reason)
})

/** What a block or its end leaves on the record. The parts of the check are as they were found. */
function statusOverride(work: Work, current: KycCheck, status: KycCheck['status'], reason: string) {
  const { overrides } = current as { readonly overrides: readonly object[] }
  const made = { field: 'status', from: current.status, to: status, by: work.user.username }
  return { status, overrides: [...overrides, { ...made, at: work.now.toISOString(), reason }] }
}

const clearPep = operation((work, current, reason, params) => {
  const { hits } = params as { readonly hits: readonly string[] }
  const unknown = hits.filter((hit) => !current.warnings.some((warning) => warning === hit))
  if (unknown.length > 0) refuse('The check has no such hit.')
  const warnings = current.warnings.filter((warning) => !hits.includes(warning))
  return overridden(work, { warnings }, current, reason)
})

/** A hit says that the law may forbid a payment: two people look before it is taken away. */
const twoPeople: GrantRules<KycCheck> = {
  isAsked: () => Promise.resolve(true),
  ofOperation: (name) => (name === 'clear-pep' ? 'Clear PEP and sanctions hits of a KYC record' : undefined),
  basis: (_work, { warnings }) => ({ warnings: [...warnings].toSorted() }),
  beneficiaries: () => Promise.resolve([]),
}

/** What people do to the checks of users. */
export const kycRecords = (rules: RuleSource): KycResource =>
  new Resource(kycRecord, {
    seen: ({ user }) => unlessRestricted(user.roles, { merchant: 't.merchant_id', user: 't.user_id' }),
    audited: auditedRecord,
    grants: twoPeople,
    filters: (work) => ({
      keyword: (value) => matchesKeyword(value, seesPersonalData(work.user)),
      scoreRange: (value) => numberWithin({ field: 'scoreRange', label: 'Score', column: 'score' }, value),
      showAll: (value) => (value === 'true' ? everything : isCurrent),
    }),
    beforeUpdate: async (work, input, current) => {
      await requireCurrent(work, current)
      refuseClearing(input, current)
      refuseUnchanged(input, current)
      const { note } = work.body as { readonly note: string }
      return overridden(work, input, current, note.trim())
    },
    operations: {
      block,
      unblock,
      'clear-pep': clearPep,
      rerun: operation((work, current) => requestRerun(work, current, rules)),
    },
  })
