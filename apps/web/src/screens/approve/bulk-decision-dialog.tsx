import { Select, Stack, Text, Textarea } from '@mantine/core'
import type { ApprovalRow } from '@signalbox/model/entities/approval'
import { transactionFields } from '@signalbox/model/entities/transaction'
import type { DecisionName } from '@signalbox/model/payments/approval-rules'
import { operations } from '@signalbox/model/payments/operations'
import { texts } from '@signalbox/model/text/texts'
import { useId, useState } from 'react'
import { FieldView } from '../../kit/field/field-view.tsx'
import { DialogFooter } from '../../ui/dialog-footer.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { KeyValues } from '../../ui/key-values.tsx'
import { FlaggedRows, usePart } from '../transactions/for-other-screens.ts'
import styles from './approve.module.css'
import { mustGiveReason } from './decision-form.tsx'
import { splitByObstacle, sumsOf, type Excluded } from './split-by-obstacle.ts'
import type { DecisionInput } from './use-decisions.ts'

const longestInfo = 200
const payments = (count: number): string => (count === 1 ? '1 payment' : `${count} payments`)

function ExcludedRows({ excluded }: { readonly excluded: readonly Excluded[] }) {
  if (excluded.length === 0) return null
  return (
    <div>
      <Text fw={500}>{payments(excluded.length)} left out:</Text>
      <ul className={styles.excluded}>
        {excluded.map(({ row, why }) => (
          <li key={row.id}>
            <span className="mono">{row.id}</span> {why}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface BulkDecisionDialogProps {
  readonly name: DecisionName
  readonly rows: readonly ApprovalRow[]
  readonly running: boolean
  readonly onRun: (rows: readonly ApprovalRow[], input: DecisionInput) => void
  readonly onClose: () => void
}

/** The reason for all of them, and the payments that can be decided. */
function useBulkDecision({ name, rows, onRun }: BulkDecisionDialogProps) {
  const { open, excluded } = splitByObstacle(name, rows)
  const [tagId, setTagId] = useState<string | null>(null)
  const [info, setInfo] = useState('')
  const [tried, setTried] = useState(false)
  const reasons = usePart('GET /transaction/{id}/reason', rows[0]?.id ?? 0).data
  const tags = reasons?.tags[name] ?? []
  const mustSay = mustGiveReason(name, reasons, open)
  const flagged = name === 'approve' ? open.filter(({ redFlags }) => redFlags.length > 0) : []
  const lacksReason = mustSay && tagId === null && info.trim() === ''
  const submit = () => {
    setTried(true)
    if (lacksReason || open.length === 0) return
    onRun(open, { ...(info.trim() !== '' && { info: info.trim() }), ...(tagId !== null && { tagId }) })
  }
  return {
    open,
    excluded,
    flagged,
    tags,
    mustSay,
    tagId,
    setTagId,
    info,
    setInfo,
    problem: tried && lacksReason ? texts.required : undefined,
    submit,
  }
}

function ReasonFields({ decision }: { readonly decision: ReturnType<typeof useBulkDecision> }) {
  const { tags, tagId, setTagId, mustSay, info, setInfo, problem } = decision
  return (
    <>
      {tags.length > 0 ? (
        <Select
          label="Reason"
          data={tags.map(({ id, name: title }) => ({ value: id, label: title }))}
          value={tagId}
          clearable
          onChange={setTagId}
        />
      ) : null}
      <Textarea
        label={mustSay ? 'Info' : 'Info (optional)'}
        withAsterisk={mustSay}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={longestInfo}
        value={info}
        error={problem}
        data-autofocus
        onChange={(event) => setInfo(event.currentTarget.value)}
      />
    </>
  )
}

/** Says how much will be decided at once, and which of the selected payments are left out and why. */
export function BulkDecisionDialog(props: BulkDecisionDialogProps) {
  const { name, running, onClose } = props
  const formId = useId()
  const { label, effect } = operations[name]
  const decision = useBulkDecision(props)
  const { open, excluded, flagged, submit } = decision
  return (
    <Dialog
      opened
      onClose={onClose}
      title={`${label}: ${payments(open.length)}`}
      footer={
        <DialogFooter
          formId={formId}
          running={running}
          danger={name === 'deny'}
          disabled={open.length === 0}
          onClose={onClose}
        >
          {label}
        </DialogFooter>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap={14}>
          <KeyValues
            dense
            items={sumsOf(open).map(({ count, sum }) => ({
              label: `${payments(count)} in ${sum.currency}`,
              value: <FieldView field={transactionFields.amount} value={sum} />,
            }))}
          />
          <ExcludedRows excluded={excluded} />
          <FlaggedRows flagged={flagged} />
          {open.length > 0 ? <Text>{effect}</Text> : null}
          <ReasonFields decision={decision} />
        </Stack>
      </form>
    </Dialog>
  )
}
