import type { Completion, CompletionContext, CompletionResult } from '@codemirror/autocomplete'
import { EditorState, type Extension } from '@codemirror/state'
import {
  Decoration,
  MatchDecorator,
  ViewPlugin,
  type DecorationSet,
  type EditorView,
  type ViewUpdate,
} from '@codemirror/view'
import type { Suggestion, TagSuggestions } from './editor-types.ts'

const tagMark = Decoration.mark({ class: 'cm-templateTag' })
const matcher = new MatchDecorator({ regexp: /\$\{[^}\n]*\}/g, decoration: tagMark })

/** Lifts `${…}` out of whatever language surrounds it. */
export const tagHighlight: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = matcher.createDeco(view)
    }
    update(update: ViewUpdate) {
      this.decorations = matcher.updateDeco(update, this.decorations)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

const openTag = /\$\{[^}\n]*$/

const asCompletion = (type: string, { text, label, detail }: Suggestion): Completion => ({
  label: text,
  detail: detail ? `${label} · ${detail}` : label,
  type,
})

/** What can stand at the cursor, or null outside of a tag. Exported for its tests. */
export function tagCompletions(
  before: string,
  { values, filters }: TagSuggestions,
): { typedLength: number; options: Completion[] } | null {
  const tag = openTag.exec(before)?.[0]
  if (tag === undefined) return null
  const filter = /;\s*(\w*)$/.exec(tag)
  if (filter) {
    return {
      typedLength: filter[1]?.length ?? 0,
      options: filters.map((suggestion) => asCompletion('function', suggestion)),
    }
  }
  const path = /[\w.[\]]*$/.exec(tag)?.[0] ?? ''
  return {
    typedLength: path.length,
    options: values.map((suggestion) => asCompletion('variable', suggestion)),
  }
}

export function tagCompletion(suggestions: TagSuggestions): Extension {
  const source = (context: CompletionContext): CompletionResult | null => {
    const line = context.state.doc.lineAt(context.pos)
    const found = tagCompletions(line.text.slice(0, context.pos - line.from), suggestions)
    if (!found) return null
    return { from: context.pos - found.typedLength, options: found.options, validFor: /^[\w.[\]]*$/ }
  }
  return EditorState.languageData.of(() => [{ autocomplete: source }])
}
