import type { TemplateFinding } from '@signalbox/model/calls/template'
import { Icon } from '../../ui/icon.tsx'
import type { EditorMark } from '../../kit/code-editor/editor-types.ts'
import styles from './findings.module.css'

export interface Findings {
  readonly problems: readonly TemplateFinding[]
  readonly warnings: readonly TemplateFinding[]
}

export const noFindings: Findings = { problems: [], warnings: [] }

export const marksOf = ({ problems, warnings }: Findings, field: TemplateFinding['field']): EditorMark[] => [
  ...problems
    .filter((found) => found.field === field)
    .map((found) => ({ ...found, severity: 'error' as const })),
  ...warnings
    .filter((found) => found.field === field)
    .map((found) => ({ ...found, severity: 'warning' as const })),
]

const fieldNames: Readonly<Record<TemplateFinding['field'], string>> = {
  subject: 'Subject',
  content: 'Content',
  textContent: 'Plain text',
  params: 'Parameters',
  testCases: 'Test cases',
}

const placeOf = ({ line, column }: TemplateFinding): string =>
  line === undefined ? '' : column === undefined ? `, line ${line}` : `, line ${line}, column ${column}`

export interface FindingListProps extends Findings {
  readonly onGoTo?: (finding: TemplateFinding) => void
}

/** What a check says, most serious first; each line leads to its place. */
export function FindingList({ problems, warnings, onGoTo }: FindingListProps) {
  if (problems.length + warnings.length === 0) return null
  const row = (finding: TemplateFinding, tone: 'negative' | 'attention', position: number) => {
    const text = (
      <>
        <span className={styles.icon} data-tone={tone}>
          <Icon name={tone === 'negative' ? 'close-circle' : 'warning'} size={15} />
        </span>
        <span className={styles.text}>
          {finding.message}
          <span className={styles.place}>
            {' '}
            {tone === 'negative' ? 'Problem' : 'Warning'} in {fieldNames[finding.field].toLowerCase()}
            {placeOf(finding)}
          </span>
        </span>
      </>
    )
    return (
      <li key={`${tone}-${position}`}>
        {onGoTo ? (
          <button type="button" className={styles.row} onClick={() => onGoTo(finding)}>
            {text}
          </button>
        ) : (
          <span className={styles.row}>{text}</span>
        )}
      </li>
    )
  }
  return (
    <ul className={styles.list} aria-label="Problems and warnings">
      {problems.map((finding, position) => row(finding, 'negative', position))}
      {warnings.map((finding, position) => row(finding, 'attention', position))}
    </ul>
  )
}
