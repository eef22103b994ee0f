import type { RenderedTemplate, TemplateFinding } from '@signalbox/model/calls/template'
import type { EscapeMode } from '@signalbox/model/template-language/escape'
import { render } from '@signalbox/model/template-language/render'
import { locator } from '@signalbox/model/template-language/tokenize'
import type { View } from '@signalbox/model/template-language/values'
import type { TemplateDraft, TemplateType } from '@signalbox/model/template-language/template'
import { findJsonProblem } from './json-problem.ts'
import { sanitizeCss } from './sanitize-css.ts'
import { sanitizeEmailHtml, sanitizePageHtml } from './sanitize-html.ts'

export type Renderable = Pick<TemplateDraft, 'type' | 'content'> &
  Partial<Pick<TemplateDraft, 'subject' | 'textContent'>>

export interface RenderSettings {
  messages?: Readonly<Record<string, string>>
  locale?: string
  timeZone?: string
  /** Where forms on pages may post to. */
  formHosts?: readonly string[]
}

/** Everything a theme says holds inside of this element and nowhere else. */
const cashierRoot = '.cashier'

type Field = TemplateFinding['field']

interface Kind {
  escape: EscapeMode
  finish(content: string, settings: RenderSettings): { content: string; removed?: string[]; problem?: string }
}

const asWritten: Kind = { escape: 'none', finish: (content) => ({ content }) }

const kinds: Readonly<Record<TemplateType, Kind | null>> = {
  email: {
    escape: 'html',
    finish(content) {
      const { html, removed } = sanitizeEmailHtml(content)
      return { content: html, removed }
    },
  },
  html: {
    escape: 'html',
    finish(content, { formHosts = [] }) {
      const { html, removed } = sanitizePageHtml(content, formHosts)
      return { content: html, removed }
    },
  },
  css: {
    escape: 'none',
    finish(content) {
      const { css, removed } = sanitizeCss(content, cashierRoot)
      return { content: css, removed }
    },
  },
  mq: {
    escape: 'json',
    finish(content) {
      const problem = findJsonProblem(content)
      return problem ? { content, problem: placeInResult(content, problem) } : { content }
    },
  },
  // These two are run, not filled in.
  script: null,
  sql: null,
}

/**
 * What a template makes of a view. It never throws: whoever sends the result must look at `problems` first, because with
 * any of them the texts are not fit to leave.
 */
export function renderTemplate(
  template: Renderable,
  view: View,
  settings: RenderSettings = {},
): RenderedTemplate {
  const kind = kinds[template.type]
  const collected = new Findings()
  if (!kind) {
    return { subject: null, content: template.content, textContent: null, ...collected.all() }
  }
  const part = (field: Field, source: string, { escape, finish }: Kind): string => {
    const rendered = render(source, view, { ...settings, escape })
    collected.add(field, rendered)
    if (rendered.problems.length > 0) return ''
    const { content, removed = [], problem } = finish(rendered.output, settings)
    for (const what of removed) collected.warn(field, `Removed: ${what}`)
    if (problem !== undefined) collected.problems.push({ field, message: problem })
    return content
  }
  const isMail = template.type === 'email'
  const subject = isMail ? oneLine(part('subject', template.subject ?? '', asWritten)) : null
  const content = part('content', template.content, kind)
  const textContent = isMail
    ? part('textContent', template.textContent ?? '', asWritten).replace(/\r\n?/g, '\n')
    : null
  return { subject, content, textContent, ...collected.all() }
}

class Findings {
  readonly problems: TemplateFinding[] = []
  readonly warnings: TemplateFinding[] = []
  readonly #variables = new Set<string>()

  add(field: Field, rendering: ReturnType<typeof render>): void {
    this.problems.push(...rendering.problems.map((problem) => ({ field, ...problem })))
    this.warnings.push(...rendering.warnings.map((warning) => ({ field, ...warning })))
    for (const path of rendering.usedVariables) this.#variables.add(path)
  }

  warn(field: Field, message: string): void {
    this.warnings.push({ field, message })
  }

  all() {
    return {
      problems: this.problems,
      warnings: this.warnings,
      usedVariables: [...this.#variables].toSorted(),
    }
  }
}

const maxSubjectLength = 250

/** A line break in a subject would start a new mail header. */
const oneLine = (text: string): string =>
  text
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, maxSubjectLength)

function placeInResult(text: string, { position, message }: { position: number; message: string }): string {
  const { line, column } = locator(text)(position)
  return `The result is not JSON: ${message} at line ${line}, column ${column} of the result`
}
