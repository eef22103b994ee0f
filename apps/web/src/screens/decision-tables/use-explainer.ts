import type { explainRule } from '@signalbox/engine/sentence/explain-rule'
import { useEffect, useState } from 'react'
import type { CatalogueItem } from '../../kit/decision-grid/pickers/cell-sources.ts'
import { loadChunk } from '../../ui/chunk-load.ts'

type ExplainRule = typeof explainRule

export type Catalogues = Readonly<Record<string, readonly CatalogueItem[]>>

/** What a sentence calls configured things, such as PSPs: by the names people gave them. */
export const namesFrom =
  (catalogues: Catalogues | undefined) =>
  (catalogue: string, key: string): string | undefined =>
    // The label of an account names its PSP, which the sentence has said already.
    catalogue === 'psp-account' ? key : catalogues?.[catalogue]?.find(({ value }) => value === key)?.label

/** Puts a row into words. They are fetched once the table is there; only a phone, which shows them in every row, waits for them. */
export function useExplainer(): ExplainRule | null {
  const [explain, setExplain] = useState<ExplainRule | null>(null)
  useEffect(() => {
    let current = true
    loadChunk(() => import('@signalbox/engine/sentence/explain-rule')).then(
      (words) => {
        if (current) setExplain(() => words.explainRule)
      },
      // The failure is reported where it is loaded; the table does without words.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [])
  return explain
}
