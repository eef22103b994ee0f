import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { RulesetContent } from '@signalbox/model/rules/ruleset'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CellLanguage } from '../../kit/decision-grid/core/cell-language.ts'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { useStable } from '../../kit/use-stable.ts'
import {
  dropEdits,
  editOf,
  editsKey,
  keepEdits,
  readEdits,
  restoreEdit,
  type KeptEdit,
} from './kept-edits.ts'
import type { LoadedTable } from './section-info.ts'
import { defaultColumns, pickColumns, usedColumns } from './shown-columns.ts'
import { EditSession } from './edit-session.ts'
import { useTableNews } from './use-table-news.ts'

const emptyContent: RulesetContent = {
  name: '',
  note: '',
  priority: 1,
  inherit: 'OVERRIDABLE',
  enabled: true,
  preconditions: {},
  rules: [],
}

/** What is not saved, ruleset by ruleset. */
const unsavedEdits = (session: EditSession): KeptEdit[] =>
  session.dirtyKeys().flatMap((key) => {
    const info = session.infos().get(key)
    const content = session.contentAt(key)
    return info && content ? [editOf(key, info.step, info.base ?? emptyContent, content)] : []
  })

/** Puts kept edits back. Says how many rows others changed in the meantime, which stay as they made them. */
function putBack(session: EditSession, edits: readonly KeptEdit[]): { restored: number; conflicts: number } {
  let restored = 0
  let conflicts = 0
  for (const edit of edits) {
    const base = session.infos().get(edit.key)?.base
    if (edit.step === null) {
      const { content } = restoreEdit(edit, emptyContent)
      session.addRuleset(content, content.rules)
    } else if (base && session.infos().get(edit.key)?.editable) {
      const { content, conflicts: found } = restoreEdit(edit, base)
      session.changeContent(edit.key, content, 'Restore unsaved changes')
      conflicts += found
    } else continue
    restored += 1
  }
  return { restored, conflicts }
}

export interface Restored {
  readonly at: string
  readonly conflicts: number
}

const keepPauseMs = 400

/** One table while somebody works on it: loaded once, refreshed when others save, kept when the session ends. */
export function useEditSession(table: DecisionTable, loaded: LoadedTable, language: CellLanguage) {
  const { merchantId } = useSession()
  const mayEdit = useMay(table.access.edit)
  const storageKey = editsKey(table.slug, merchantId)
  const [begun] = useState(() => {
    const contents = [
      ...loaded.own.flatMap(({ open, active }) => open ?? active ?? []),
      ...loaded.effective.rulesets,
    ]
    const columns = pickColumns(table, defaultColumns(table, usedColumns(contents)))
    const deps = { language, newId: () => crypto.randomUUID(), nowMs: () => Date.now() }
    const made = new EditSession(loaded, columns, deps, { merchantId, mayEdit })
    const kept = mayEdit ? readEdits(storageKey) : null
    const { restored, conflicts } = putBack(made, kept?.edits ?? [])
    const notice: Restored | null = kept && restored > 0 ? { at: kept.at, conflicts } : null
    return { session: made, notice }
  })
  const { session } = begun
  const [notice, setNotice] = useState(begun.notice)

  useEffect(() => session.refresh(loaded), [session, loaded])

  useTableNews(session, table.slug)

  const keep = useStable(() => keepEdits(storageKey, unsavedEdits(session), new Date().toISOString()))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(keep, keepPauseMs)
    }
    const stop = session.subscribe(soon)
    return () => {
      clearTimeout(timer)
      stop()
      keep()
    }
  }, [session, keep])

  return {
    session,
    restored: notice,
    forgetNotice: () => setNotice(null),
    discard: () => {
      session.discard()
      dropEdits(storageKey)
      setNotice(null)
    },
  }
}

/** Draws again whenever rows or rulesets change. */
export function useEditSessionState(session: EditSession) {
  const state = useSyncExternalStore(session.subscribe, session.grid.get)
  const infos = useSyncExternalStore(session.subscribe, session.infos)
  return { state, infos }
}
