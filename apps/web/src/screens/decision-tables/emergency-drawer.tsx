import { Alert, Button } from '@mantine/core'
import type { RulesetRevision } from '@signalbox/model/rules/ruleset'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { Drawer } from '../../ui/drawer.tsx'
import { Icon } from '../../ui/icon.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './dialogs.module.css'
import type { ReviewDrawerProps } from './review-drawer.tsx'
import { RulesetChangesView } from './ruleset-changes.tsx'
import { contentOfRevision } from './section-info.ts'
import { useVersion } from './use-version.ts'

/** What went live without approval, for a second person to confirm or take back. */
export function EmergencyDrawer({ table, info, operations, onClose }: ReviewDrawerProps) {
  const active = info.ruleset?.active as RulesetRevision
  const { username } = useSession().metadata.user
  const mayEdit = useMay(table.access.edit)
  const { data: previous } = useVersion(active.rulesetId, active.basedOn)
  const own = active.editors?.includes(username) ?? false
  const from = previous ? contentOfRevision(previous) : { ...contentOfRevision(active), rules: [] }
  return (
    <Drawer
      opened
      onClose={onClose}
      title={active.name}
      headerExtra={
        <StatusBadge tone="negative" icon="warning">
          Active without approval
        </StatusBadge>
      }
      footer={
        mayEdit ? (
          <>
            <Button variant="default" onClick={() => operations.revert(info, onClose)}>
              Revert
            </Button>
            <Button
              disabled={own}
              leftSection={<Icon name="approve" size={16} />}
              onClick={() => operations.confirm(info, onClose)}
            >
              Confirm
            </Button>
          </>
        ) : null
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what opens takes the focus, and this has nothing else to hold it */}
      <div className={styles.form} tabIndex={-1} data-autofocus>
        <Alert color="red" variant="light" icon={<Icon name="warning" />}>
          {own ? 'You activated this version. Someone else must confirm it.' : 'Confirm it or revert it.'}{' '}
          Without a confirmation it is reverted <InstantView iso={active.emergency?.until ?? ''} />.
        </Alert>
        <KeyValues
          items={[
            { label: 'Reason', value: active.changeNote, wide: true },
            { label: 'Activated by', value: active.submittedBy ?? '–' },
            {
              label: 'Activated',
              value: active.activatedAt ? <InstantView iso={active.activatedAt} /> : '–',
            },
          ]}
        />
        <section aria-label="Changes">
          <h3 className={styles.heading}>
            {active.basedOn === null
              ? 'New ruleset; reverting archives it'
              : `Compared with version ${active.basedOn}, which comes back`}
          </h3>
          <RulesetChangesView table={table} from={from} to={contentOfRevision(active)} />
        </section>
      </div>
    </Drawer>
  )
}
