import { Button, Stack } from '@mantine/core'
import { accountLabels } from '@signalbox/model/balance/account-words'
import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import { Link } from '@tanstack/react-router'
import { requestFile } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { Icon } from '../../../ui/icon.tsx'
import { saveFile } from '../../../ui/save-file.ts'
import { SmallTable } from '../../../ui/small-table.tsx'
import { balancePath, postingsSearch } from './balance-address.ts'
import styles from './balance.module.css'
import { MoneyText } from './money-figure.tsx'

async function download(id: string, name: string): Promise<void> {
  try {
    const { content } = await requestFile(`/ledger-request/${id}/file`, {})
    saveFile(name, content)
  } catch (error) {
    reportFailure(error, { label: 'File', done: 'downloaded' })
  }
}

function ProposedLines({ lines }: { readonly lines: readonly AdjustmentLine[] }) {
  return (
    <SmallTable
      label="Proposed lines"
      columns={['Account', 'Detail', 'Debit', 'Credit']}
      figures={['Debit', 'Credit']}
    >
      {lines.map(({ type, dimension, side, amount }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- lines have no other name and never change
        <tr key={index}>
          <th scope="row">{accountLabels[type]}</th>
          <td>{dimension}</td>
          <td data-figure>{side === 'DEBIT' ? <MoneyText money={amount} /> : null}</td>
          <td data-figure>{side === 'CREDIT' ? <MoneyText money={amount} /> : null}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

/** What a request would do to the books, and what it rests on. */
export function RequestAbout({ record }: { readonly record: Row }) {
  const { id, fileName, entryId, postedEntryId } = record
  const lines = Array.isArray(record.lines) ? (record.lines as readonly AdjustmentLine[]) : []
  const links = [
    ['Entry to reverse', entryId],
    ['Posted entry', postedEntryId],
  ] as const
  return (
    <Stack gap={12} mb={20}>
      {lines.length > 0 ? <ProposedLines lines={lines} /> : null}
      {typeof fileName === 'string' ? (
        <Button
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<Icon name="download" size={16} />}
          onClick={() => void download(String(id), fileName)}
        >
          {fileName}
        </Button>
      ) : null}
      {links.map(([label, entry]) =>
        typeof entry === 'string' ? (
          <Link key={label} to={balancePath} search={postingsSearch({ entry })} className={styles.link}>
            {label}
          </Link>
        ) : null,
      )}
    </Stack>
  )
}
