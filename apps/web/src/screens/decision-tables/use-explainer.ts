import type { explainRule } from '@signalbox/engine/sentence/explain-rule'
import { useEffect, useState } from 'react'

type ExplainRule = typeof explainRule

/** Puts a row into words. They are fetched once the table is there; only a phone, which shows them in every row, waits for them. */
export function useExplainer(): ExplainRule | null {
  const [explain, setExplain] = useState<ExplainRule | null>(null)
  useEffect(() => {
    let current = true
    void import('@signalbox/engine/sentence/explain-rule').then((words) => {
      if (current) setExplain(() => words.explainRule)
    })
    return () => {
      current = false
    }
  }, [])
  return explain
}
