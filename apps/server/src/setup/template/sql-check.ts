import type { SqlParam } from '@signalbox/model/template-language/template'
import { hasSqlDetails, parse, scan } from 'libpg-query'
import type { NumberedSql, SqlProblem } from './sql-parameters.ts'
import { byteOffsets, numberParameters } from './sql-parameters.ts'
import { sqlLimits } from './sql-rules.ts'
import { findForbidden } from './sql-walk.ts'

export interface CheckedSql {
  ok: true
  /** The one statement, with `$1`, `$2`, … in place of names. */
  text: string
  paramOrder: string[]
}

export type SqlCheck = CheckedSql | { ok: false; problems: SqlProblem[] }

export interface SqlCheckOptions {
  views: readonly string[]
  params: readonly SqlParam[]
}

/**
 * Says whether a text is one harmless SELECT on the given views. It reads the text with PostgreSQL's own parser, and refuses
 * whatever is not known to be harmless. The database grants the reporting role no more than those views, so
 * what slips through here meets a second wall there.
 */
export async function checkSql(source: string, { views, params }: SqlCheckOptions): Promise<SqlCheck> {
  if (source.trim() === '') return refused('Write a SELECT', 0)
  if (source.length > sqlLimits.sourceLength || source.includes('\0')) {
    return refused(`A query may be at most ${sqlLimits.sourceLength / 1000} kB of text long`, 0)
  }
  try {
    const { tokens } = await scan(source)
    if (tokens.length > sqlLimits.tokens) return refused('The query is too long', 0)
    const numbered = numberParameters(source, tokens, params)
    return numbered.problems.length > 0
      ? { ok: false, problems: numbered.problems }
      : await checkNumbered(numbered, views)
  } catch (error) {
    return unreadable(error, source)
  }
}

async function checkNumbered(
  { text, order, toOriginal }: NumberedSql,
  views: readonly string[],
): Promise<SqlCheck> {
  const at = byteOffsets(text)
  const parsed = await parse(text).catch((error: unknown) => unreadable(error, text, toOriginal))
  if ('ok' in parsed) return parsed
  const [first, second] = parsed.stmts ?? []
  if (second) return refused('A report must be a single statement', toOriginal(at(second.stmt_location ?? 0)))
  if (!first?.stmt) return refused('Write a SELECT', 0)
  const problems = findForbidden(first.stmt, views).map(({ message, location }) => ({
    message,
    position: toOriginal(at(location)),
  }))
  if (problems.length > 0) return { ok: false, problems }
  const start = first.stmt_location ?? 0
  const statement = text.slice(at(start), first.stmt_len ? at(start + first.stmt_len) : undefined)
  return { ok: true, text: statement.trim(), paramOrder: order }
}

/** The database counts characters where JavaScript counts UTF-16 units. */
function unreadable(error: unknown, text: string, toOriginal = (position: number) => position): SqlCheck {
  const characters = hasSqlDetails(error) ? (error.sqlDetails?.cursorPosition ?? 0) : 0
  const position = toOriginal([...text].slice(0, characters).join('').length)
  return refused(error instanceof Error ? error.message : 'The query cannot be read', position)
}

const refused = (message: string, position: number): SqlCheck => ({
  ok: false,
  problems: [{ message, position }],
})
