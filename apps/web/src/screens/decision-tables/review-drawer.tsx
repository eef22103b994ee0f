import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMentionsSeen } from '../../kit/use-inbox.ts'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { policyWords } from './approval-words.ts'
import approvalStyles from './approval.module.css'
import { DirectionBadge } from './assessment-note.tsx'
import styles from './dialogs.module.css'
import { isAuthor, whyNotApprove } from './ruleset-actions.ts'
import { CommentThread } from './row-comments.tsx'
import { RulesetChangesView } from './ruleset-changes.tsx'
import { contentOfRevision, type SectionInfo } from './section-info.ts'
import { countedRows, stateBadges } from './table-words.ts'
import type { CommentsOf } from './use-comments.ts'
import type { RulesetOperations } from './use-ruleset-operations.tsx'

export interface ReviewDrawerProps {
  readonly table: DecisionTable
  readonly info: SectionInfo
  readonly operations: RulesetOperations
  readonly onClose: () => void
}

type Open = RulesetRevision

/** Approve and deny for others, withdraw for those who asked. */
function Decisions({ table, info, operations, onClose, open }: ReviewDrawerProps & { readonly open: Open }) {
  const { username } = useSession().metadata.user
  const mayEdit = useMay(table.access.edit)
  const pending = open.state === 'PENDING_APPROVAL'
  const refusal = whyNotApprove(info, username, mayEdit)
  const author = isAuthor(info, username)
  return (
    <>
      {mayEdit && (open.state === 'SCHEDULED' || (pending && author)) ? (
        <Button variant="default" onClick={() => operations.withdraw(info)}>
          Withdraw
        </Button>
      ) : null}
      {pending && mayEdit ? (
        <>
          <Button
            variant="default"
            disabled={refusal !== null}
            onClick={() => operations.deny(info, onClose)}
          >
            Deny
          </Button>
          <Button
            disabled={refusal !== null}
            leftSection={<Icon name="approve" size={16} />}
            onClick={() => operations.approve(info, onClose)}
          >
            Approve
          </Button>
        </>
      ) : null}
    </>
  )
}

function Notices({ table, info, open }: Pick<ReviewDrawerProps, 'table' | 'info'> & { readonly open: Open }) {
  const { username } = useSession().metadata.user
  const refusal = whyNotApprove(info, username, useMay(table.access.edit))
  return (
    <>
      {open.state === 'PENDING_APPROVAL' && refusal !== null ? (
        <Alert color="indigo" variant="light" icon={<Icon name="lock" />}>
          {refusal}
        </Alert>
      ) : null}
      {open.activationProblem ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title="This version was not activated"
        >
          {open.activationProblem}
        </Alert>
      ) : null}
    </>
  )
}

function Effect({ open: { approval } }: { readonly open: Open }) {
  if (!approval) return <>Computed when it is submitted</>
  return (
    <span className={approvalStyles.people}>
      <DirectionBadge direction={approval.direction} /> {approval.reason}
    </span>
  )
}

/** How many have to agree, who did, and who may. */
function Approval({ open, table }: { readonly open: Open; readonly table: DecisionTable }) {
  const { approval } = open
  if (!approval) return <>–</>
  const { needed, approvedBy, policy } = approval
  const left = needed - approvedBy.length
  const excluded = [...(open.editors ?? [open.editedBy]), ...approvedBy]
  return (
    <>
      {policyWords[policy]}
      {approvedBy.length > 0 ? `. Approved by ${approvedBy.join(', ')}` : ''}
      {left > 0 && open.state === 'PENDING_APPROVAL'
        ? `. ${left === 1 ? 'One more person' : 'Two people'} who may edit ${table.title} must approve it, other than ${excluded.join(', ')}`
        : ''}
    </>
  )
}

function Summary({
  table,
  open,
  active,
}: {
  readonly table: DecisionTable
  readonly open: Open
  readonly active: Open | null | undefined
}) {
  return (
    <KeyValues
      items={[
        { label: 'Note', value: open.changeNote, wide: true },
        { label: 'Prepared by', value: open.editors?.join(', ') ?? open.editedBy },
        {
          label: 'Submitted',
          value: open.submittedAt ? (
            <>
              {open.submittedBy}, <InstantView iso={open.submittedAt} />
            </>
          ) : (
            '–'
          ),
        },
        { label: 'Effect', value: <Effect open={open} />, wide: true },
        { label: 'Approval', value: <Approval open={open} table={table} />, wide: true },
        {
          label: 'Becomes active',
          value: open.effectiveFrom ? <InstantView iso={open.effectiveFrom} /> : 'When approved',
        },
        {
          label: 'Version',
          value: active ? `${active.version} → ${open.version}` : `${open.version}, the first`,
        },
      ]}
    />
  )
}

/** The thread of a row, below its changes. */
const threadBelow = (about: CommentsOf, mayComment: boolean) => (rowId: string, label: string) => (
  <CommentThread about={about} rowId={rowId} label={label} mayComment={mayComment} />
)

/** What somebody wants to become active, against what is active now. */
export function ReviewDrawer(props: ReviewDrawerProps) {
  const { table, info, onClose } = props
  const open = info.ruleset?.open
  const active = info.ruleset?.active
  const mayComment = useMay(table.access.edit)
  useMentionsSeen({ part: 'ruleset', record: open?.rulesetId ?? '' })
  if (!open) return null
  const about = { rulesetId: open.rulesetId, version: open.version }
  const { tone, word, icon } = stateBadges[open.state]
  return (
    <Drawer
      opened
      onClose={onClose}
      title={open.name}
      headerExtra={
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      }
      footer={<Decisions {...props} open={open} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what opens takes the focus, and this has nothing else to hold it */}
      <div className={styles.form} tabIndex={-1} data-autofocus>
        <Notices table={table} info={info} open={open} />
        <Summary table={table} open={open} active={active} />
        <section aria-label="Changes">
          <h3 className={styles.heading}>
            {open.archives
              ? 'The ruleset will be archived'
              : active
                ? `Compared with active version ${active.version}`
                : `New: ${countedRows(open.rules.length)}`}
          </h3>
          {open.archives ? null : (
            <RulesetChangesView
              table={table}
              from={active ? contentOfRevision(active) : { ...contentOfRevision(open), rules: [] }}
              to={contentOfRevision(open)}
              below={threadBelow(about, mayComment)}
            />
          )}
        </section>
        <section aria-label="Comments on the change">
          <h3 className={styles.heading}>Comments on the change</h3>
          <CommentThread about={about} rowId={null} label="the change" mayComment={mayComment} />
        </section>
      </div>
    </Drawer>
  )
}
