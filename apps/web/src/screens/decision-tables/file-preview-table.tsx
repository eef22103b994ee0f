import { Alert } from '@mantine/core'
import { Icon } from '../../ui/icon.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './dialogs.module.css'
import type { FileLine, FilePreview } from './rules-worker/worker-messages.ts'

const effects = {
  new: { tone: 'positive', word: 'New', icon: 'plus' },
  changed: { tone: 'active', word: 'Changed', icon: 'edit' },
  same: { tone: 'neutral', word: 'Unchanged', icon: 'minus' },
  refused: { tone: 'negative', word: 'Refused', icon: 'close' },
} as const

const shownLines = 500

function Line({ line }: { readonly line: FileLine }) {
  const { tone, word, icon } = effects[line.effect]
  return (
    <tr>
      <td>{line.line}</td>
      <td>
        <StatusBadge tone={tone} icon={icon}>
          {word}
        </StatusBadge>
      </td>
      <td>{line.name}</td>
      <td>
        {line.reasons.map((reason) => (
          <div key={reason}>{reason}</div>
        ))}
      </td>
    </tr>
  )
}

/** What each row of the file would do, refused ones with their reasons first. */
export function FilePreviewTable({ preview: { lines } }: { readonly preview: FilePreview }) {
  const refused = lines.filter(({ effect }) => effect === 'refused').length
  const sorted = lines.toSorted(
    (a, b) => Number(b.effect === 'refused') - Number(a.effect === 'refused') || a.line - b.line,
  )
  const count = (effect: FileLine['effect']) => lines.filter((line) => line.effect === effect).length
  return (
    <>
      {refused > 0 ? (
        <Alert
          color="red"
          variant="light"
          icon={<Icon name="warning" />}
          title={`${refused} of ${lines.length} rows are invalid`}
        >
          Nothing is imported until every row is valid. Correct the file and check it again.
        </Alert>
      ) : null}
      <div role="status">
        {count('new')} new, {count('changed')} changed, {count('same')} unchanged, {refused} refused
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scroll} tabIndex={0} role="region" aria-label="Rows of the file">
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Line</th>
              <th scope="col">Effect</th>
              <th scope="col">Name</th>
              <th scope="col">Reasons</th>
            </tr>
          </thead>
          <tbody>
            {sorted.slice(0, shownLines).map((line) => (
              <Line key={`${line.line} ${line.name}`} line={line} />
            ))}
          </tbody>
        </table>
      </div>
      {lines.length > shownLines ? (
        <div className={styles.left}>
          The first {shownLines} of {lines.length} rows are shown.
        </div>
      ) : null}
    </>
  )
}
