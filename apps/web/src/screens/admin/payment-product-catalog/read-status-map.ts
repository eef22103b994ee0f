import { parseCsv } from '@signalbox/model/text/csv'
import {
  declineStages,
  type DeclineStage,
  type StatusMapEntry,
} from '@signalbox/model/reference/psp-settings'
import { statusCodeOf, statusCodesNamed } from '@signalbox/model/reference/status-codes'

interface ReadMap {
  readonly entries: readonly StatusMapEntry[]
  readonly problems: readonly string[]
}

const columnNames = {
  pspCode: ['pspcode', 'psp code', 'code'],
  status: ['status', 'statusno', 'status no'],
  stage: ['stage', 'said by'],
  note: ['note'],
}

const statusNoOf = (text: string): number | undefined =>
  /^\d+$/.test(text) ? statusCodeOf(Number(text))?.no : statusCodesNamed(text)[0]?.no

/** A file of codes: `code,status` and, if it has them, `stage` and `note`. Statuses by number or by name. */
export function readStatusMap(content: string): ReadMap {
  const { header, rows, problems: broken } = parseCsv(content, { maxRows: 1000 })
  const heads = header.map((name) => name.trim().toLowerCase())
  const at = (names: readonly string[]) => heads.findIndex((head) => names.includes(head))
  const [code, status, stage, note] = [
    at(columnNames.pspCode),
    at(columnNames.status),
    at(columnNames.stage),
    at(columnNames.note),
  ]
  if (code < 0 || status < 0)
    return { entries: [], problems: ['The first line must name the columns code and status.'] }
  const problems = broken.map(({ line, text }) => `Line ${line}: ${text}`)
  const entries = rows.flatMap(({ line, cells }): StatusMapEntry[] => {
    const cell = (index: number) => (index < 0 ? '' : (cells[index] ?? '').trim())
    const statusNo = statusNoOf(cell(status))
    const given = cell(stage).toUpperCase() || 'ANY'
    if (cell(code) === '' || statusNo === undefined || !(given in declineStages)) {
      const reason =
        cell(code) === ''
          ? 'no code'
          : statusNo === undefined
            ? `no status ${cell(status)}`
            : `no stage ${given}`
      problems.push(`Line ${line}: ${reason}`)
      return []
    }
    return [{ pspCode: cell(code), statusNo, stage: given as DeclineStage, note: cell(note) }]
  })
  return { entries, problems }
}

/** What is new is added, what is known is replaced. */
export function mergeStatusMap(
  known: readonly StatusMapEntry[],
  read: readonly StatusMapEntry[],
): StatusMapEntry[] {
  const keyOf = ({ pspCode, stage }: StatusMapEntry) => `${stage} ${pspCode}`
  return [...new Map([...known, ...read].map((entry) => [keyOf(entry), entry])).values()]
}
