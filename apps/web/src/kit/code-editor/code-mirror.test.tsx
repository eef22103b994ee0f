import { EditorView } from '@codemirror/view'
import { useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atFirstSight } from '../../ui/testing/at-first-sight.ts'
import CodeMirror from './code-mirror.tsx'

// As in the browser, where what is typed into the editor is drawn some time later, not at once as the tools of tests do.
const reactGlobals = globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }
let root: Root
let wasActing: boolean | undefined

beforeEach(() => {
  wasActing = reactGlobals.IS_REACT_ACT_ENVIRONMENT
  reactGlobals.IS_REACT_ACT_ENVIRONMENT = false
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  root.unmount()
  document.body.replaceChildren()
  reactGlobals.IS_REACT_ACT_ENVIRONMENT = wasActing
})

function Form() {
  const [text, setText] = useState('')
  return (
    <>
      <output>Drawn: {text}.</output>
      <CodeMirror label="Text" value={text} onChange={setText} language="plain" describedBy="help" />
      <button type="button" onClick={() => setText('Reset')}>
        Reset
      </button>
    </>
  )
}

async function open() {
  root.render(<Form />)
  const view = await vi.waitFor(() => {
    const found = EditorView.findFromDOM(
      document.body.querySelector<HTMLElement>('.cm-editor') ?? document.body,
    )
    if (!found) throw new Error('There is no editor yet')
    return found
  })
  const type = (letter: string) => view.dispatch({ changes: { from: view.state.doc.length, insert: letter } })
  return { view, type, text: () => view.state.doc.toString() }
}

const drawn = () => document.querySelector('output')?.textContent

test('a letter typed the moment the one before is drawn stays', async () => {
  const { type, text } = await open()
  const next = atFirstSight(/Drawn: a\./, () => type('b'))
  type('a')
  await next
  await vi.waitFor(() => expect(drawn()).toBe('Drawn: ab.'))
  expect(text()).toBe('ab')
})

test('a text set from outside replaces what is there', async () => {
  const { type, text } = await open()
  type('a')
  document.querySelector('button')?.click()
  await vi.waitFor(() => expect(text()).toBe('Reset'))
})
