import { Alert, Button, Select } from '@mantine/core'
import type { ChangeSet } from '@signalbox/model/calls/change-set'
import { useState } from 'react'
import { InstantView } from '../../../../kit/field/instant-view.tsx'
import { useMay, useSession } from '../../../../kit/session/session-store.ts'
import { Drawer } from '../../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../../ui/error-panel.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { KeyValues } from '../../../../ui/key-values.tsx'
import { Skeleton, SkeletonLines } from '../../../../ui/skeleton.tsx'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import { changeSetSteps, type SetSteps } from './change-set-steps.ts'
import { setStates, whyNotDecide } from './change-set-words.ts'
import styles from './change-sets.module.css'
import { DecideDialog, type Decision } from './decide-dialog.tsx'
import { MemberView } from './member-view.tsx'
import { TrySet } from './try-set.tsx'
import { useChangeSet, useDraftChoices, useSetStep } from './use-change-sets.ts'

const isOpen = ({ state }: ChangeSet): boolean => state === 'DRAFT' || state === 'REJECTED'

function Summary({ set }: { readonly set: ChangeSet }) {
  const { note, createdBy, createdAt, submittedBy, submittedAt, approval, activateAt, activatedAt } = set
  const left = approval ? approval.needed - approval.approvedBy.length : 0
  return (
    <KeyValues
      items={[
        { label: 'Note', value: note, wide: true },
        {
          label: 'Created',
          value: (
            <>
              {createdBy}, <InstantView iso={createdAt} />
            </>
          ),
        },
        {
          label: 'Submitted',
          value: submittedAt ? (
            <>
              {submittedBy}, <InstantView iso={submittedAt} />
            </>
          ) : (
            '–'
          ),
        },
        {
          label: 'Approvals',
          value: approval
            ? `${approval.approvedBy.length} of ${approval.needed}${approval.approvedBy.length > 0 ? `: ${approval.approvedBy.join(', ')}` : ''}${left > 0 && set.state === 'PENDING_APPROVAL' ? `, ${left} to go` : ''}`
            : 'Computed when it is submitted',
        },
        {
          label: activatedAt ? 'Active since' : 'Becomes active',
          value: activatedAt ? (
            <InstantView iso={activatedAt} />
          ) : activateAt ? (
            <InstantView iso={activateAt} />
          ) : (
            'When approved'
          ),
        },
      ]}
    />
  )
}

interface FooterProps {
  readonly set: ChangeSet
  readonly steps: SetSteps
  readonly isBusy: boolean
  readonly onDecide: (decision: Decision) => void
}

/** What a person may do with the set as it is now. */
function Footer({ set, steps, isBusy, onDecide }: FooterProps) {
  const { username } = useSession().metadata.user
  const refusal = whyNotDecide({ editors: set.editors, approvedBy: set.approval?.approvedBy ?? [] }, username)
  const isWaiting = set.state === 'PENDING_APPROVAL'
  return (
    <>
      {isOpen(set) ? (
        <Button variant="default" onClick={() => onDecide(steps.cancel)}>
          Cancel change set
        </Button>
      ) : null}
      {set.state === 'SCHEDULED' || (isWaiting && set.editors.includes(username)) ? (
        <Button variant="default" onClick={() => onDecide(steps.withdraw)}>
          Withdraw
        </Button>
      ) : null}
      {isWaiting ? (
        <>
          <Button variant="default" disabled={refusal !== null} onClick={() => onDecide(steps.deny)}>
            Deny
          </Button>
          <Button
            disabled={refusal !== null}
            loading={isBusy}
            leftSection={<Icon name="approve" size={16} />}
            onClick={() => void steps.approve()}
          >
            Approve all
          </Button>
        </>
      ) : null}
      {isOpen(set) && set.editors.includes(username) ? (
        <Button
          disabled={set.members.length === 0}
          leftSection={<Icon name="send" size={16} />}
          onClick={() => onDecide(steps.submit)}
        >
          Submit for approval
        </Button>
      ) : null}
    </>
  )
}

function Notices({ set }: { readonly set: ChangeSet }) {
  const { username } = useSession().metadata.user
  const refusal = whyNotDecide({ editors: set.editors, approvedBy: set.approval?.approvedBy ?? [] }, username)
  return (
    <>
      {set.state === 'PENDING_APPROVAL' && refusal !== null ? (
        <Alert color="indigo" variant="light" icon={<Icon name="lock" />}>
          {refusal}
        </Alert>
      ) : null}
      {set.problem ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title="The change set was not released"
        >
          {set.problem}
        </Alert>
      ) : null}
    </>
  )
}

function AddMember({ set, onAdd }: { readonly set: ChangeSet; readonly onAdd: SetSteps['add'] }) {
  const drafts = useDraftChoices()
  const taken = new Set(set.members.map(({ rulesetId }) => rulesetId))
  return (
    <Select
      key={set.version}
      aria-label="Add a draft"
      placeholder="Add a draft"
      searchable
      data={drafts.flatMap(({ value, label }) => (taken.has(value) ? [] : [{ value, label }]))}
      value={null}
      nothingFoundMessage="No open drafts"
      onChange={(chosen) => {
        const draft = drafts.find(({ value }) => value === chosen)
        if (draft) void onAdd(draft.seen)
      }}
    />
  )
}

interface ChangeSetDrawerProps {
  readonly id: string
  readonly onClose: () => void
}

/** A change set with all its changes, and what is to be decided about it. */
export function ChangeSetDrawer({ id, onClose }: ChangeSetDrawerProps) {
  const { data: set, isError, refetch } = useChangeSet(id)
  const mayEdit = useMay('rules-hub.edit')
  const { isBusy, take } = useSetStep()
  const [decision, setDecision] = useState<Decision | null>(null)
  const steps = set ? changeSetSteps(set, take) : null
  const state = set ? setStates[set.state] : null
  const isEditable = mayEdit && set !== undefined && isOpen(set)
  return (
    <Drawer
      opened
      onClose={onClose}
      title={set?.title ?? 'Change set'}
      headerExtra={state ? <StatusBadge {...state}>{state.word}</StatusBadge> : undefined}
      footer={
        set && steps && mayEdit ? (
          <Footer set={set} steps={steps} isBusy={isBusy} onDecide={setDecision} />
        ) : undefined
      }
    >
      {set && steps ? (
        <div className={styles.page}>
          <Notices set={set} />
          <Summary set={set} />
          {set.members.length === 0 ? <p className={styles.quiet}>No drafts yet.</p> : <TrySet set={set} />}
          {set.members.map((member) => (
            <MemberView
              key={member.rulesetId}
              member={member}
              onRemove={isEditable ? () => void steps.remove(member.rulesetId) : undefined}
            />
          ))}
          {isEditable ? <AddMember set={set} onAdd={steps.add} /> : null}
        </div>
      ) : isError ? (
        <ErrorPanel compact title="The change set could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <Skeleton>
          <SkeletonLines lines={8} />
        </Skeleton>
      )}
      {decision ? (
        <DecideDialog decision={decision} isBusy={isBusy} onClose={() => setDecision(null)} />
      ) : null}
    </Drawer>
  )
}
