import { useState } from 'react'
import { draftKey, readDraft, type Draft } from './record-draft.ts'
import { changedNames, valuesOf } from './record-values.ts'
import { useDraft } from './use-draft.ts'
import type { RecordFormInput } from './use-record-form.ts'

const begin = ({ entity, record, startWith }: RecordFormInput): Draft => ({
  base: record,
  values: { ...valuesOf(entity, record), ...startWith },
  note: '',
})

/** What stands in a form: the record's values, then what was typed, kept as a draft until it is saved or dropped. */
export function useFormContent(input: RecordFormInput) {
  const { entity, record } = input
  const [key] = useState(() => draftKey(entity.slug, record ? String(record.id) : null))
  const [kept] = useState(() => (record && input.startWith ? null : readDraft(key)))
  const [fresh] = useState(() => begin(input))
  const [restored, setRestored] = useState(kept !== null)
  const [content, setContent] = useState<Draft>(kept ?? fresh)
  const { base, values, note } = content
  const before = base ? valuesOf(entity, base) : null
  // A new record that holds what the screen filled in beforehand has nothing to lose yet.
  const dirty = changedNames(before ?? fresh.values, values).length > 0 || note !== ''
  const draft = useDraft(key, content, dirty)
  return {
    ...content,
    before,
    changes: changedNames(before ?? valuesOf(entity, null), values),
    dirty,
    restored,
    setContent,
    discard: draft.drop,
    startOver: () => {
      draft.drop()
      setRestored(false)
      setContent(fresh)
    },
  }
}
