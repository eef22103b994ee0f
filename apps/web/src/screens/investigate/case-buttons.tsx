import { Button } from '@mantine/core'
import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import type { CaseOutcome } from '@signalbox/model/investigation/case'
import { operations } from '@signalbox/model/payments/operations'
import { useSession } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { useShortcuts, type Shortcut } from '../../ui/shortcuts.ts'
import { useCaseOptions } from './case-listing.ts'
import styles from './investigate.module.css'
import type { CaseActions } from './use-case-actions.ts'
import type { CaseActionName } from './case-action-dialog.tsx'

/** What is asked before something happens. */
export type CaseTask = CaseActionName | CaseOutcome

interface CaseButtonsProps {
  readonly sheet: CaseSheet
  readonly caseActions: CaseActions
  readonly onTask: (task: CaseTask) => void
  readonly onComment: () => void
}

function MoreMenu({ sheet, caseActions, onTask }: CaseButtonsProps) {
  const people = useCaseOptions()?.people ?? []
  const may = (name: string) => sheet.allowed.includes(name)
  const { version, state, assigneeId } = sheet
  const others = may('assign') ? people.filter(({ id }) => id !== assigneeId) : []
  const waits = [
    ['PSP', 'WAITING_PSP', 'Wait for the PSP'],
    ['MERCHANT', 'WAITING_MERCHANT', 'Wait for the merchant'],
  ] as const
  const isWaiting = state === 'WAITING_PSP' || state === 'WAITING_MERCHANT'
  const rest = (['close', 'reopen'] as const).filter(may)
  if (others.length === 0 && !may('wait') && !may('unassign') && rest.length === 0) return null
  return (
    <Menu
      label="More"
      target={
        <Button size="compact-md" variant="default" rightSection={<Icon name="chevron-down" size={14} />}>
          More
        </Button>
      }
    >
      {may('unassign') ? (
        <MenuItem icon="undo" onSelect={() => void caseActions.run('unassign', sheet, { version })}>
          Unassign
        </MenuItem>
      ) : null}
      {may('wait')
        ? waits
            .filter(([, same]) => same !== state)
            .map(([whom, , label]) => (
              <MenuItem
                key={whom}
                icon="hourglass"
                onSelect={() => void caseActions.run('wait', sheet, { version, for: whom })}
              >
                {label}
              </MenuItem>
            ))
        : null}
      {may('wait') && isWaiting ? (
        <MenuItem
          icon="play"
          onSelect={() => void caseActions.run('wait', sheet, { version, for: 'NOBODY' })}
        >
          Resume
        </MenuItem>
      ) : null}
      {may('close') ? <MenuItem onSelect={() => onTask('close')}>Close the case</MenuItem> : null}
      {may('reopen') ? <MenuItem onSelect={() => onTask('reopen')}>Reopen</MenuItem> : null}
      {others.length > 0 ? <MenuDivider /> : null}
      {others.map(({ id, name }) => (
        <MenuItem
          key={id}
          icon="user"
          onSelect={() => void caseActions.run('assign', sheet, { version, assigneeId: id })}
        >
          Assign to {name}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface Step extends Shortcut {
  readonly name: CaseActions['running']
  readonly kind: 'filled' | 'default' | 'danger'
}

/** What can be done about the open case, each with its key. */
function useSteps({ sheet, caseActions, onTask }: CaseButtonsProps): Step[] {
  const { roles } = useSession()
  const may = (name: string) => sheet.allowed.includes(name)
  const { version } = sheet
  const asks = operations.check.roles.some((role) => roles.includes(role))
  const step = (
    name: CaseActions['running'],
    keys: string,
    label: string,
    run: () => void,
    kind: Step['kind'] = 'default',
  ): Step => ({ name, keys, label, run, kind })
  return [
    ...(may('take') && sheet.assigneeId === null
      ? [step('take', 't', 'Take', () => void caseActions.run('take', sheet, { version }))]
      : []),
    ...(may('resolve')
      ? [
          step('resolve', 's', 'Successful', () => onTask('SUCCESSFUL'), 'filled'),
          step('resolve', 'f', 'Failed', () => onTask('FAILED'), 'danger'),
        ]
      : []),
    ...(may('resolve') && asks
      ? [step('check', 'p', 'Ask the PSP', () => void caseActions.askPsp(sheet))]
      : []),
    ...(may('attach') ? [step('attach', 'a', 'Attach', () => onTask('attach'), 'filled')] : []),
    ...(may('apply') ? [step('apply', 'a', 'Apply again', () => onTask('apply'), 'filled')] : []),
    ...(may('book') ? [step('book', 'b', 'Book with a difference', () => onTask('book'), 'filled')] : []),
    ...(may('dismiss') ? [step('dismiss', 'd', 'Dismiss', () => onTask('dismiss'), 'danger')] : []),
  ]
}

/** The likeliest steps as buttons, the others behind one more. */
export function CaseButtons(props: CaseButtonsProps) {
  const { caseActions, sheet, onComment } = props
  const steps = useSteps(props)
  useShortcuts('Case', [
    ...steps,
    ...(sheet.allowed.includes('comment') ? [{ keys: 'c', label: 'Comment', run: onComment }] : []),
  ])
  return (
    <div className={styles.buttons}>
      {steps.map(({ name, keys, label, run, kind }) => (
        <Button
          key={keys}
          size="compact-md"
          variant={kind === 'filled' ? 'filled' : 'default'}
          c={kind === 'danger' ? 'var(--tone-negative)' : undefined}
          loading={caseActions.running === name && name !== 'resolve'}
          disabled={caseActions.running !== null}
          rightSection={<Kbd keys={keys} />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <MoreMenu {...props} />
    </div>
  )
}
