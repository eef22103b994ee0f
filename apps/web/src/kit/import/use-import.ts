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

export type ImportFormat = 'csv' | 'json'

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

/** An import from the pasted text to the written rows. */
export function useImport(entity: Entity, onDone: () => void) {
  const [content, setText] = useState('')
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [separator, setSeparator] = useState<Separator>('')
  const [note, setNote] = useState('')
  const [preview, setPreview] = useState<ImportPreview | null>(null)
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
    const body = bodyOf({ format, content, separator, note: note.trim() })
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
    content,
    format,
    note,
    preview,
    failure,
    noteProblem,
    running,
    separator,
    setSeparator,
    setFormat,
    setNote: (text: string) => {
      setNote(text)
      setNoteProblem(undefined)
    },
    setContent: (text: string) => {
      setText(text)
      setFormat(formatOf(text))
      setPreview(null)
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
