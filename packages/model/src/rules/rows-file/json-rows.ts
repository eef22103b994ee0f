import type { DecisionTable } from '../decision-table.ts'
import { problem, quoted } from '../rule-problem.ts'
import { lineProblem, type FileRows, type LineProblem } from './file-rows.ts'

const maxDepth = 32

/** Where in a value something lies deeper than anything of ours ever does. */
function tooDeep(value: unknown, depth = 0): readonly string[] | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (depth === maxDepth) return []
  for (const [key, member] of Object.entries(value)) {
    const path = tooDeep(member, depth + 1)
    if (path) return [key, ...path]
  }
  return undefined
}

/** The lines on which the rows begin: members of the list, which is the whole file or itself a member of it. */
function rowLines(text: string): number[] {
  const lines: number[] = []
  const open: string[] = []
  let line = 1
  let inText = false
  let awaitsRow = false
  for (let index = 0; index < text.length; index++) {
    const character = text[index] ?? ''
    if (character === '\n') line++
    if (inText) {
      if (character === '\\') index++
      else if (character === '"') inText = false
      continue
    }
    if (awaitsRow && !/[\s,\]]/.test(character)) {
      lines.push(line)
      awaitsRow = false
    }
    if (character === '"') inText = true
    else if (character === '{' || character === '[') open.push(character)
    else if (character === '}' || character === ']') open.pop()
    const inList = open.at(-1) === '[' && open.length === (open[0] === '[' ? 1 : 2)
    if (inList && (character === '[' || character === ',')) awaitsRow = true
  }
  return lines
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value)

function rowsOf(value: unknown): readonly unknown[] | undefined {
  if (isList(value)) return value
  const rules: unknown =
    typeof value === 'object' && value !== null && 'rules' in value ? value.rules : undefined
  return isList(rules) ? rules : undefined
}

const refused = (...problems: LineProblem[]): FileRows => ({ rows: [], problems })

function parsed(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}

const partOfPath = (path: readonly string[]): LineProblem['part'] =>
  path[0] === 'conditions' || path[0] === 'outputs' ? path[0] : 'rule'

/** Rows of a JSON file: a list of them, or what an export made. */
export function jsonRows(table: DecisionTable, file: string): FileRows {
  const read = parsed(file)
  if (!read) return refused(lineProblem(1, problem('SHAPE', 'The file is not valid JSON')))
  const given = rowsOf(read.value)
  if (!given) return refused(lineProblem(1, problem('SHAPE', 'The file must contain a list of rows')))
  const other: unknown =
    typeof read.value === 'object' && read.value !== null && 'table' in read.value
      ? read.value.table
      : undefined
  if (typeof other === 'string' && other !== table.slug)
    return refused(lineProblem(1, problem('OPTION', `The rows are of the table ${quoted(other)}`)))
  const lines = rowLines(file)
  const problems: LineProblem[] = []
  const rows = given.flatMap((row, index) => {
    const line = lines[index] ?? index + 1
    if (typeof row !== 'object' || row === null || Array.isArray(row)) {
      problems.push(lineProblem(line, problem('SHAPE', 'A row is an object')))
      return []
    }
    const deep = tooDeep(row, 1)
    if (deep) {
      const part = partOfPath(deep)
      const column = (part === 'rule' ? deep[0] : deep[1]) ?? null
      const wrong = problem('SHAPE', `Is nested deeper than ${maxDepth} levels`)
      problems.push(lineProblem(line, wrong, part, column))
      return []
    }
    return [{ line, row: row as Readonly<Record<string, unknown>> }]
  })
  return { rows, problems }
}
