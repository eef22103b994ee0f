import { Button, Group, Stack } from '@mantine/core'
import { accountLabels } from '@signalbox/model/balance/account-words'
import type { AdjustmentLine } from '@signalbox/model/calls/balance'
import { ledgerRequest } from '@signalbox/model/entities/ledger-request'
import { Link } from '@tanstack/react-router'
import { requestFile } from '../../../kit/api.ts'
import { reportFailure } from '../../../kit/failure.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { useWithPspNames } from '../../../kit/psp-names.ts'
import { useSession } from '../../../kit/session/session-store.ts'
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

/** What the request would post. */
export function ProposedLines({ value }: { readonly value: unknown }) {
  const withNames = useWithPspNames()
  if (!Array.isArray(value)) return null
  const lines = value as readonly AdjustmentLine[]
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
          <td>{withNames(dimension)}</td>
          <td data-figure>{side === 'DEBIT' ? <MoneyText money={amount} /> : null}</td>
          <td data-figure>{side === 'CREDIT' ? <MoneyText money={amount} /> : null}</td>
        </tr>
      ))}
    </SmallTable>
  )
}

interface AboutProps {
  readonly record: Row
  readonly operate?: (name: string) => (() => void) | undefined
}

/** The buttons of the second person; whoever asked for it finds Withdraw instead. */
function Decision({ record, operate }: AboutProps) {
  const { metadata } = useSession()
  if (record.state !== 'WAITING') return null
  const own = record.requestedBy === metadata.user.username
  const names = own ? (['withdraw'] as const) : (['approve', 'reject'] as const)
  const buttons = names.flatMap((name) => {
    const act = operate?.(name)
    return act ? [{ name, act }] : []
  })
  return (
    <Group gap={8}>
      {buttons.map(({ name, act }) => (
        <Button
          key={name}
          size="compact-md"
          variant={name === 'approve' ? 'filled' : 'default'}
          onClick={act}
        >
          {ledgerRequest.operations[name].label}
        </Button>
      ))}
      {own ? <span className={styles.dim}>Another person must approve it.</span> : null}
    </Group>
  )
}

/** What can be done about a request, and what it rests on. */
export function RequestAbout({ record, operate }: AboutProps) {
  const { id, fileName, entryId, postedEntryId } = record
  const links = [
    ['Entry to reverse', entryId],
    ['Posted entry', postedEntryId],
  ] as const
  return (
    <Stack gap={12} mb={20}>
      <Decision record={record} operate={operate} />
      {typeof fileName === 'string' ? (
        <Button
          variant="default"
          h="auto"
          mih={36}
          py={4}
          style={{ alignSelf: 'flex-start' }}
          // A name can be longer than a phone is wide.
          styles={{ label: { whiteSpace: 'normal', overflowWrap: 'anywhere', textAlign: 'start' } }}
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
