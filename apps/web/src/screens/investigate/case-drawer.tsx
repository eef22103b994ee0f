import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { caseTypes } from '@signalbox/model/investigation/case'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, type RefObject } from 'react'
import { ApiError } from '../../kit/api.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { recordKey, useRecord } from '../../kit/list/use-rows.ts'
import { live } from '../../kit/live.ts'
import { recordLoading } from '../../kit/record/record-loading.tsx'
import { RecordSteps } from '../../kit/record/record-steps.tsx'
import { CopyText } from '../../ui/copy-text.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CaseActivity } from './case-activity.tsx'
import { CaseButtons } from './case-buttons.tsx'
import { CaseDialog, useOpenDialog } from './case-dialog.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { CaseFacts, CaseSummary } from './case-facts.tsx'
import { CaseFiles } from './case-files.tsx'
import { asCase } from './case-listing.ts'
import styles from './investigate.module.css'
import { useCaseActions, type CaseActions } from './use-case-actions.ts'

/** What is open follows what happens to the case and to its payment, whoever does it. */
function useLiveCase(id: string, txId: number | null): void {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => {
      void client.invalidateQueries({ queryKey: recordKey('case', id) })
      if (txId !== null) void client.invalidateQueries({ queryKey: recordKey('transaction', String(txId)) })
    }
    const stops = [
      live.on('case', ({ key }) => {
        if (key === undefined || key === id) refresh()
      }),
      live.on('transaction', ({ key }) => {
        if (key === undefined || key === String(txId)) refresh()
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [id, txId, client])
}

function Problem({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  if (error instanceof ApiError && [404, 422].includes(error.status)) {
    return (
      <EmptyState icon="search" title="Case not found">
        It does not exist, or it belongs to another merchant.
      </EmptyState>
    )
  }
  const body = error instanceof ApiError ? error.body : undefined
  return <ErrorPanel title={body?.message ?? error.message} requestId={body?.errorId} onRetry={onRetry} />
}

interface CaseContentProps {
  readonly sheet: CaseSheet
  readonly list: ListPageModel
  readonly caseActions: CaseActions
  readonly commentField: RefObject<HTMLTextAreaElement | null>
  readonly onAttach: (txId: number) => void
}

function CaseContent({ sheet, list, caseActions, commentField, onAttach }: CaseContentProps) {
  return (
    <div className={styles.columns}>
      <div className={styles.sheet}>
        <CaseFacts sheet={sheet} />
        <CaseFiles sheet={sheet} caseActions={caseActions} />
        <CaseActivity sheet={sheet} caseActions={caseActions} field={commentField} />
      </div>
      <div className={styles.evidence}>
        <CaseEvidence sheet={sheet} list={list} onAttach={onAttach} />
      </div>
    </div>
  )
}

/** One case over the list: what is known on one side, what shows it on the other, and what can be done. */
export function CaseDrawer({ list, id }: { readonly list: ListPageModel; readonly id: string }) {
  const query = useRecord('case', id === '' ? null : id, undefined)
  const sheet = query.data as CaseSheet | undefined
  const row = list.openedRow && asCase(list.openedRow)
  const caseActions = useCaseActions()
  const { open, show, close } = useOpenDialog(id)
  const commentField = useRef<HTMLTextAreaElement>(null)
  useLiveCase(id, sheet?.txId ?? row?.txId ?? null)

  const content = () => {
    if (sheet)
      return (
        <CaseContent
          sheet={sheet}
          list={list}
          caseActions={caseActions}
          commentField={commentField}
          onAttach={(txId) => show('attach', txId)}
        />
      )
    if (query.isError) return <Problem error={query.error} onRetry={() => void query.refetch()} />
    return recordLoading
  }
  const type = sheet?.type ?? row?.type
  return (
    <>
      <Drawer
        opened={list.state.id !== null}
        onClose={list.close}
        widthPx={1320}
        title={
          <>
            {type ? caseTypes[type] : 'Case'}{' '}
            <CopyText value={String(sheet?.txId ?? sheet?.reference ?? id)} maxChars={24} label="Copy" />
          </>
        }
        headerExtra={<RecordSteps list={list} />}
        toolbar={
          sheet ? (
            <div className={styles.toolbar}>
              <CaseSummary sheet={sheet} />
              <CaseButtons
                sheet={sheet}
                caseActions={caseActions}
                onTask={(task) => show(task)}
                onComment={() => commentField.current?.focus()}
              />
            </div>
          ) : undefined
        }
      >
        <div tabIndex={-1} data-autofocus>
          {content()}
        </div>
      </Drawer>
      {open && sheet ? (
        <CaseDialog list={list} sheet={sheet} caseActions={caseActions} open={open} onClose={close} />
      ) : null}
    </>
  )
}
