import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { editorLook } from './editor-look.ts'
import { diagnosticsOf } from './editor-marks.ts'
import type { CodeEditorProps } from './editor-types.ts'
import { loadLanguage } from './languages.ts'
import { tagCompletion, tagHighlight } from './template-tags.ts'

const fixed: Extension = [
  lineNumbers(),
  foldGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightActiveLineGutter(),
  highlightSelectionMatches(),
  EditorView.lineWrapping,
  // An editable text takes the focus by itself, but not every tool that looks for such things knows.
  EditorView.contentAttributes.of({ tabindex: '0' }),
  tagHighlight,
  lintGutter(),
  // Escape and then Tab leaves the editor; the editor itself sees to that.
  keymap.of([
    ...closeBracketsKeymap,
    ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...completionKeymap,
    ...lintKeymap,
    indentWithTab,
  ]),
  editorLook,
]

const locked: Extension = [
  EditorState.readOnly.of(true),
  EditorView.contentAttributes.of({ 'aria-readonly': 'true' }),
]

function heightOf({ fill, minLines = 3, maxLines = 20 }: CodeEditorProps): Extension {
  if (fill) return []
  return EditorView.theme({
    '.cm-content, .cm-gutter': { minHeight: `${minLines * 20 + 16}px` },
    '.cm-scroller': { maxHeight: `${maxLines * 20 + 16}px` },
  })
}

interface CodeMirrorHandle {
  readonly view: EditorView
  readonly language: Compartment
  readonly lock: Compartment
  readonly names: Compartment
  readonly suggestions: Compartment
}

function create(
  parent: HTMLElement,
  props: CodeEditorProps,
  onChange: (value: string) => void,
): CodeMirrorHandle {
  const parts = {
    language: new Compartment(),
    lock: new Compartment(),
    names: new Compartment(),
    suggestions: new Compartment(),
  }
  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: props.value,
      extensions: [
        fixed,
        heightOf(props),
        parts.language.of([]),
        parts.lock.of([]),
        parts.names.of([]),
        parts.suggestions.of([]),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString())
        }),
      ],
    }),
  })
  return { view, ...parts }
}

/** The editor itself. Everything it shows is a property; it keeps only the cursor, the scroll position and the undo steps. */
export default function CodeMirror(props: CodeEditorProps & { readonly describedBy: string }) {
  const { label, value, language, readOnly = false, marks, suggestions, sqlSchema, goTo, describedBy } = props
  const host = useRef<HTMLDivElement>(null)
  const parts = useRef<CodeMirrorHandle | null>(null)
  const newest = useRef(props)
  useLayoutEffect(() => {
    newest.current = props
  })

  useEffect(() => {
    if (!host.current) return undefined
    const created = create(host.current, newest.current, (text) => newest.current.onChange?.(text))
    parts.current = created
    return () => {
      created.view.destroy()
      parts.current = null
    }
  }, [])

  // With the drawing, not after it: a letter typed in between would be taken back with the text drawn before it.
  useLayoutEffect(() => {
    const { view } = parts.current ?? {}
    if (!view || view.state.doc.toString() === value) return
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: value } })
  }, [value])

  useEffect(() => {
    let wanted = true
    void loadLanguage(language, sqlSchema).then((extension) => {
      if (wanted) parts.current?.view.dispatch({ effects: parts.current.language.reconfigure(extension) })
    })
    return () => {
      wanted = false
    }
  }, [language, sqlSchema])

  useEffect(() => {
    parts.current?.view.dispatch({ effects: parts.current.lock.reconfigure(readOnly ? locked : []) })
  }, [readOnly])

  useEffect(() => {
    const names = EditorView.contentAttributes.of({ 'aria-label': label, 'aria-describedby': describedBy })
    parts.current?.view.dispatch({ effects: parts.current.names.reconfigure(names) })
  }, [label, describedBy])

  useEffect(() => {
    const extension = suggestions ? tagCompletion(suggestions) : []
    parts.current?.view.dispatch({ effects: parts.current.suggestions.reconfigure(extension) })
  }, [suggestions])

  useEffect(() => {
    const { view } = parts.current ?? {}
    if (view) view.dispatch(setDiagnostics(view.state, diagnosticsOf(view.state.doc, marks ?? [])))
  }, [marks])

  useEffect(() => {
    const { view } = parts.current ?? {}
    if (!view || !goTo) return
    const line = view.state.doc.line(Math.min(Math.max(goTo.line, 1), view.state.doc.lines))
    const position = Math.min(line.from + goTo.column - 1, line.to)
    view.dispatch({
      selection: { anchor: position },
      effects: EditorView.scrollIntoView(position, { y: 'center' }),
    })
    view.focus()
  }, [goTo])

  return <div ref={host} style={{ height: props.fill ? '100%' : undefined }} />
}
