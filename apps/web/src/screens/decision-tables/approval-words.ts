import type { ApprovalPolicy, ChangeDirection } from '@signalbox/model/rules/approval-policy'
import type { IconName } from '../../ui/icon.tsx'
import type { Tone } from '../../ui/status-badge.tsx'

export const directionBadges: Record<
  ChangeDirection,
  { readonly word: string; readonly tone: Tone; readonly icon: IconName }
> = {
  LOOSENS: { word: 'Loosens', tone: 'attention', icon: 'arrow-up' },
  TIGHTENS: { word: 'Tightens', tone: 'positive', icon: 'arrow-down' },
  BOTH: { word: 'Loosens and tightens', tone: 'attention', icon: 'warning' },
  NEUTRAL: { word: 'No effect on declines', tone: 'neutral', icon: 'check' },
  UNPROVEN: { word: 'Effect not proven', tone: 'attention', icon: 'help' },
}

export const policyWords: Record<ApprovalPolicy, string> = {
  NONE: 'Active at once, without approval',
  ONE: 'One approver',
  TWO: 'Two approvers',
  BREAK_GLASS: 'Activated without approval',
}
