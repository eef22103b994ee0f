import { Textarea } from '@mantine/core'
import { reasonLength, shortestReason } from '@signalbox/model/rules/change-reason'
import { texts } from '@signalbox/model/text/texts'
import { isSubmitKey } from '../../ui/submit-key.ts'

const shortest = 3

/** What is wrong with a note that has to be there; null when nothing is. */
export function noteProblem(note: string): string | null {
  const { length } = note.trim()
  if (length === 0) return texts.required
  return length < shortest ? texts.tooShort : null
}

/** The same of a note for whoever has to approve. */
export function reasonProblem(note: string): string | null {
  const { length } = note.trim()
  if (length === 0) return texts.required
  return length < shortestReason ? reasonLength : null
}

export interface NoteFieldProps {
  readonly note: string
  readonly onChange: (note: string) => void
  readonly required: boolean
  /** What is wrong with it; a note of a few characters will do where nothing else is said. */
  readonly problemOf?: (note: string) => string | null
  /** Whether to say what is wrong: not before somebody tried. */
  readonly tried: boolean
  readonly label?: string
  readonly onSubmit?: () => void
}

export function NoteField(props: NoteFieldProps) {
  const { note, onChange, required, problemOf = noteProblem, tried, label = 'Note', onSubmit } = props
  const problem = required || note.trim() !== '' ? problemOf(note) : null
  return (
    <Textarea
      label={required ? label : `${label} (optional)`}
      description="Reason (shown in the history)"
      withAsterisk={required}
      autosize
      minRows={2}
      maxRows={5}
      maxLength={500}
      value={note}
      error={tried ? problem : null}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (!onSubmit || !isSubmitKey(event)) return
        event.preventDefault()
        onSubmit()
      }}
      data-autofocus
    />
  )
}
