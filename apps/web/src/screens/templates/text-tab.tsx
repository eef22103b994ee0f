import type { TemplateFinding } from '@signalbox/model/calls/template'
import { useMemo } from 'react'
import { CodeEditor } from '../../kit/code-editor/code-editor.tsx'
import styles from './edit-tab.module.css'
import { useSuggestions, type EditTabProps } from './edit-tab.tsx'
import { FindingList, marksOf } from './findings.tsx'

/** What readers without HTML get; every mail has it. */
export function TextTab({ editor, mayEdit, findings, goTo, onGoTo }: Omit<EditTabProps, 'showDetails'>) {
  const { draft, set } = editor
  const suggestions = useSuggestions(draft.type)
  const marks = useMemo(() => marksOf(findings, 'textContent'), [findings])
  const own = (found: TemplateFinding) => found.field === 'textContent'
  return (
    <div className={styles.tab}>
      <div className={styles.editor}>
        <CodeEditor
          label="Plain text part"
          value={draft.textContent ?? ''}
          onChange={(text) => set('textContent', text)}
          language="plain"
          readOnly={!mayEdit}
          marks={marks}
          suggestions={suggestions}
          goTo={goTo}
          fill
        />
      </div>
      <FindingList
        problems={findings.problems.filter(own)}
        warnings={findings.warnings.filter(own)}
        onGoTo={onGoTo}
      />
    </div>
  )
}
