import { Alert, Button, Checkbox, Stack, Textarea } from '@mantine/core'
import { hasSecondLine, largeChange, largeChangePercent } from '@signalbox/model/money/rate-change'
import { texts } from '@signalbox/model/text/texts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { explainFailure, type Explanation } from '../../../kit/failure.ts'
import { asText } from '../../../kit/field/display-text.ts'
import { InlineBar } from '../../../kit/inline/inline-bar.tsx'
import type { RowEdit } from '../../../kit/inline/inline-edits.ts'
import { useOperationId } from '../../../kit/operation-id.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { toast } from '../../../ui/toast.tsx'
import styles from './forex-rates.module.css'
import { rateEdits } from './rate-edits.ts'

interface Change {
  readonly id: string
  readonly version: number
  readonly pair: string
  readonly before: { readonly buyRate: string; readonly sellRate: string }
  readonly after: { readonly buyRate: string; readonly sellRate: string }
  /** In percent, where it has to be confirmed. */
  readonly large: string | null
}

const ratesText = (count: number): string => (count === 1 ? '1 rate' : `${count} rates`)

function changeOf({ row, values }: RowEdit): Change {
  const before = { buyRate: asText(row.buyRate), sellRate: asText(row.sellRate) }
  const after = {
    buyRate: asText(values.buyRate ?? before.buyRate),
    sellRate: asText(values.sellRate ?? before.sellRate),
  }
  return {
    id: String(row.id),
    version: Number(row.version),
    pair: asText(row.pair),
    before,
    after,
    large: largeChange(before, after),
  }
}

/** Digits nobody typed are left out. */
const shortFigure = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')

function Changes({ changes }: { readonly changes: readonly Change[] }) {
  const figure = (before: string, after: string) =>
    Number(before) === Number(after) ? shortFigure(before) : `${shortFigure(before)} → ${shortFigure(after)}`
  return (
    <div className={styles.scroll}>
      <table className={styles.changes}>
        <thead>
          <tr>
            <th scope="col">Pair</th>
            <th scope="col">Buy</th>
            <th scope="col">Sell</th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ id, pair, before, after, large }) => (
            <tr key={id}>
              <td>{pair}</td>
              <td>{figure(before.buyRate, after.buyRate)}</td>
              <td>{figure(before.sellRate, after.sellRate)}</td>
              <td className={large === null ? undefined : styles.large}>
                {large === null ? `under ${largeChangePercent} %` : `${large} %`}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const isLargeChange = (error: unknown): boolean =>
  error instanceof ApiError && (error.body.fields ?? []).some(({ code }) => code === 'LARGE_CHANGE')

/** Sends all changes together; what is refused leaves the cells as they are. */
function useSaving(changes: readonly Change[], onDone: () => void) {
  const [note, setNote] = useState('')
  const [confirmed, setConfirmed] = useState(false)
  const [problem, setProblem] = useState<string>()
  const [failure, setFailure] = useState<Explanation | null>(null)
  const [saving, setSaving] = useState(false)
  const operationId = useOperationId()
  const queryClient = useQueryClient()
  // Small steps of one day add up, which only the server knows.
  const [addsUp, setAddsUp] = useState(false)
  const isLarge = addsUp || changes.some(({ large }) => large !== null)

  const noteProblem = (): string | undefined => {
    if (note.trim() === '') return texts.required
    if (note.trim().length < 3) return texts.tooShort
    return isLarge && !hasSecondLine(note)
      ? 'Give the reason for the large change in a second line'
      : undefined
  }
  const save = async () => {
    const found = noteProblem()
    setProblem(found)
    if (found !== undefined || saving) return
    setSaving(true)
    setFailure(null)
    const body = {
      changes: changes.map(({ id, version, after }) => ({ id, version, ...after })),
      note: note.trim(),
      confirmed,
    }
    try {
      await api('POST /forex-rate/batch', { body, operationId: operationId(body) })
      toast.success(`${ratesText(changes.length)} saved.`)
      rateEdits.clear()
      onDone()
      await queryClient.invalidateQueries({ queryKey: ['forex-rate'] })
    } catch (error) {
      setAddsUp(isLargeChange(error))
      setFailure(
        explainFailure(error, { label: 'Forex rates', done: 'saved' }) ?? { text: texts.somethingWentWrong },
      )
    } finally {
      setSaving(false)
    }
  }
  return { note, setNote, confirmed, setConfirmed, problem, failure, saving, isLarge, save }
}

function SaveDialog({
  changes,
  onClose,
}: {
  readonly changes: readonly Change[]
  readonly onClose: () => void
}) {
  const task = useSaving(changes, onClose)
  const { isLarge, failure } = task
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`Save ${ratesText(changes.length)}`}
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={task.saving}>
            Cancel
          </Button>
          <Button
            onClick={() => void task.save()}
            loading={task.saving}
            disabled={isLarge && !task.confirmed}
          >
            Save {ratesText(changes.length)}
          </Button>
        </>
      }
    >
      <Stack gap={14}>
        <Changes changes={changes} />
        {isLarge ? (
          <Checkbox
            label={`These rates change by more than ${largeChangePercent} %, and that is meant`}
            checked={task.confirmed}
            onChange={(event) => task.setConfirmed(event.currentTarget.checked)}
          />
        ) : null}
        <Textarea
          label="Note about the change"
          description={
            isLarge ? 'The reason for the large change in a second line' : 'Applies to the next payment'
          }
          withAsterisk
          autosize
          minRows={2}
          maxLength={500}
          data-autofocus
          value={task.note}
          error={task.problem}
          onChange={(event) => task.setNote(event.currentTarget.value)}
        />
        {failure ? (
          <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />} title={failure.text}>
            {failure.detail}
          </Alert>
        ) : null}
      </Stack>
    </Dialog>
  )
}

/** Below the list: the changed rates, and the dialog they are saved with. */
export function SaveRates() {
  const { edits } = rateEdits.use()
  const [asking, setAsking] = useState(false)
  return (
    <>
      <InlineBar
        edits={rateEdits}
        countText={(rows) => `${ratesText(rows)} changed`}
        onSave={() => setAsking(true)}
      />
      {asking && edits.size > 0 ? (
        <SaveDialog changes={[...edits.values()].map(changeOf)} onClose={() => setAsking(false)} />
      ) : null}
    </>
  )
}
