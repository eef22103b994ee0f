import { useNavigate } from '@tanstack/react-router'
import { toggleSection } from '../../kit/decision-grid/core/grid-state.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useMay, useMerchant, useSession } from '../../kit/session/session-store.ts'
import { isAuthor, rulesetActions } from './ruleset-actions.ts'
import { SectionHeading } from './section-heading.tsx'
import type { TableEditorModel } from './use-table-editor.ts'

/** The line above the rows of a ruleset, with what a person may do with it. */
export function EditorHeading({
  editor,
  section,
}: {
  readonly editor: TableEditorModel
  readonly section: number
}) {
  const { table, session, state, document, dirty, mayEdit, operations, nav, setDialog } = editor
  const merchant = useMerchant()
  const merchantName = useMerchantName()
  const mayBuild = useMay('rules-hub.edit') && !dirty.includes(document.sections[section]?.key ?? '')
  const navigate = useNavigate()
  const { username } = useSession().metadata.user
  const info = session.infoAt(section)
  const found = document.sections[section]
  if (!info || !found) return null
  const { key, content } = found
  const isDraft = info.state === 'DRAFT' || info.state === 'REJECTED'
  const onSubmit = mayEdit && isDraft && !dirty.includes(key) ? () => operations.submit(info) : undefined
  return (
    <SectionHeading
      table={table}
      info={info}
      content={content}
      collapsed={state.collapsed.has(key)}
      dirty={dirty.includes(key)}
      owner={info.inherited ? merchantName(info.merchantId) : null}
      onToggle={() => session.grid.update((now) => toggleSection(now, key))}
      onReview={() => nav.open('review', key)}
      onSubmit={isAuthor(info, username) ? onSubmit : undefined}
      onNewer={() => setDialog({ kind: 'newer', key })}
      onMerge={() => setDialog({ kind: 'merge', key })}
      actions={rulesetActions({
        info,
        enabled: content.enabled,
        mayEdit,
        username,
        merchantName: merchant.name,
        operations,
        onSettings: () => setDialog({ kind: 'settings', key }),
        onToggleEnabled: () =>
          session.changeFields(
            key,
            { enabled: !content.enabled },
            content.enabled ? 'Switch ruleset off' : 'Switch ruleset on',
          ),
        onHistory: () => nav.open('history', key),
        onReview: () => nav.open('review', key),
        onBuild: mayBuild
          ? () => void navigate({ to: '/rules-hub/builder', search: () => ({ step: 'rules', ruleset: key }) })
          : undefined,
        onImport: () => setDialog({ kind: 'import', key }),
        onRemoveNew: () => session.remove(key),
        onSubmit,
      })}
    />
  )
}
