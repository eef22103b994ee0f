import type { Entity } from '@signalbox/model/field/entity'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Explanation } from '../failure.ts'
import type { Row } from '../list/listing.ts'
import { useOperationId } from '../operation-id.ts'
import { problemsOf, type Problems } from './record-problems.ts'
import { createBody, updateBody, type Values } from './record-values.ts'
import { saveRecord, type SaveOutcome } from './save-record.ts'
import { useFormContent } from './use-form-content.ts'

/** Checks beyond the single field, given by the screen: sentence by field name, `note` included. */
export type RecordCheck = (input: {
  readonly values: Values
  readonly before: Values | null
  readonly record: Row | null
  readonly note: string
}) => Problems

export interface RecordFormInput {
  readonly entity: Entity
  /** Null makes a new record. */
  readonly record: Row | null
  /** Starts with these values instead of the record's, such as those of an older version. */
  readonly startWith?: Values
  readonly check?: RecordCheck
  readonly onSaved: (record: Row) => void
  /** Nothing to save: the form was opened and left as it was. */
  readonly onUnchanged: () => void
}

type Step =
  | { readonly at: 'edit' }
  /** Looking at the changes before they go live. */
  | { readonly at: 'review' }
  | { readonly at: 'conflict'; readonly current: Row }

const without = (problems: Problems, name: string): Problems =>
  Object.fromEntries(
    Object.entries(problems).filter(([other]) => other !== name && !other.startsWith(`${name}.`)),
  )

/** Where the problems of one form are found: its fields always, the note only where it can be seen. */
function useProblems({ entity, check }: RecordFormInput, content: ReturnType<typeof useFormContent>) {
  const [problems, setProblems] = useState<Problems>({})
  const { base, before, values, note } = content
  const body = (): Record<string, unknown> =>
    base && before ? updateBody(base, before, values, note) : createBody(values, note)
  const find = (noteShown: boolean): Problems => {
    const found = {
      ...problemsOf(entity, base ? 'update' : 'create', body()),
      ...check?.({ values, before, record: base, note }),
    }
    return noteShown ? found : without(found, 'note')
  }
  const clear = (name: string) => setProblems((last) => without(last, name))
  return { problems, setProblems, body, find, clear }
}

/** Sends the form once at a time. */
function useSending(entity: Entity, base: Row | null, body: () => Record<string, unknown>) {
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)
  const operationId = useOperationId()
  const send = async (take: (outcome: SaveOutcome) => void): Promise<void> => {
    // State arrives with the next drawing; a second click in the same moment must not pass.
    if (busy.current) return
    busy.current = true
    setSaving(true)
    const content = body()
    take(await saveRecord(entity, base, content, operationId(content)))
    busy.current = false
    setSaving(false)
  }
  return { saving, send }
}

/** One form on one record, from opening to saved. */
export function useRecordForm(input: RecordFormInput) {
  const { entity } = input
  const content = useFormContent(input)
  const { base, changes, setContent, discard } = content
  const { problems, setProblems, body, find, clear } = useProblems(input, content)
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [step, setStep] = useState<Step>({ at: 'edit' })
  const { saving, send } = useSending(entity, base, body)
  const queryClient = useQueryClient()
  const mode: 'create' | 'update' = base ? 'update' : 'create'
  /** Changes that go live are looked at once more; a new record has nothing to compare with. */
  const reviewed = entity.note === 'optional' || mode === 'create' || step.at === 'review'

  const take = (outcome: SaveOutcome) => {
    if (outcome.kind === 'saved') {
      discard()
      void queryClient.invalidateQueries({ queryKey: [entity.slug] })
      input.onSaved(outcome.record)
    } else if (outcome.kind === 'conflict') {
      setStep({ at: 'conflict', current: outcome.current })
    } else if (outcome.kind === 'invalid') {
      setProblems(outcome.problems)
      setStep({ at: 'edit' })
    } else {
      setFailure(outcome.explanation)
    }
  }

  const save = async () => {
    setFailure(null)
    await send(take)
  }

  const submit = async () => {
    if (base && changes.length === 0) {
      discard()
      input.onUnchanged()
      return
    }
    const found = find(reviewed)
    setProblems(found)
    if (Object.keys(without(found, 'note')).length > 0) setStep({ at: 'edit' })
    else if (found.note === undefined && reviewed) await save()
    else if (found.note === undefined) setStep({ at: 'review' })
  }

  return {
    ...content,
    problems,
    failure,
    step,
    saving,
    reviewed,
    mode,
    submit,
    set: (name: string, value: unknown) => {
      setContent((last) => ({ ...last, values: { ...last.values, [name]: value } }))
      clear(name)
    },
    setNote: (note: string) => {
      setContent((last) => ({ ...last, note }))
      clear('note')
    },
    backToEdit: () => setStep({ at: 'edit' }),
    /** The values the two agree on now stand on the newest version. */
    resolve: (current: Row, values: Values) => {
      setContent((last) => ({ ...last, base: current, values }))
      setStep({ at: 'edit' })
    },
  }
}

export type RecordFormModel = ReturnType<typeof useRecordForm>
