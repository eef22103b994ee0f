import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './dialogs.module.css'
import { isAuthor, whyNotApprove } from './ruleset-actions.ts'
import { RulesetChangesView } from './ruleset-changes.tsx'
import { contentOfRevision, type SectionInfo } from './section-info.ts'
import { countedRows, stateBadges } from './table-words.ts'
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

function Summary({ open, active }: { readonly open: Open; readonly active: Open | null | undefined }) {
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

/** What somebody wants to become active, against what is active now. */
export function ReviewDrawer(props: ReviewDrawerProps) {
  const { table, info, onClose } = props
  const open = info.ruleset?.open
  const active = info.ruleset?.active
  if (!open) return null
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
        <Summary open={open} active={active} />
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
            />
          )}
        </section>
      </div>
    </Drawer>
  )
}
