import { Button, Stack, Text, Textarea } from '@mantine/core'
import type { Entity, Fields } from '@signalbox/model/field/entity'
import { texts } from '@signalbox/model/text/texts'
import { useId, useState } from 'react'
import { Dialog } from '../../ui/dialog.tsx'
import { loadable } from '../../ui/loadable.tsx'
import { isNothing } from '../field/display-text.ts'
import { inSentence, titleOf, type Listing, type Row } from '../list/listing.ts'
import type { ActionInput, RecordAction } from '../record/record-actions.ts'

export interface ActionDialogProps {
  readonly entity: Entity
  readonly listing: Listing
  readonly action: RecordAction
  readonly rows: readonly Row[]
  readonly running: boolean
  readonly onRun: (input: ActionInput) => void
  readonly onClose: () => void
}

// Few actions ask for more than a reason; the inputs of all field kinds come when one does.
const OperationInputs = loadable(async () => (await import('../field/operation-inputs.tsx')).OperationInputs)

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

function Stakes({ action, rows }: Pick<ActionDialogProps, 'action' | 'rows'>) {
  const stakes = action.stakesOf?.(rows) ?? []
  if (stakes.length === 0) return null
  return (
    <div>
      {stakes.map((stake) => (
        <Text key={stake} fw={600}>
          {stake}
        </Text>
      ))}
    </div>
  )
}

/** What an input begins with, where its declaration says so. */
const defaultsOf = (asked: Fields): ActionInput['inputs'] =>
  Object.fromEntries(
    Object.entries(asked).flatMap(([name, field]) =>
      field.default === undefined ? [] : [[name, field.default]],
    ),
  )

/** Says what will happen to which records, asks for the reason, and has the verb on its button. */
export function ActionDialog({ entity, listing, action, rows, running, onRun, onClose }: ActionDialogProps) {
  const formId = useId()
  const [remark, setRemark] = useState('')
  const [inputs, setInputs] = useState<ActionInput['inputs']>(() => defaultsOf(action.inputsFor(rows)))
  const [tried, setTried] = useState(false)
  const asked = action.inputsFor(rows)
  const missing = Object.keys(asked).filter((name) => asked[name]?.required && isNothing(inputs[name]))
  const problem = remarkProblem(action, remark)
  const what = rows.length === 1 ? inSentence(entity.label) : `${rows.length} ${inSentence(entity.plural)}`
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
          if (problem === undefined && missing.length === 0) onRun({ remark: remark.trim(), inputs })
        }}
      >
        <Stack gap={14}>
          <Objects listing={listing} rows={rows} />
          <Stakes action={action} rows={rows} />
          {action.confirm === undefined ? null : <Text>{action.confirm}</Text>}
          {action.asks ? (
            <OperationInputs
              fields={asked}
              values={inputs}
              missing={tried ? missing : []}
              onSet={(name, value) => setInputs((last) => ({ ...last, [name]: value }))}
            />
          ) : null}
          {asksRemark ? (
            <Textarea
              label={action.reason === 'required' ? action.remark : `${action.remark} (optional)`}
              withAsterisk={action.reason === 'required'}
              autosize
              minRows={2}
              maxRows={6}
              value={remark}
              error={tried ? problem : undefined}
              data-autofocus={action.asks ? undefined : true}
              onChange={(event) => setRemark(event.currentTarget.value)}
            />
          ) : null}
        </Stack>
      </form>
    </Dialog>
  )
}
