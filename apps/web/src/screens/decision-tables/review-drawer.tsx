import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
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
import type { Steps } from './use-steps.tsx'

export interface ReviewDrawerProps {
  readonly table: DecisionTable
  readonly info: SectionInfo
  readonly steps: Steps
  readonly onClose: () => void
}

/** What somebody wants to become active, against what is active now. */
export function ReviewDrawer({ table, info, steps, onClose }: ReviewDrawerProps) {
  const { username } = useSession().metadata.user
  const mayEdit = useMay(table.access.edit)
  const open = info.ruleset?.open
  const active = info.ruleset?.active
  if (!open) return null
  const { tone, word, icon } = stateBadges[open.state]
  const pending = open.state === 'PENDING_APPROVAL'
  const refusal = whyNotApprove(info, username, mayEdit)
  const author = isAuthor(info, username)
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
      footer={
        <>
          {mayEdit && (open.state === 'SCHEDULED' || (pending && author)) ? (
            <Button variant="default" onClick={() => steps.withdraw(info)}>
              Withdraw
            </Button>
          ) : null}
          {pending && mayEdit ? (
            <>
              <Button variant="default" disabled={refusal !== null} onClick={() => steps.deny(info, onClose)}>
                Deny
              </Button>
              <Button
                disabled={refusal !== null}
                leftSection={<Icon name="approve" size={16} />}
                onClick={() => steps.approve(info, onClose)}
              >
                Approve
              </Button>
            </>
          ) : null}
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what opens takes the focus, and this has nothing else to hold it */}
      <div className={styles.form} tabIndex={-1} data-autofocus>
        {pending && refusal !== null ? (
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
