import type { HitPolicy } from '@signalbox/model/rules/decision-table'
import type { VersionState } from '@signalbox/model/rules/ruleset'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/status-badge.tsx'

/** How a table comes to its answer, in the words of its screen. */
export const policyWords: Record<HitPolicy, string> = {
  FIRST: 'The first matching row applies.',
  FIRST_WEIGHTED: 'The first matching row applies; rows with the same conditions share traffic by weight.',
  ALL: 'Every matching row applies, from top to bottom.',
  COLLECT_SUM: 'Every matching row adds its part; the first matching row of each component counts.',
  STRICTEST: 'Every matching row applies; the strictest limit wins.',
  FIRST_EXCEEDED: 'The first matching row whose threshold is exceeded applies.',
}

export const stateBadges: Record<
  VersionState | 'NEW',
  { readonly tone: Tone; readonly word: string; readonly icon?: IconName }
> = {
  NEW: { tone: 'input', word: 'Not saved', icon: 'plus' },
  DRAFT: { tone: 'input', word: 'Draft', icon: 'edit' },
  PENDING_APPROVAL: { tone: 'attention', word: 'Waiting for approval' },
  SCHEDULED: { tone: 'active', word: 'Scheduled', icon: 'clock' },
  ACTIVE: { tone: 'positive', word: 'Active' },
  SUPERSEDED: { tone: 'neutral', word: 'Superseded' },
  ARCHIVED: { tone: 'off', word: 'Archived' },
  REJECTED: { tone: 'negative', word: 'Denied' },
}

export const inheritWords = {
  OVERRIDABLE: 'Merchants below can override it',
  ENFORCED: 'Evaluated first for every merchant below',
} as const

const grouped = new Intl.NumberFormat('en')

export const countedRows = (count: number): string =>
  count === 1 ? '1 row' : `${grouped.format(count)} rows`

/** Of a request to save and submit whose second half was refused. */
export const savedNotSent = 'The draft was saved, but not sent for approval.'
