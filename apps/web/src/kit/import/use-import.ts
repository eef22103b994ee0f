import type { Permission } from '@signalbox/model/access/policy'
import type { Entity } from '@signalbox/model/field/entity'
import type { ImportPreview } from '@signalbox/model/field/resource'
import { texts } from '@signalbox/model/text/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { toast } from '../../ui/toast.tsx'
import { request } from '../api.ts'
import { attemptOn, explainFailure, type Explanation } from '../failure.ts'
import { waitingText } from './import-preview.tsx'
import { useOperationId } from '../operation-id.ts'

/** How a screen imports files, where it is not the usual way. */
export interface ImportRules {
  readonly access: Permission
  /** What the first line must hold. */
  readonly hint: string
  /** Only this format is taken. */
  readonly format: 'csv'
  /** What has to be confirmed before these rows are written; null when nothing. */
  readonly confirm?: (preview: ImportPreview) => string | null
}

export type ImportFormat = 'csv' | 'json'

const longestShown = 200_000

/** What stands between cells; empty: found out from the first line. */
export type Separator = '' | ',' | ';' | '\t'

/** JSON begins with a bracket; everything else is read as CSV. */
const formatOf = (content: string): ImportFormat => (/^\s*[[{]/.test(content) ? 'json' : 'csv')

interface ImportText {
  readonly format: ImportFormat
  readonly content: string
  readonly separator: Separator
  readonly note: string
}

/** What is left blank is left out. */
const bodyOf = ({ format, content, separator, note }: ImportText) => ({
  format,
  content,
  ...(format === 'csv' && separator !== '' && { separator }),
  ...(note !== '' && { note }),
})

function doneText({ counts: { create, update, waiting } }: ImportPreview): string {
  const waits = waiting > 0 ? `, of which ${waitingText(waiting)}` : ''
  return `Imported: ${create} new, ${update} changed${waits}.`
}

const failureOf = (entity: Entity, error: unknown): Explanation =>
  explainFailure(error, { ...attemptOn(entity, 'imported'), label: entity.plural }) ?? {
    text: texts.somethingWentWrong,
  }

/** What is imported, pasted or from a file, and what checking it gave. */
function useContent() {
  const [content, setText] = useState('')
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [separator, setSeparator] = useState<Separator>('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  const [fileName, setFileName] = useState<string | null>(null)
  const take = (text: string, name: string | null) => {
    setText(text)
    setFormat(formatOf(text))
    setPreview(null)
    setFileName(name)
  }
  return {
    content,
    format,
    separator,
    preview,
    fileName,
    setFormat,
    setSeparator,
    setPreview,
    setContent: (text: string) => take(text, null),
    /** A long file is not put into an input, which would take the browser longer than the import. */
    setFile: async (file: File) => {
      const text = await file.text()
      take(text, text.length > longestShown ? file.name : null)
    },
  }
}

/** An import from the pasted text to the written rows. */
export function useImport(entity: Entity, rules: ImportRules | undefined, onDone: () => void) {
  const given = useContent()
  const { content, format, separator, setPreview } = given
  const [note, setNote] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [noteProblem, setNoteProblem] = useState<string>()
  const [running, setRunning] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()

  const call = async (step: 'preview' | 'commit') => {
    if (busy.current) return null
    busy.current = true
    setRunning(true)
    setFailure(null)
    const body = {
      ...bodyOf({ format: rules?.format ?? format, content, separator, note: note.trim() }),
      ...(rules?.confirm && { confirmed }),
    }
    try {
      return await request<ImportPreview>('POST', `/${entity.slug}/import/${step}`, {
        body,
        operationId: operationId([step, body]),
      })
    } catch (error) {
      setFailure(failureOf(entity, error))
      return null
    } finally {
      busy.current = false
      setRunning(false)
    }
  }

  return {
    ...given,
    note,
    failure,
    noteProblem,
    running,
    confirmed,
    setConfirmed,
    setNote: (text: string) => {
      setNote(text)
      setNoteProblem(undefined)
    },
    back: () => setPreview(null),
    check: async () => setPreview(await call('preview')),
    commit: async () => {
      if (entity.note === 'required' && note.trim().length < 3) {
        setNoteProblem(note.trim() === '' ? texts.required : texts.tooShort)
        return
      }
      const done = await call('commit')
      if (!done) return
      void queryClient.invalidateQueries({ queryKey: [entity.slug] })
      if (done.counts.refuse > 0) {
        setPreview(done)
        return
      }
      toast.success(doneText(done))
      onDone()
    },
  }
}
