import { Button } from '@mantine/core'
import {
  editPermission,
  templateKinds,
  type Template,
  type TemplateDraft,
  type TemplateType,
} from '@signalbox/model/template-language/template'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useRef, useState, type ComponentType } from 'react'
import { ApiError } from '../../kit/api.ts'
import { FavoriteStar } from '../../kit/list/favorite-star.tsx'
import { useFormats, useMay, useMerchant } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { Page } from '../../ui/page.tsx'
import { useShortcuts } from '../../ui/shortcuts.ts'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeletedDialog } from './deleted-dialog.tsx'
import { copyFor, draftOf, emptyDraft } from './editor-state.ts'
import { readTemplateFile } from './template-file.ts'
import { TemplateList } from './template-list.tsx'
import { useTemplatesAddress, type TemplatesNavigation } from './templates-address.ts'
import styles from './templates-screen.module.css'
import type { InitialDraft } from './use-template-editor.ts'
import { useTemplate, useTemplates } from './use-templates.ts'
import { Workspace } from './workspace.tsx'

interface WorkAreaProps {
  readonly type: TemplateType
  readonly nav: TemplatesNavigation
  readonly mayEdit: boolean
  readonly known: readonly Template[]
  readonly initial: ReturnType<typeof useNewTemplate>['initial']
}

function Loading() {
  return (
    <Skeleton>
      <SkeletonLines lines={12} />
    </Skeleton>
  )
}

function TemplateNotFound({ nav }: { readonly nav: TemplatesNavigation }) {
  const { name } = useMerchant()
  return (
    <EmptyState
      icon="search"
      title={`${name} has no such template.`}
      action={
        <Button variant="default" onClick={nav.close}>
          Back to the list
        </Button>
      }
    />
  )
}

