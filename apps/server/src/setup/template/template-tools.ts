import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { sampleViews } from '@signalbox/model/template-language/sample-views'
import { checkTemplate } from './check-template.ts'
import { renderTemplate } from './render-template.ts'
import { reportViews } from './report-views.ts'
import type { Report, TemplateTools } from './routes.ts'
import type { ScriptRunner } from './script-runner.ts'
import { checkSql } from './sql-check.ts'
import type { ReportFailureCode, SqlRunner } from './sql-runner.ts'

export interface TemplateToolDeps {
  scripts: ScriptRunner
  /** Null where the database gave us no role of its own for reports. */
  reports: SqlRunner | null
  formHosts: readonly string[]
}

/** What the calls of the console need to try templates out. */
export function createTemplateTools({ scripts, reports, formHosts }: TemplateToolDeps): TemplateTools {
  const checkOptions = { scripts, formHosts, views: reportViews }
  return {
    check: (draft) => checkTemplate(draft, checkOptions),
    async render(draft, sample) {
      const rendered = renderTemplate(draft, sampleViews[sample], { formHosts, locale: draft.locale })
      if (draft.type !== 'script' && draft.type !== 'sql') return rendered
      const { problems, warnings } = await checkTemplate(draft, checkOptions)
      return { ...rendered, problems, warnings }
    },
    async runReport({ query, params, values, merchants }: Report) {
      // Coming back later would not help, so this is no outage.
      if (!reports)
        throw new Refusal('INVALID_STATE', {
          message: 'This database has no role for reports, so none can be run.',
        })
      const sql = await checkSql(query, { views: reportViews, params })
      if (!sql.ok) {
        throw invalid(...sql.problems.map(({ message }) => ({ field: 'content', code: 'SQL', message })))
      }
      const result = await reports.run({ sql, params, values, merchants })
      if (!result.ok) throw refusalFor(result.code, result.message)
      const { columns, rows, truncated, durationMs } = result
      return { columns, rows, truncated, durationMs }
    },
  }
}

function refusalFor(code: ReportFailureCode, message: string): Refusal {
  switch (code) {
    case 'BUSY':
      return new Refusal('RATE_LIMITED', { message })
    case 'UNAVAILABLE':
      return new Refusal('UNAVAILABLE', { message })
    case 'BAD_VALUE':
      return invalid({ field: 'params', code, message })
    default:
      return invalid({ field: 'content', code, message })
  }
}
