import { history, historyKeymap, defaultKeymap } from '@codemirror/commands'
import { MergeView } from '@codemirror/merge'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { editorLook } from './editor-look.ts'
import { loadLanguage } from './languages.ts'
import type { SideBySideProps } from './side-by-side.tsx'
import { tagHighlight } from './template-tags.ts'

const common: Extension = [lineNumbers(), EditorView.lineWrapping, tagHighlight, editorLook]

const named = (label: string): Extension => EditorView.contentAttributes.of({ 'aria-label': label })

export default function CodeMirrorMerge(props: SideBySideProps) {
  const host = useRef<HTMLDivElement>(null)
  const newest = useRef(props)
  useLayoutEffect(() => {
    newest.current = props
  })
  useEffect(() => {
    const { left, right, leftLabel, rightLabel, language } = newest.current
    let view: MergeView | null = null
    let wanted = true
    void loadLanguage(language).then((grammar) => {
      if (!wanted || !host.current) return
      view = new MergeView({
        parent: host.current,
        a: { doc: left, extensions: [common, grammar, named(leftLabel), EditorState.readOnly.of(true)] },
        b: {
          doc: right,
          extensions: [
            common,
            grammar,
            named(rightLabel),
            history(),
            keymap.of([...defaultKeymap, ...historyKeymap]),
            EditorView.updateListener.of((update) => {
              if (update.docChanged) newest.current.onRight(update.state.doc.toString())
            }),
          ],
        },
        revertControls: 'a-to-b',
        gutter: true,
        collapseUnchanged: { margin: 3, minSize: 6 },
      })
    })
    return () => {
      wanted = false
      view?.destroy()
    }
  }, [])
  return <div ref={host} />
}
