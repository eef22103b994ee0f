import { Button } from '@mantine/core'
import { localeNames, type Locale } from '@signalbox/model/reference/locales'
import { templateKinds } from '@signalbox/model/template-language/template'
import { InstantView } from '../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon, type IconName } from '../../ui/icon.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { Tooltip } from '../../ui/tooltip.tsx'
import styles from './workspace.module.css'
import type { TemplateEditor } from './use-template-editor.ts'

export interface HeaderAction {
  readonly name: string
  readonly label: string
  readonly icon: IconName
  readonly run: () => void
  /** Why it is not possible now. */
  readonly refusal?: string | null
  readonly destructive?: boolean
}

export interface WorkspaceHeaderProps {
  readonly editor: TemplateEditor
  readonly mayEdit: boolean
  readonly actions: readonly HeaderAction[]
  readonly onSave: () => void
  readonly onBack: () => void
}

function Ownership({ editor }: { readonly editor: TemplateEditor }) {
  const merchantName = useMerchantName()
  const { base } = editor
  if (base === null)
    return (
      <StatusBadge tone="input" icon="plus">
        New
      </StatusBadge>
    )
  if (base.inherited) {
    return (
      <StatusBadge tone="neutral" icon="inherit">
        Inherited from {merchantName(base.merchantId)}
      </StatusBadge>
    )
  }
  if (typeof base.overrides === 'number') {
    return (
      <StatusBadge tone="active" icon="split">
        Overrides {merchantName(base.overrides)}
      </StatusBadge>
    )
  }
  return (
    <StatusBadge tone="positive" icon="check">
      Own
    </StatusBadge>
  )
}

/** What is open, whose it is, and what can be done with it. */
export function WorkspaceHeader({ editor, mayEdit, actions, onSave, onBack }: WorkspaceHeaderProps) {
  const { base, draft, dirty, type } = editor
  return (
    <header className={styles.header}>
      <div className={styles.back}>
        <IconButton icon="arrow-left" label="Back to the list" onClick={onBack} />
      </div>
      <div className={styles.what}>
        <h2 className={styles.name}>
          {draft.templateType || `New ${templateKinds[type].label}`}
          <Tooltip content={localeNames[draft.locale as Locale] ?? draft.locale}>
            <span className={styles.locale}>{draft.locale}</span>
          </Tooltip>
          <Ownership editor={editor} />
          {dirty ? (
            <StatusBadge tone="attention" icon="edit">
              Unsaved
            </StatusBadge>
          ) : null}
        </h2>
        <p className={styles.meta}>
          {base ? (
            <>
              Version {base.version}, {base.updatedBy}, <InstantView iso={base.lastUpdated} />
              {draft.description ? <span className={styles.description}> · {draft.description}</span> : null}
            </>
          ) : (
            'Not saved yet'
          )}
        </p>
      </div>
      <div className={styles.actions}>
        {mayEdit ? (
          <Tooltip content={<Kbd keys="mod+S" />}>
            <Button
              onClick={onSave}
              disabled={!dirty && base !== null}
              leftSection={<Icon name="save" size={16} />}
            >
              {base === null ? 'Create…' : 'Save…'}
            </Button>
          </Tooltip>
        ) : null}
        <Menu label="More actions" target={<IconButton icon="more" label="More actions" bordered />}>
          {actions.map(({ name, label, icon, run, refusal, destructive }) => (
            <MenuItem key={name} icon={icon} refusal={refusal} danger={destructive} onSelect={run}>
              {label}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </header>
  )
}
