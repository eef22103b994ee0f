import type { CaseSheet } from '@signalbox/model/calls/case-sheet'
import { caseTypes } from '@signalbox/model/investigation/case'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from '../../kit/api.ts'
import { live } from '../../kit/live.ts'
import { recordLoading } from '../../kit/record/record-loading.tsx'
import { RecordSteps } from '../../kit/record/record-steps.tsx'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { recordKey, useRecord } from '../../kit/list/use-rows.ts'
import { CopyText } from '../../ui/copy-text.tsx'
import { Drawer } from '../../ui/drawer.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { CaseButtons, type CaseTask } from './case-buttons.tsx'
import { CaseEvidence } from './case-evidence.tsx'
import { CaseFacts, CaseSummary } from './case-facts.tsx'
import { asCase } from './case-listing.ts'
import { CaseFiles } from './case-files.tsx'
import { CaseStory } from './case-story.tsx'
import styles from './investigate.module.css'
import { ResolveDialog } from './resolve-dialog.tsx'
import { useCaseWork } from './use-case-work.ts'
import { WordDialog, type Words, type WordTask } from './word-dialog.tsx'

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

interface Asking {
  readonly task: CaseTask
  readonly caseId: string
  readonly txId?: number
}

const isOutcome = (task: CaseTask): task is 'SUCCESSFUL' | 'FAILED' =>
  task === 'SUCCESSFUL' || task === 'FAILED'

/** A question is about the case it was asked for; it is not carried over to the next. */
function useAsking(id: string) {
  const [asking, setAsking] = useState<Asking | null>(null)
  return {
    asking: asking?.caseId === id ? asking : null,
    ask: (task: CaseTask, txId?: number) =>
      setAsking({ task, caseId: id, ...(txId !== undefined && { txId }) }),
    stop: () => setAsking(null),
  }
}

/** One case over the list: what is known on one side, what shows it on the other, and what can be done. */
export function CaseDrawer({ list, id }: { readonly list: ListPageModel; readonly id: string }) {
  const query = useRecord('case', id === '' ? null : id, undefined)
  const sheet = query.data as CaseSheet | undefined
  const row = list.openedRow && asCase(list.openedRow)
  const work = useCaseWork()
  const { asking, ask, stop } = useAsking(id)
  const commentField = useRef<HTMLTextAreaElement>(null)
  useLiveCase(id, sheet?.txId ?? row?.txId ?? null)

  /** Once somebody has decided the next case is open, so that hands stay on the keys. */
  const goOn = async (done: Promise<boolean>) => {
    const next = list.next ?? list.close
    if (!(await done)) return
    stop()
    next()
  }
  const say = (current: CaseSheet, task: WordTask, { text, txId, resolution }: Words) => {
    const { version } = current
    if (task === 'attach') void goOn(work.run('attach', current, { version, txId, text }))
    else if (task === 'close') void goOn(work.run('close', current, { version, resolution, text }))
    else if (task === 'apply') void goOn(work.run('apply', current, { version, text }))
    else if (task === 'book') void goOn(work.run('book', current, { version, text }))
    else if (task === 'dismiss') void goOn(work.run('dismiss', current, { version, text }))
    else if (task === 'reopen')
      void work.run('reopen', current, { version, text }).then((done) => done && stop())
  }
  const dialog = () => {
    if (!asking || !sheet) return null
    const { task } = asking
    const shared = { running: work.running !== null, onClose: stop }
    if (isOutcome(task))
      return (
        <ResolveDialog
          {...shared}
          sheet={sheet}
          outcome={task}
          refused={work.refused}
          onRun={(body) => void goOn(work.run('resolve', sheet, body))}
        />
      )
    return (
      <WordDialog {...shared} task={task} txId={asking.txId} onRun={(words) => say(sheet, task, words)} />
    )
  }
  const content = () => {
    if (sheet)
      return (
        <div className={styles.columns}>
          <div className={styles.sheet}>
            <CaseFacts sheet={sheet} />
            <CaseFiles sheet={sheet} work={work} />
            <CaseStory sheet={sheet} work={work} field={commentField} />
          </div>
          <div className={styles.evidence}>
            <CaseEvidence sheet={sheet} list={list} onAttach={(txId) => ask('attach', txId)} />
          </div>
        </div>
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
                work={work}
                onTask={(task) => ask(task)}
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
      {dialog()}
    </>
  )
}
