import { Alert, Checkbox, TextInput } from '@mantine/core'
import { settlementBatch } from '@signalbox/model/entities/settlement-batch'
import type { SettlementPreview } from '@signalbox/model/calls/settlement'
import { counted } from '@signalbox/model/text/counted'
import { FieldView } from '../../../kit/field/field-view.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { KeyValues } from '../../../ui/key-values.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { SampleTable } from './sample-table.tsx'
import styles from './settlements.module.css'
import type { useImportFile } from './use-import-file.ts'

const { fields } = settlementBatch
const totals = ['grossCredit', 'grossDebit', 'feeTotal', 'adjustments', 'net', 'declaredNet'] as const

function Totals({ preview: { batch, rows, repeatedLines } }: { readonly preview: SettlementPreview }) {
  if (!batch) return null
  return (
    <KeyValues
      items={[
        { label: 'Batch ref', value: <span className="mono">{batch.batchRef}</span> },
        { label: 'Payout date', value: <FieldView field={fields.payoutDate} value={batch.payoutDate} /> },
        { label: 'Lines', value: rows },
        { label: 'Repeated lines', value: repeatedLines },
        ...totals.map((name) => ({
          label: fields[name].label,
          value: batch[name] ? <FieldView field={fields[name]} value={batch[name]} /> : null,
        })),
      ]}
    />
  )
}

function Problems({ preview: { problems, problemCount } }: { readonly preview: SettlementPreview }) {
  if (problemCount === 0) return null
  return (
    <>
      <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
        {counted(problemCount, 'error')}. Nothing can be imported from this file.
      </Alert>
      <SmallTable label="Errors by line" columns={['Line', 'Column', 'Error']} maxHeightPx={260}>
        {problems.map(({ line, column, message }, index) => (
          <tr key={`${line} ${column} ${index}`}>
            <td>{line}</td>
            <td className="mono">{column}</td>
            <td data-wrap>{message}</td>
          </tr>
        ))}
      </SmallTable>
    </>
  )
}

function Standing({ preview, importing }: PreviewProps) {
  const { alreadyImported, supersedes } = preview
  if (alreadyImported)
    return (
      <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
        This file is already imported.
      </Alert>
    )
  if (!supersedes) return null
  if (!supersedes.isReplaceable)
    return (
      <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
        A batch with this reference is accepted and cannot be superseded.
      </Alert>
    )
  return (
    <Alert color="orange" variant="light" icon={<Icon name="warning" />}>
      <Checkbox
        label="Supersede the batch with the same reference. It is rejected."
        checked={importing.choice.supersede}
        onChange={(event) => importing.set({ supersede: event.currentTarget.checked })}
      />
    </Alert>
  )
}

interface PreviewProps {
  readonly preview: SettlementPreview
  readonly importing: Pick<ReturnType<typeof useImportFile>, 'choice' | 'set'>
}

/** What would be imported: totals, errors by line, and the first lines as they are read. */
export function ImportPreview({ preview, importing }: PreviewProps) {
  const { warnings, firstLines, problemCount } = preview
  return (
    <div className={styles.preview}>
      <Problems preview={preview} />
      <Standing preview={preview} importing={importing} />
      {warnings.map((warning) => (
        <Alert key={warning} color="orange" variant="light" icon={<Icon name="warning" />}>
          {warning}
        </Alert>
      ))}
      <Totals preview={preview} />
      {problemCount === 0 ? (
        <>
          <TextInput
            label="Net as the PSP declares it"
            description="Optional. A difference from the lines must then be decided before the batch is accepted."
            value={importing.choice.declaredNet}
            onChange={(event) => importing.set({ declaredNet: event.currentTarget.value })}
          />
          <SampleTable rows={firstLines.map((read, index) => ({ line: index + 2, read, problems: [] }))} />
        </>
      ) : null}
    </div>
  )
}
