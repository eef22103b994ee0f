import { schemeToken } from '@signalbox/model/entities/scheme-token'
import type { NetworkResult } from '@signalbox/model/calls/scheme-token'
import { businessFields } from '../../setup/scheme-token/business-data.ts'
import type { Onboarding } from '../../setup/scheme-token/onboarding.ts'
import { moved } from '../../setup/scheme-token/service.ts'
import type { OnboardingAnswer } from '../connectors/token-client.ts'

/** What a network says, whichever way it reaches us. */
export type NetworkVerdict = OnboardingAnswer extends infer Answer
  ? Answer extends OnboardingAnswer
    ? Omit<Answer, 'log'>
    : never
  : never

interface Change {
  readonly action: string
  readonly note: string
  readonly values: Readonly<Record<string, unknown>>
}

const waits = (current: Onboarding): boolean =>
  current.state === 'SUBMITTED' || current.state === 'PENDING_NETWORK'

/** A network names our fields as it likes; one we do not have cannot be shown to anybody. */
const ownField = (field: string | null): string | null =>
  businessFields.some((name) => name === field) ? field : null

const fieldLabel = (field: string | null): string => {
  const fields: Readonly<Record<string, { readonly label: string }>> = schemeToken.fields
  return field ? `${fields[field]?.label ?? field}: ` : ''
}

const taken: Change['action'] = 'NETWORK_RECEIVED'

/** An answer that decides comes from a network that has taken the submission in. */
function takenIn(current: Onboarding): { readonly changes: Change[]; readonly current: Onboarding } {
  if (current.state !== 'SUBMITTED') return { changes: [], current }
  const next = moved(current, 'PENDING_NETWORK')
  const change = { action: taken, note: 'The network has received the data', values: next }
  return { changes: [change], current: { ...current, ...next } }
}

/**
 * What an answer changes: nothing when the onboarding does not wait for one any more, or waits for the answer to another
 * submission.
 */
export function changesBy(
  current: Onboarding,
  verdict: NetworkVerdict,
  { requestId, at }: { readonly requestId: string | null; readonly at: Date },
): readonly Change[] {
  if (!waits(current) || (requestId !== null && requestId !== current.requestId)) return []
  const networkResult = (result: NetworkResult['result'], reasonCode: string | null, message: string) => ({
    networkResult: { result, reasonCode, message, at: at.toISOString() } satisfies NetworkResult,
  })
  switch (verdict.kind) {
    case 'approved': {
      const { changes, current: pending } = takenIn(current)
      const { trid, paymentAppId, relationshipId, message } = verdict
      const result = networkResult('APPROVED', null, message)
      const values = {
        ...moved(pending, 'APPROVED'),
        trid,
        paymentAppId,
        relationshipId,
        ...result,
        problemField: null,
      }
      return [...changes, { action: 'NETWORK_APPROVED', note: message || 'Approved by the network', values }]
    }
    case 'rejected': {
      const { changes, current: pending } = takenIn(current)
      const { reasonCode, message } = verdict
      const values = { ...moved(pending, 'REJECTED'), ...networkResult('REJECTED', reasonCode, message) }
      return [...changes, { action: 'NETWORK_REJECTED', note: message || reasonCode, values }]
    }
    case 'actionRequired': {
      const { reasonCode, message } = verdict
      const problemField = ownField(verdict.field)
      const result = networkResult('ACTION_REQUIRED', reasonCode, message)
      const values = { ...moved(current, 'ACTION_REQUIRED'), ...result, problemField }
      return [
        { action: 'NETWORK_REFUSED', note: `${fieldLabel(problemField)}${message || reasonCode}`, values },
      ]
    }
    case 'pending': {
      const result = networkResult('PENDING', null, verdict.message)
      const { changes } = takenIn(current)
      const [received] = changes
      const note = verdict.message || 'The network has not decided yet'
      return [{ action: taken, note, values: { ...received?.values, ...result } }]
    }
    case 'unknown':
    case 'noAnswer': {
      const message =
        verdict.kind === 'unknown' ? 'The network does not know the submission' : verdict.message
      const last = current.networkResult as NetworkResult | null
      if (last?.result === 'NO_ANSWER' && last.message === message) return []
      return [{ action: 'NETWORK_SILENT', note: message, values: networkResult('NO_ANSWER', null, message) }]
    }
  }
}