function OpenTemplate({ type, nav, mayEdit, known, initial }: WorkAreaProps) {
  const { id, isNew, copyOf, copyTo } = nav.address
  const { id: merchantId } = useMerchant()
  const query = useTemplate(isNew ? copyOf : id)
  if (isNew && copyOf === null) {
    return (
      <Workspace
        key={`new-${merchantId}-${initial.count}`}
        base={null}
        start={emptyDraft(type)}
        initial={initial.content ?? undefined}
        nav={nav}
        mayEdit={mayEdit}
      />
    )
  }
  if (query.isPending) return <Loading />
  const gone = query.error instanceof ApiError && query.error.status === 404
  if (!query.data) {
    if (gone) return <TemplateNotFound nav={nav} />
    return (
      <ErrorPanel
        title="The template could not be loaded."
        requestId={query.error instanceof ApiError ? query.error.body.errorId : undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const found = query.data
  if (found.type !== type) return <TemplateNotFound nav={nav} />
  if (isNew) {
    const taken = known
      .filter(({ templateType }) => templateType === found.templateType)
      .map(({ locale }) => locale)
    const start = copyFor(found, [...taken, found.locale], copyTo ?? undefined)
    return (
      <Workspace
        key={`copy-${merchantId}-${found.id}`}
        base={null}
        start={start}
        copyOf={found.id}
        nav={nav}
        mayEdit={mayEdit}
      />
    )
  }
  return (
    <Workspace
      key={`${merchantId}-${found.id}`}
      base={found}
      start={draftOf(found)}
      gone={gone}
      nav={nav}
      mayEdit={mayEdit}
    />
  )
}

/** A file chosen from this machine, read into a new template. */
function useImport(type: TemplateType, onRead: (draft: TemplateDraft) => void) {
  const input = useRef<HTMLInputElement>(null)
  const [key, setKey] = useState(0)
  const read = async (file: File | undefined) => {
    // The same file may be chosen again after it was corrected.
    setKey((last) => last + 1)
    if (!file) return
    const result = readTemplateFile(await file.text(), type)
    if (result.ok) onRead(result.draft)
    else toast.error(result.why)
  }
  const field = (
    <input
      key={key}
      ref={input}
      type="file"
      accept="application/json,.json"
      hidden
      aria-label="Template file"
      onChange={(event) => void read(event.currentTarget.files?.[0])}
    />
  )
  return { field, choose: () => input.current?.click() }
}

/** What a new template begins with. Each beginning is counted, so that the next one starts afresh. */
function useNewTemplate(nav: TemplatesNavigation) {
  const [initial, setInitial] = useState<{ readonly count: number; readonly content: InitialDraft | null }>({
    count: 0,
    content: null,
  })
  const begin = (content: InitialDraft | null) => {
    setInitial(({ count }) => ({ count: count + 1, content }))
    nav.startNew()
  }
  return { initial, begin }
}

interface PageActionsProps {
  readonly open: boolean
  readonly onImport: () => void
  readonly onFindDeleted: () => void
  readonly onNew: () => void
}

function PageActions({ open, onImport, onFindDeleted, onNew }: PageActionsProps) {
  return (
    <div className={styles.pageActions} data-open={open || undefined}>
      <Menu
        label="More for templates"
        target={<IconButton icon="more" label="More for templates" bordered />}
      >
        <MenuItem icon="upload" onSelect={onImport}>
          Import from JSON…
        </MenuItem>
        <MenuItem icon="history" onSelect={onFindDeleted}>
          Find a deleted template…
        </MenuItem>
      </Menu>
      <Button
        variant={open ? 'default' : 'filled'}
        leftSection={<Icon name="plus" size={16} />}
        onClick={onNew}
      >
        New template
      </Button>
    </div>
  )
}

/** One screen for all six kinds; they differ in their language, their tabs and who may open them. */
function TemplatesScreen({ type }: { readonly type: TemplateType }) {
  const { title, label } = templateKinds[type]
  const nav = useTemplatesAddress()
  const mayEdit = useMay(editPermission(type))
  const formats = useFormats()
  const query = useTemplates(type, nav.address)
  const { initial, begin } = useNewTemplate(nav)
  const { field, choose } = useImport(type, (draft) => begin({ draft, note: '' }))
  const [findingDeleted, setFindingDeleted] = useState(false)
  const open = nav.address.isNew || nav.address.id !== null
  useShortcuts(title, mayEdit ? [{ keys: 'n', label: `New ${label}`, run: () => begin(null) }] : [])
  return (
    <Page
      title={title}
      count={query.data ? formatNumber(query.data.total, formats) : undefined}
      titleExtra={<FavoriteStar page={`/templates/${type}`} title={title} />}
      content="fill"
      actions={
        mayEdit ? (
          <PageActions
            open={open}
            onImport={choose}
            onFindDeleted={() => setFindingDeleted(true)}
            onNew={() => begin(null)}
          />
        ) : undefined
      }
    >
      {field}
      <div className={styles.frame}>
        <div className={styles.split} data-open={open || undefined}>
          <TemplateList type={type} nav={nav} query={query} mayEdit={mayEdit} />
          <div className={styles.work}>
            {open ? (
              <OpenTemplate
                type={type}
                nav={nav}
                mayEdit={mayEdit}
                known={query.data?.items ?? []}
                initial={initial}
              />
            ) : (
              <EmptyState icon="file" title="Choose a template, or write a new one." />
            )}
          </div>
        </div>
      </div>
      {findingDeleted ? (
        <DeletedDialog
          type={type}
          onClose={() => setFindingDeleted(false)}
          onRestore={(draft, version) => {
            setFindingDeleted(false)
            begin({ draft, note: `Restore version ${version}` })
          }}
        />
      ) : null}
    </Page>
  )
}

/** The screen of one kind, as the table of contents wants it. */
export function templatesScreen(type: TemplateType): ComponentType {
  return function TypedTemplatesScreen() {
    return <TemplatesScreen type={type} />
  }
}
