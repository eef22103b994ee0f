import { lazy, Suspense, useId } from 'react'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import styles from './code-editor.module.css'
import type { CodeEditorProps } from './editor-types.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

const CodeMirror = lazy(() => loadChunk(() => import('./code-mirror.tsx')))

/** A text with line numbers, colours, marks and suggestions. Its code is loaded when the first one is shown. */
export function CodeEditor(props: CodeEditorProps) {
  const helpId = useId()
  return (
    <div
      className={styles.box}
      data-fill={props.fill || undefined}
      data-read-only={props.readOnly || undefined}
    >
      <Suspense
        fallback={
          <div className={styles.waiting}>
            <Skeleton>
              <SkeletonLines lines={props.fill ? 12 : (props.minLines ?? 3)} />
            </Skeleton>
          </div>
        }
      >
        <CodeMirror {...props} describedBy={helpId} />
      </Suspense>
      <span id={helpId} className={styles.help}>
        {props.readOnly ? 'Read only.' : 'Tab indents. Press Escape and then Tab to leave the editor.'}
      </span>
    </div>
  )
}
