import type { TemplateCheck, TemplateFinding } from '@signalbox/model/calls/template'
import { sampleViews } from '@signalbox/model/template-language/sample-views'
import { locator } from '@signalbox/model/template-language/tokenize'
import { unknownVariables } from '@signalbox/model/template-language/variables'
import type { View } from '@signalbox/model/template-language/values'
import {
  defaultScriptParams,
  type SqlParam,
  type TemplateDraft,
  type TemplateType,
} from '@signalbox/model/template-language/template'
import type { RenderSettings } from './render-template.ts'
import { renderTemplate } from './render-template.ts'
import type { ScriptRunner } from './script-runner.ts'
import { runScriptTests } from './script-runner.ts'
import { linkProblem, linkVariable } from '../../kit/mail/one-time-link.ts'
import { linkMails } from './link-mails.ts'
import { checkSql } from './sql-check.ts'

export interface CheckTools {
  scripts: ScriptRunner
  views: readonly string[]
  formHosts: readonly string[]
}

type Findings = Pick<TemplateCheck, 'problems' | 'warnings'> &
  Partial<Pick<TemplateCheck, 'usedVariables' | 'cases'>>

const checks: Readonly<Record<TemplateType, (draft: TemplateDraft, tools: CheckTools) => Promise<Findings>>> =
  {
    email: (draft, tools) =>
      Promise.resolve(merge(merge(missingParts(draft), linkAlone(draft)), checkText(draft, tools))),
    html: (draft, tools) => Promise.resolve(checkText(draft, tools)),
    mq: (draft, tools) => Promise.resolve(checkText(draft, tools)),
    css: (draft, tools) => Promise.resolve(checkText(draft, tools)),
    sql: checkQuery,
    script: checkScript,
  }

/** Says what keeps a template from being saved, and what its author should look at before. */
export async function checkTemplate(draft: TemplateDraft, tools: CheckTools): Promise<TemplateCheck> {
  const { problems, warnings, usedVariables = [], cases = [] } = await checks[draft.type](draft, tools)
  return { ok: problems.length === 0, problems, warnings, usedVariables, cases }
}

/** All there is to name, once for each way a payment can go, since what one of them lacks the other may need. */
const { identity, alert, operations, deposit, withdrawal } = sampleViews
const viewsToTry: readonly View[] = [
  { ...identity, ...alert, ...operations, ...deposit },
  { ...identity, ...alert, ...operations, ...withdrawal },
]

function checkText(draft: TemplateDraft, { formHosts }: CheckTools): Findings {
  const settings: RenderSettings = { formHosts, locale: draft.locale }
  const renderings = viewsToTry.map((view) => renderTemplate(draft, view, settings))
  const [first] = renderings
  const unknown = unknownVariables(draft.type, first?.usedVariables ?? [])
  // A value that one payment lacks is no mistake of the author's; a name that no payment has may well be.
  const removed = renderings.flatMap(({ warnings }) => warnings.filter(({ line }) => line === undefined))
  return {
    problems: unique(renderings.flatMap(({ problems }) => problems)),
    warnings: unique([
      ...unknown.map((path) => ({ field: 'content' as const, message: `There is no variable "${path}"` })),
      ...removed,
    ]),
    usedVariables: first?.usedVariables ?? [],
  }
}

function missingParts({ subject, textContent }: TemplateDraft): Findings {
  const problems: TemplateFinding[] = []
  if (!subject?.trim()) problems.push({ field: 'subject', message: 'An email needs a subject' })
  if (!textContent?.trim())
    problems.push({ field: 'textContent', message: 'An email needs a plain text part' })
  return { problems, warnings: [] }
}

/** Mails whose link lets people in are worded with care; those saved before are sent in the platform's own words. */
function linkAlone({ templateType, subject, content, textContent }: TemplateDraft): Findings {
  if (!linkMails.some((mail) => mail.templateType === templateType)) return { problems: [], warnings: [] }
  const mail = { subject: subject ?? '', text: textContent ?? '', html: content }
  const message = linkProblem(mail, linkVariable)
  return { problems: message === undefined ? [] : [{ field: 'content', message }], warnings: [] }
}

async function checkQuery(draft: TemplateDraft, { views }: CheckTools): Promise<Findings> {
  const params: readonly SqlParam[] = Array.isArray(draft.params) ? draft.params : []
  const result = await checkSql(draft.content, { views, params })
  if (!result.ok) {
    const locate = locator(draft.content)
    const problems = result.problems.map(({ message, position }) => ({
      field: 'content' as const,
      message,
      ...locate(position),
    }))
    return { problems, warnings: [] }
  }
  const unused = params.filter(({ name }) => !result.paramOrder.includes(name))
  const warnings = unused.map(({ name }) => ({
    field: 'params' as const,
    message: `The parameter "${name}" is not used`,
  }))
  return { problems: [], warnings }
}

async function checkScript(draft: TemplateDraft, { scripts }: CheckTools): Promise<Findings> {
  const { entry, timeoutMs } = draft.params && 'entry' in draft.params ? draft.params : defaultScriptParams
  const script = { source: draft.content, entry, timeoutMs }
  // Whether it can be loaded shows in a run on nothing, which many a script answers with an error of its own.
  const probe = await scripts.run({ ...script, input: null })
  if (!probe.ok && probe.code !== 'THROWN' && probe.code !== 'NO_OUTPUT') {
    const place = probe.line === undefined ? {} : { line: probe.line, column: 1 }
    return { problems: [{ field: 'content', message: probe.message, ...place }], warnings: [] }
  }
  const cases = draft.testCases ?? []
  if (cases.length === 0) {
    return {
      problems: [],
      warnings: [{ field: 'testCases', message: 'Add a test case to check what the script does' }],
    }
  }
  const { results } = await runScriptTests(scripts, script, cases)
  const failed = results.filter((result) => !result.ok)
  return {
    problems: failed.map(({ name, message = '' }) => ({
      field: 'testCases',
      message: `"${name}": ${message}`,
    })),
    warnings: [],
    cases: results,
  }
}

const merge = (first: Findings, second: Findings): Findings => ({
  ...second,
  problems: [...first.problems, ...second.problems],
  warnings: [...first.warnings, ...second.warnings],
})

const unique = (findings: readonly TemplateFinding[]): TemplateFinding[] => [
  ...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values(),
]
