import { Textarea } from '@mantine/core'
import { texts } from '@signalbox/model/text/texts'
import { isSubmitKey } from '../../ui/submit-key.ts'

const shortest = 3

/** What is wrong with a note that has to be there; null when nothing is. */
export function noteProblem(note: string): string | null {
  const { length } = note.trim()
  if (length === 0) return texts.required
  return length < shortest ? texts.tooShort : null
}

export interface NoteFieldProps {
  readonly note: string
  readonly onChange: (note: string) => void
  readonly required: boolean
  /** Whether to say what is wrong: not before somebody tried. */
  readonly tried: boolean
  readonly label?: string
  readonly onSubmit?: () => void
}

export function NoteField({ note, onChange, required, tried, label = 'Note', onSubmit }: NoteFieldProps) {
  const problem = required || note.trim() !== '' ? noteProblem(note) : null
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
