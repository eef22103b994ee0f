import type { Config } from '../../config.ts'
import { createPool } from '../../kit/database.ts'
import type { Feature } from '../../kit/feature.ts'
import type { KitDeps } from '../../kit/unit-of-work.ts'
import { createReportStore } from './report-store.ts'
import { handlers } from './routes.ts'
import { createScriptRunner } from './script-runner.ts'
import { createSqlRunner } from './sql-runner.ts'
import { createTemplateTools } from './template-tools.ts'

interface ReportDatabase {
  readonly reportUrl: string | undefined
}

/** Templates with the real things behind them: a process for scripts, a database role of its own for reports. */
export function templateFeature(
  config: Pick<Config, 'publicUrl'>,
  deps: KitDeps,
  { reportUrl }: ReportDatabase,
): Feature {
  const scripts = createScriptRunner()
  const reports = reportUrl
    ? createPool({
        url: reportUrl,
        max: 2,
        onError: (error) => deps.log.warn({ err: error }, 'a reporting connection was lost'),
      })
    : null
  const tools = createTemplateTools({
    scripts,
    reports: reports && createSqlRunner(createReportStore(reports, deps.db)),
    formHosts: [new URL(config.publicUrl).host],
  })
  return {
    name: 'template',
    handlers: handlers(tools),
    stop: async () => {
      scripts.stop()
      await reports?.end()
    },
  }
}
