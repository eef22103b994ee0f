import { lazy, Suspense } from 'react'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import styles from './code-editor.module.css'
import type { EditorLanguage } from './editor-types.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

const CodeMirrorMerge = lazy(() => loadChunk(() => import('./merge-view.tsx')))

export interface SideBySideProps {
  readonly left: string
  readonly leftLabel: string
  /** Where it starts; what is typed or taken over from the left comes through `onRight`. */
  readonly right: string
  readonly rightLabel: string
  readonly onRight: (text: string) => void
  readonly language: EditorLanguage
}

/** Two versions of a text beside each other, the right one to be edited; arrows take single changes over. */
export function SideBySide(props: SideBySideProps) {
  return (
    <div className={styles.box}>
      <div className={styles.sides} aria-hidden="true">
        <span>{props.leftLabel}</span>
        <span>{props.rightLabel}</span>
      </div>
      <div className={styles.merge}>
        <Suspense
          fallback={
            <Skeleton>
              <SkeletonLines lines={8} />
            </Skeleton>
          }
        >
          <CodeMirrorMerge {...props} />
        </Suspense>
      </div>
    </div>
  )
}
