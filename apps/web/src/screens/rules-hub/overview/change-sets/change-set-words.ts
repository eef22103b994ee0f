import type { ChangeSetState } from '@signalbox/model/calls/change-set'
import type { IconName } from '../../../../ui/icon.tsx'
import type { Tone } from '../../../../ui/status-badge.tsx'

interface StateWords {
  readonly word: string
  readonly tone: Tone
  readonly icon?: IconName
}

export const setStates: Readonly<Record<ChangeSetState, StateWords>> = {
  DRAFT: { word: 'Draft', tone: 'input', icon: 'edit' },
  PENDING_APPROVAL: { word: 'Waiting for approval', tone: 'attention' },
  SCHEDULED: { word: 'Scheduled', tone: 'active', icon: 'clock' },
  ACTIVE: { word: 'Active', tone: 'positive' },
  REJECTED: { word: 'Denied', tone: 'negative' },
  CANCELLED: { word: 'Cancelled', tone: 'off' },
}

/** Why a person may not decide about a set; null when they may. */
export function whyNotDecide(
  { editors, approvedBy }: { readonly editors: readonly string[]; readonly approvedBy: readonly string[] },
  username: string,
): string | null {
  if (approvedBy.includes(username)) return 'You have approved it. One more person must approve it.'
  if (editors.includes(username)) return 'You worked on it, so someone else must approve it.'
  return null
}
