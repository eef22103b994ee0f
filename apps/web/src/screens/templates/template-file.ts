import {
  isTemplateType,
  type TemplateDraft,
  type TemplateType,
} from '@signalbox/model/template-language/template'
import { editedFields, emptyDraft } from './editor-state.ts'

/** One template as a file, to carry it to another merchant or platform. */
export function templateFile(draft: TemplateDraft): { name: string; content: string } {
  const fields = editedFields(draft.type).map((name) => [name, draft[name]])
  const content = JSON.stringify({ type: draft.type, ...Object.fromEntries(fields) }, null, 2)
  const name = `${draft.type}-${draft.templateType || 'template'}-${draft.locale}.json`
  return { name, content: `${content}\n` }
}

export type ReadFile =
  | { readonly ok: true; readonly draft: TemplateDraft }
  | { readonly ok: false; readonly why: string }

/** Reads such a file back. What it lacks is filled in; what belongs to another type is refused. */
export function readTemplateFile(text: string, type: TemplateType): ReadFile {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    return { ok: false, why: 'The file is not JSON.' }
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) {
    return { ok: false, why: 'The file does not contain a template.' }
  }
  const values = parsed as Readonly<Record<string, unknown>>
  if (typeof values.type !== 'string' || !isTemplateType(values.type) || typeof values.content !== 'string') {
    return { ok: false, why: 'The file does not contain a template.' }
  }
  if (values.type !== type) return { ok: false, why: `The file contains a template of type ${values.type}.` }
  const known = editedFields(type).filter((name) => values[name] !== undefined)
  const given = Object.fromEntries(known.map((name) => [name, values[name]]))
  return { ok: true, draft: { ...emptyDraft(type), ...given } }
}
