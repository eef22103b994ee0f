import type { IconName } from '../../ui/icon.tsx'
import type { SectionInfo } from './section-info.ts'
import type { Steps } from './use-steps.tsx'

/** One thing to do with a ruleset. */
export interface RulesetAction {
  readonly label: string
  readonly icon: IconName
  readonly run: () => void
  readonly destructive?: boolean
  /** A line before it. */
  readonly divided?: boolean
}

export interface ActionOptions {
  readonly info: SectionInfo
  readonly enabled: boolean
  readonly mayEdit: boolean
  readonly username: string
  readonly merchantName: string
  readonly steps: Steps
  readonly onSettings: () => void
  readonly onToggleEnabled: () => void
  readonly onHistory: () => void
  readonly onReview: () => void
  readonly onImport: () => void
  readonly onRemoveNew: () => void
  /** Absent where there is no draft, or one with edits that have to be saved first. */
  readonly onSubmit: (() => void) | undefined
}

const authorsOf = ({ ruleset }: SectionInfo): readonly string[] => {
  const open = ruleset?.open
  if (!open) return []
  return open.editors ?? [open.editedBy, ...(open.submittedBy ? [open.submittedBy] : [])]
}

/** Why a person may not decide about a version; null when they may. */
export function whyNotApprove(info: SectionInfo, username: string, mayEdit: boolean): string | null {
  if (!mayEdit) return 'You can view these rules but not approve them.'
  if (authorsOf(info).includes(username))
    return 'You worked on this version, so someone else must approve it.'
  return null
}

export const isAuthor = (info: SectionInfo, username: string): boolean => authorsOf(info).includes(username)

/** What a person may do with a ruleset as it is now. */
export function rulesetActions(options: ActionOptions): readonly RulesetAction[] {
  const { info, enabled, mayEdit, username, merchantName, steps } = options
  const { state, editable, inherited } = info
  const isSaved = state !== 'NEW'
  const exports: RulesetAction[] = [
    {
      label: 'Export as CSV',
      icon: 'download',
      run: () => void steps.exportRows(info, 'csv'),
      divided: true,
    },
    { label: 'Export as JSON', icon: 'download', run: () => void steps.exportRows(info, 'json') },
  ]
  const clone: RulesetAction = {
    label: inherited ? `Clone to ${merchantName}` : 'Clone',
    icon: 'copy',
    run: () => steps.clone(info, merchantName),
  }
  const history: RulesetAction = { label: 'History', icon: 'history', run: options.onHistory }
  if (inherited) return [history, ...(mayEdit ? [clone] : []), ...exports]
  return [
    ...(editable
      ? [
          { label: 'Settings and preconditions', icon: 'settings', run: options.onSettings } as const,
          {
            label: enabled ? 'Switch off' : 'Switch on',
            icon: enabled ? 'slash' : 'check',
            run: options.onToggleEnabled,
          } as const,
          { label: 'Import rows', icon: 'upload', run: options.onImport } as const,
        ]
      : []),
    ...(options.onSubmit ? [{ label: 'Submit', icon: 'send', run: options.onSubmit } as const] : []),
    ...(state === 'PENDING_APPROVAL' || state === 'SCHEDULED'
      ? [{ label: 'Review', icon: 'approve', run: options.onReview } as const]
      : []),
    ...(mayEdit && (state === 'SCHEDULED' || (state === 'PENDING_APPROVAL' && isAuthor(info, username)))
      ? [{ label: 'Withdraw', icon: 'undo', run: () => steps.withdraw(info) } as const]
      : []),
    ...(isSaved ? [history, ...(mayEdit ? [clone] : []), ...exports] : []),
    ...(mayEdit && (state === 'DRAFT' || state === 'REJECTED')
      ? [
          {
            label: info.ruleset?.active ? 'Discard draft' : 'Delete',
            icon: 'trash',
            run: () => steps.discardDraft(info),
            destructive: true,
            divided: true,
          } as const,
        ]
      : []),
    ...(mayEdit && state === 'ACTIVE'
      ? [
          {
            label: 'Archive',
            icon: 'folder',
            run: () => steps.archive(info),
            destructive: true,
            divided: true,
          } as const,
        ]
      : []),
    ...(state === 'NEW'
      ? [
          {
            label: 'Remove',
            icon: 'trash',
            run: options.onRemoveNew,
            destructive: true,
            divided: true,
          } as const,
        ]
      : []),
  ]
}
