import { canonicalJson } from '@signalbox/model/text/canonical-json'
import { overallStatus, type KycOverride } from '@signalbox/model/kyc/kyc-status'
import { invalid } from '@signalbox/model/text/refusal'
import type { Work } from '../../kit/handle.ts'
import type { KycCheck } from './kyc-check.ts'

type Input = Readonly<Record<string, unknown>>

const overridable = ['idStatus', 'ageStatus', 'addressStatus', 'warnings', 'score'] as const
type Overridable = (typeof overridable)[number]

const isSame = (one: unknown, other: unknown): boolean => {
  const comparable = (value: unknown) =>
    canonicalJson(Array.isArray(value) ? value.toSorted() : (value ?? null))
  return comparable(one) === comparable(other)
}

/** What of the input differs from the record. */
const changesOf = (input: Input, current: KycCheck): Overridable[] =>
  overridable.filter((name) => name in input && !isSame(input[name], current[name]))

/** A user who is blocked stays so whatever is found out about them. */
function statusAfter(current: KycCheck, input: Input): KycCheck['status'] {
  if (current.status === 'BLOCKED') return 'BLOCKED'
  const parts = { ...current, ...input } as KycCheck
  const wasChanged = (['idStatus', 'ageStatus', 'addressStatus'] as const).some((name) => name in input)
  return wasChanged ? overallStatus(parts) : current.status
}

/** The change with its trail: who changed what from what, and why. */
export function overridden(
  work: Work,
  input: Input,
  current: KycCheck,
  reason: string,
): Record<string, unknown> {
  const names = changesOf(input, current)
  const made = names.map((field): KycOverride => ({
    field,
    from: current[field],
    to: input[field] ?? null,
    by: work.user.username,
    ...(work.requestedBy && { requestedBy: work.requestedBy }),
    at: work.now.toISOString(),
    reason,
  }))
  const changed = Object.fromEntries(names.map((name) => [name, input[name]]))
  return {
    ...changed,
    status: statusAfter(current, changed),
    overrides: [...((current.overrides ?? []) as KycOverride[]), ...made],
    overriddenAt: work.now,
  }
}

export function refuseUnchanged(input: Input, current: KycCheck): void {
  if (changesOf(input, current).length > 0) return
  throw invalid({ field: '', code: 'UNCHANGED', message: 'Nothing was changed' })
}

/** Taking a hit away is not for one person alone. */
export function refuseClearing(input: Input, current: KycCheck): void {
  const { warnings } = input
  if (!Array.isArray(warnings) || current.warnings.every((hit) => warnings.includes(hit))) return
  const message = 'A hit is cleared by two people: use “Clear PEP hit”'
  throw invalid({ field: 'warnings', code: 'TWO_PEOPLE', message })
}
