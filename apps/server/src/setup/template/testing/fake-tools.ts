import { parseTemplate } from '@signalbox/model/template-language/parse-template'
import type { TemplateTools } from '../routes.ts'

/** Knows the syntax and runs nothing: enough for everything that is not about running templates. */
export const fakeTools = (overrides: Partial<TemplateTools> = {}): TemplateTools => ({
  check: (draft) => {
    const parsed = draft.type === 'email' ? parseTemplate(draft.content) : { ok: true as const, problems: [] }
    const found = draft.content === '' ? [{ message: 'Nothing is written' }] : []
    const problems = [...found, ...(parsed.ok ? [] : parsed.problems)].map((problem) => ({
      field: 'content' as const,
      ...problem,
    }))
    return Promise.resolve({
      ok: problems.length === 0,
      problems,
      warnings: [],
      usedVariables: [],
      cases: [],
    })
  },
  render: (draft) =>
    Promise.resolve({
      subject: draft.subject,
      content: draft.content,
      textContent: draft.textContent,
      problems: [],
      warnings: [],
      usedVariables: [],
    }),
  runReport: () => Promise.resolve({ columns: [], rows: [], truncated: false, durationMs: 0 }),
  ...overrides,
})
