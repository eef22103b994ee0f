import { useGridWords } from '../../kit/decision-grid/use-grid-words.ts'
import { Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { factOf } from '@signalbox/model/rules/facts'
import { displayOf, displayText } from '../../kit/decision-grid/cell-display.ts'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import type { GridContent } from '../../kit/decision-grid/core/grid-document.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuDivider, MenuItem } from '../../ui/menu.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import type { RulesetAction } from './ruleset-actions.ts'
import { isOutdated, isUnconfirmed, type SectionInfo } from './section-info.ts'
import styles from './section-heading.module.css'
import { countedRows, stateBadges } from './table-words.ts'

export interface SectionHeadingProps {
  readonly table: DecisionTable
  readonly info: SectionInfo
  readonly content: GridContent
  readonly collapsed: boolean
  readonly dirty: boolean
  /** Name of the merchant it belongs to, where that is another one. */
  readonly owner: string | null
  readonly actions: readonly RulesetAction[]
  readonly onToggle: () => void
  readonly onReview: () => void
  readonly onNewer: () => void
  readonly onMerge: () => void
  readonly onSubmit: (() => void) | undefined
}

function Preconditions({ table, content }: Pick<SectionHeadingProps, 'table' | 'content'>) {
  const formats = useGridWords()
  const entries = Object.entries(content.preconditions)
  if (entries.length === 0) return null
  const columns = columnsOf(table)
  const text = entries
    .map(([key, cell]) => {
      const column = columns.find(({ id }) => id === `c:${key}`)
      const said = column ? displayText(displayOf(column, cell, formats)) : ''
      return `${factOf(key)?.label ?? key} ${said}`
    })
    .join(', ')
  return (
    <Tooltip content={`Rows are evaluated only if: ${text}`}>
      <span className={styles.only}>
        <Icon name="filter" size={13} /> only if {text}
      </span>
    </Tooltip>
  )
}

function StateOf({ info }: { readonly info: SectionInfo }) {
  const { tone, word, icon } = stateBadges[info.state]
  const archives = info.ruleset?.open?.archives ?? false
  const version = info.step ? ` v${info.step.version}` : ''
  return (
    <StatusBadge tone={tone} icon={icon}>
      {archives && info.state === 'PENDING_APPROVAL'
        ? 'Archiving is waiting for approval'
        : `${word}${version}`}
    </StatusBadge>
  )
}

/** What else is to be known of it at a glance. */
function Facts({ info, content, owner }: Pick<SectionHeadingProps, 'info' | 'content' | 'owner'>) {
  const from = info.state === 'SCHEDULED' ? info.ruleset?.open?.effectiveFrom : null
  return (
    <>
      {isUnconfirmed(info) ? (
        <StatusBadge tone="negative" icon="warning">
          Active without approval
        </StatusBadge>
      ) : null}
      {content.enabled ? null : <StatusBadge tone="off">Off</StatusBadge>}
      {content.inherit === 'ENFORCED' ? (
        <Tooltip content="Evaluated first for every merchant below, which cannot override it">
          <span className={styles.fact}>Enforced</span>
        </Tooltip>
      ) : null}
      {owner === null ? <span className={styles.fact}>Priority {content.priority}</span> : null}
      <span className={styles.fact}>{countedRows(content.rules.length)}</span>
      {from ? (
        <span className={styles.fact}>
          from <InstantView iso={from} />
        </span>
      ) : null}
    </>
  )
}

/** What can be done with it. */
function Buttons({
  info,
  actions,
  name,
  ...props
}: Pick<SectionHeadingProps, 'info' | 'actions' | 'onNewer' | 'onMerge' | 'onSubmit' | 'onReview'> & {
  readonly name: string
}) {
  const waits = isUnconfirmed(info) || info.state === 'PENDING_APPROVAL' || info.state === 'SCHEDULED'
  return (
    <span className={styles.buttons} data-heading>
      {info.newer ? (
        <Button size="compact-xs" color="orange" variant="light" onClick={props.onNewer} tabIndex={-1}>
          {info.newer.open?.editedBy ?? 'Someone'} saved a newer version
        </Button>
      ) : null}
      {isOutdated(info) && !isUnconfirmed(info) ? (
        <Button size="compact-xs" color="orange" variant="light" onClick={props.onMerge} tabIndex={-1}>
          Version {info.ruleset?.active?.version} became active: merge
        </Button>
      ) : null}
      {props.onSubmit ? (
        <Button size="compact-xs" variant="default" onClick={props.onSubmit} tabIndex={-1}>
          Submit
        </Button>
      ) : null}
      {waits ? (
        <Button size="compact-xs" variant="default" onClick={props.onReview} tabIndex={-1}>
          Review
        </Button>
      ) : null}
      {actions.length > 0 ? (
        <Menu
          label={`More for ${name}`}
          target={<IconButton icon="more" label={`More for ${name}`} sizePx={26} tabIndex={-1} />}
        >
          {actions.map(({ label, icon, run, destructive, divided }) => [
            divided ? <MenuDivider key={`${label} divider`} /> : null,
            <MenuItem key={label} icon={icon} danger={destructive} onSelect={run}>
              {label}
            </MenuItem>,
          ])}
        </Menu>
      ) : null}
    </span>
  )
}

/** What a ruleset is, on the line over its rows. */
export function SectionHeading(props: SectionHeadingProps) {
  const { table, info, content, collapsed, dirty, owner, onToggle } = props
  const name = content.name || 'Ruleset without a name'
  return (
    <div className={styles.heading}>
      <IconButton
        icon={collapsed ? 'chevron-right' : 'chevron-down'}
        label={collapsed ? `Show the rows of ${name}` : `Hide the rows of ${name}`}
        expanded={!collapsed}
        sizePx={24}
        tabIndex={-1}
        onClick={onToggle}
      />
      <span className={styles.name}>{name}</span>
      {owner === null ? (
        <StateOf info={info} />
      ) : (
        <span className={styles.owner}>
          <Icon name="lock" size={13} /> {owner}
        </span>
      )}
      <Facts {...props} />
      <Preconditions table={table} content={content} />
      {dirty ? <span className={styles.dirty}>Edited</span> : null}
      <Buttons {...props} name={name} />
    </div>
  )
}
