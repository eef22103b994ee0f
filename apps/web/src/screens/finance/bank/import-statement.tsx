import { Alert, Button, Checkbox, FileButton, Group, Stack, Text } from '@mantine/core'
import type { BankStatementPreview } from '@signalbox/model/calls/bank'
import type { WireMoney } from '@signalbox/model/money/money-schema'
import { field } from '@signalbox/model/field/field'
import { FieldView } from '../../../kit/field/field-view.tsx'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { EntryState } from './bank-cells.tsx'
import { unknownAccounts, useStatementImport } from './use-statement-import.ts'

const money = field.money({ label: 'Amount' })
const Amount = ({ value }: { readonly value: WireMoney }) => <FieldView field={money} value={value} />

function Problems({
  title,
  color,
  items,
}: {
  readonly title: string
  readonly color: string
  readonly items: readonly string[]
}) {
  if (items.length === 0) return null
  return (
    <Alert color={color} variant="light" icon={<Icon name="warning" />} title={title}>
      {items.map((item) => (
        <div key={item}>{item}</div>
      ))}
    </Alert>
  )
}

function StatementPreview({ statement }: { readonly statement: BankStatementPreview }) {
  const { statementRef, accountNo, accountName, closedOn, matches, entries, entryCount } = statement
  return (
    <Stack gap={10}>
      <Text fw={600}>
        {statementRef}, {closedOn}, {accountName ?? accountNo}
      </Text>
      <Text>
        Opening <Amount value={statement.opening} />, in <Amount value={statement.credits} />, out{' '}
        <Amount value={statement.debits} />, closing <Amount value={statement.closing} />
      </Text>
      <Problems title="Cannot be imported" color="red" items={statement.problems} />
      <Problems title="Gap" color="orange" items={statement.warnings} />
      <Text role="status">
        Entries: {entryCount}. Payouts confirmed: {matches.confirmed}, amount differs: {matches.amountDiffers}
        , proposed: {matches.proposed}, unmatched: {matches.unmatched}
      </Text>
      {entries.length > 0 ? (
        <SmallTable
          label={`Entries of ${statementRef}`}
          columns={['Booked', 'Amount', 'Counterparty', 'Text', 'State', 'Batch']}
          figures={['Amount']}
          maxHeightPx={260}
        >
          {entries.map((entry, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- entries have no name, and their order is theirs
            <tr key={index}>
              <th scope="row">{entry.bookedOn}</th>
              <td data-figure>
                <Amount value={entry.amount} />
              </td>
              <td>{entry.counterparty}</td>
              <td>{entry.text}</td>
              <td>
                <EntryState value={entry.state} />
              </td>
              <td>{entry.batchRef}</td>
            </tr>
          ))}
        </SmallTable>
      ) : null}
    </Stack>
  )
}

function Import({ onClose }: { readonly onClose: () => void }) {
  const task = useStatementImport(onClose)
  const { preview, file, failure } = task
  const missing = preview ? unknownAccounts(preview.statements) : []
  const canImport = preview?.canImport === true && failure === null
  return (
    <Dialog
      opened
      onClose={onClose}
      widthPx={960}
      title="Import bank statement"
      footer={
        <>
          <Button variant="default" onClick={onClose} disabled={task.running}>
            Cancel
          </Button>
          <Button onClick={task.commit} loading={task.running} disabled={!canImport}>
            Import
          </Button>
        </>
      }
    >
      <Stack gap={20}>
        <Group gap={12}>
          <FileButton
            accept=".xml,.sta,.mt940,.940,.txt,text/xml,application/xml,text/plain"
            onChange={(chosen) => (chosen ? void task.choose(chosen) : undefined)}
          >
            {(button) => (
              <Button {...button} variant="default" leftSection={<Icon name="upload" size={16} />}>
                Choose a file
              </Button>
            )}
          </FileButton>
          <Text>{file?.fileName ?? 'camt.053 (XML) or MT940, up to 10 MB'}</Text>
        </Group>
        {failure ? (
          <Alert
            color="red"
            variant="light"
            role="alert"
            icon={<Icon name="warning" />}
            title="Bank statement could not be imported."
          >
            {failure}
          </Alert>
        ) : null}
        {missing.length > 0 ? (
          <Checkbox
            label={`Add bank account: ${missing.join(', ')}`}
            checked={task.addAccounts}
            onChange={(event) => task.setAddAccounts(event.currentTarget.checked)}
          />
        ) : null}
        {preview?.statements.map((statement) => (
          <StatementPreview
            key={`${statement.statementRef} ${statement.sequenceNo} ${statement.closedOn}`}
            statement={statement}
          />
        ))}
      </Stack>
    </Dialog>
  )
}

/** A file of the bank, looked at before anything is written; then all of it or nothing. */
export function ImportStatement({ list }: { readonly list: ListPageModel }) {
  if (list.state.dialog !== 'import-statement') return null
  return <Import onClose={() => list.openDialog(null)} />
}
