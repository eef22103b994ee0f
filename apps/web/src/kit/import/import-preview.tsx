import { Alert, Stack, Text } from '@mantine/core'
import type { ImportPreview as Preview, ImportRow } from '@signalbox/model/field/resource'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './import-dialog.module.css'

const actionBadges = {
  create: { tone: 'positive', word: 'New', icon: 'plus' },
  update: { tone: 'active', word: 'Changed', icon: 'edit' },
  skip: { tone: 'neutral', word: 'Unchanged', icon: 'minus' },
  refuse: { tone: 'negative', word: 'Refused', icon: 'close' },
} as const

function PreviewRow({ row }: { readonly row: ImportRow }) {
  const { tone, word, icon } = actionBadges[row.action]
  return (
    <tr data-action={row.action}>
      <td>{row.line}</td>
      <td>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      </td>
      <td>{row.title}</td>
      <td>
        {row.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
        {row.waits === undefined ? null : <div>Needs a second person: {row.waits}</div>}
        {row.changes?.map(({ path, from, to }) => (
          <div key={path} className={styles.change}>
            <span className="mono">{path}</span>: {shown(from)} → {shown(to)}
          </div>
        ))}
      </td>
    </tr>
  )
}

const longest = 60

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return 'nothing'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

const shownRows = 500

/** `2 need a second person` */
export const waitingText = (rows: number): string =>
  `${rows} ${rows === 1 ? 'needs' : 'need'} a second person`

/** What each row of the file would do, refused ones with their reasons first. */
export function ImportPreview({ preview }: { readonly preview: Preview }) {
  const { counts } = preview
  const total = counts.create + counts.update + counts.skip + counts.refuse
  // What needs attention comes first; the order of the file is in the line numbers.
  const rows = preview.rows.toSorted(
    (a, b) => Number(b.action === 'refuse') - Number(a.action === 'refuse') || a.line - b.line,
  )
  return (
    <Stack gap={12}>
      {counts.refuse > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${counts.refuse} of ${total} rows are invalid`}
        >
          Nothing is imported until every row is valid. Correct the file and check it again.
        </Alert>
      ) : null}
      <Text role="status">
        {counts.create} new, {counts.update} changed, {counts.skip} unchanged, {counts.refuse} refused
        {counts.waiting > 0 ? `, ${waitingText(counts.waiting)}` : ''}
      </Text>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rows of the file">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Effect</th>
              <th scope="col">Name</th>
              <th scope="col">Reasons and changes</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, shownRows).map((row) => (
              <PreviewRow key={row.line} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {total > shownRows ? (
        <Text c="dimmed">
          The first {Math.min(rows.length, shownRows)} of {total} rows are shown.
        </Text>
      ) : null}
    </Stack>
  )
}
