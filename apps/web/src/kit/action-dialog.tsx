import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { Entity } from '@signalbox/model/entity'
import { texts } from '@signalbox/model/texts'
import { useId, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { titleOf, type Listing, type Row } from './listing.ts'
import type { RecordAction } from './record-actions.ts'

export interface ActionDialogProps {
  readonly entity: Entity
  readonly listing: Listing
  readonly action: RecordAction
  readonly rows: readonly Row[]
  readonly running: boolean
  readonly onRun: (remark: string) => void
  readonly onClose: () => void
}

const namedRows = 8
const longestReason = 200
const longestNote = 500

function remarkProblem({ reason, remark }: RecordAction, text: string): string | undefined {
  const { length } = text.trim()
  if (length === 0) return reason === 'required' ? texts.required : undefined
  if (remark === 'Note' && length < 3) return texts.tooShort
  return length > (remark === 'Note' ? longestNote : longestReason) ? texts.tooLong : undefined
}

function Objects({ listing, rows }: Pick<ActionDialogProps, 'listing' | 'rows'>) {
  const more = rows.length - namedRows
  return (
    <ul style={{ margin: 0, paddingLeft: 18 }}>
      {rows.slice(0, namedRows).map((row) => (
        <li key={listing.keyOf(row)}>{titleOf(listing, row)}</li>
      ))}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  )
}

/** Says what will happen to which records, asks for the reason, and has the verb on its button. */
export function ActionDialog({ entity, listing, action, rows, running, onRun, onClose }: ActionDialogProps) {
  const formId = useId()
  const [remark, setRemark] = useState('')
  const [tried, setTried] = useState(false)
  const problem = remarkProblem(action, remark)
  const what =
    rows.length === 1 ? entity.label.toLowerCase() : `${rows.length} ${entity.plural.toLowerCase()}`
  const asksRemark = action.reason !== 'none'
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${action.label}: ${what}`}
      footer={
        <>
          <Button
            variant="default"
            onClick={onClose}
            disabled={running}
            data-autofocus={action.danger && !asksRemark ? true : undefined}
          >
            Cancel
          </Button>
          <Button type="submit" form={formId} color={action.danger ? 'red' : undefined} loading={running}>
            {action.label}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (problem === undefined) onRun(remark.trim())
        }}
      >
        <Stack gap={14}>
          <Objects listing={listing} rows={rows} />
          {action.confirm === undefined ? null : <Text>{action.confirm}</Text>}
          {asksRemark ? (
            <Textarea
              label={action.reason === 'required' ? action.remark : `${action.remark} (optional)`}
              withAsterisk={action.reason === 'required'}
              autosize
              minRows={2}
              maxRows={6}
              value={remark}
              error={tried ? problem : undefined}
              data-autofocus
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
