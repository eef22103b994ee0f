import type { IconName } from '../../ui/icon.tsx'
import type { SectionInfo } from './section-info.ts'
import type { RulesetOperations } from './use-ruleset-operations.tsx'

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
  readonly operations: RulesetOperations
  readonly onSettings: () => void
  readonly onToggleEnabled: () => void
  readonly onHistory: () => void
  readonly onReview: () => void
  readonly onImport: () => void
  /** Absent for whoever may not use the rules hub. */
  readonly onBuild: (() => void) | undefined
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
  if (info.ruleset?.open?.changeSetId)
    return 'It belongs to a change set. Approve or deny the change set in the rules hub.'
  if (info.ruleset?.open?.approval?.approvedBy.includes(username))
    return 'You have approved this version. One more person must approve it.'
  if (authorsOf(info).includes(username))
    return 'You worked on this version, so someone else must approve it.'
  return null
}

export const isAuthor = (info: SectionInfo, username: string): boolean => authorsOf(info).includes(username)

/** Where something ends: below a line, in red. */
const ending = (label: string, icon: IconName, run: () => void): RulesetAction => ({
  label,
  icon,
  run,
  destructive: true,
  divided: true,
})

const editActions = ({
  info,
  enabled,
  onSettings,
  onToggleEnabled,
  onImport,
  onBuild,
}: ActionOptions): RulesetAction[] => [
  { label: 'Settings and preconditions', icon: 'settings', run: onSettings },
  ...(onBuild && info.state !== 'NEW'
    ? [{ label: 'Open in builder', icon: 'tree', run: onBuild } as const]
    : []),
  { label: enabled ? 'Switch off' : 'Switch on', icon: enabled ? 'slash' : 'check', run: onToggleEnabled },
  { label: 'Import rows', icon: 'upload', run: onImport },
]

function approvalActions({
  info,
  mayEdit,
  username,
  operations,
  ...options
}: ActionOptions): RulesetAction[] {
  const { state } = info
  const isWaiting = state === 'PENDING_APPROVAL' || state === 'SCHEDULED'
  const mayWithdraw =
    mayEdit && (state === 'SCHEDULED' || (state === 'PENDING_APPROVAL' && isAuthor(info, username)))
  return [
    ...(options.onSubmit && isAuthor(info, username)
      ? [{ label: 'Submit', icon: 'send', run: options.onSubmit } as const]
      : []),
    ...(options.onSubmit
      ? [
          {
            label: 'Activate without approval',
            icon: 'warning',
            run: () => operations.breakGlass(info),
          } as const,
        ]
      : []),
    ...(isWaiting ? [{ label: 'Review', icon: 'approve', run: options.onReview } as const] : []),
    ...(mayWithdraw
      ? [{ label: 'Withdraw', icon: 'undo', run: () => operations.withdraw(info) } as const]
      : []),
  ]
}

function endingActions({ info, mayEdit, operations, onRemoveNew }: ActionOptions): RulesetAction[] {
  const { state, ruleset } = info
  if (state === 'NEW') return [ending('Remove', 'trash', onRemoveNew)]
  if (!mayEdit) return []
  if (state === 'DRAFT' || state === 'REJECTED')
    return [
      ending(ruleset?.active ? 'Discard draft' : 'Delete', 'trash', () => operations.discardDraft(info)),
    ]
  return state === 'ACTIVE' ? [ending('Archive', 'folder', () => operations.archive(info))] : []
}

/** What a person may do with a ruleset as it is now. */
export function rulesetActions(options: ActionOptions): readonly RulesetAction[] {
  const { info, mayEdit, merchantName, operations } = options
  const { state, editable, inherited } = info
  const exports: RulesetAction[] = [
    {
      label: 'Export as CSV',
      icon: 'download',
      run: () => void operations.exportRows(info, 'csv'),
      divided: true,
    },
    { label: 'Export as JSON', icon: 'download', run: () => void operations.exportRows(info, 'json') },
  ]
  const clone: RulesetAction = {
    label: inherited ? `Clone to ${merchantName}` : 'Clone',
    icon: 'copy',
    run: () => operations.clone(info),
  }
  const saved: RulesetAction[] = [
    { label: 'History', icon: 'history', run: options.onHistory },
    ...(mayEdit ? [clone] : []),
    ...exports,
  ]
  if (inherited) return saved
  return [
    ...(editable ? editActions(options) : []),
    ...approvalActions(options),
    ...(state === 'NEW' ? [] : saved),
    ...endingActions(options),
  ]
}
