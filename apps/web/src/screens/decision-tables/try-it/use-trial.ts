import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useEffect, useState } from 'react'
import { useFormats, useMerchant } from '../../../kit/session/session-store.ts'
import { useStable } from '../../../kit/use-stable.ts'
import type { DeskRuleset, TrialReply } from '../desk/desk-messages.ts'
import type { RulesDesk } from '../desk/rules-desk.ts'
import type { TableWorkspace } from '../table-workspace.ts'
import type { GivenFacts } from './sample-payments.ts'

const pauseMs = 120

export interface TrialQuestion {
  readonly facts: GivenFacts
  readonly thresholds: 'within' | 'exceeded'
  /** Counts up to draw again. */
  readonly draw: number
}

const rulesetsOf = (workspace: TableWorkspace): DeskRuleset[] =>
  workspace.grid.document().sections.flatMap(({ key, content }, index) => {
    const info = workspace.infos().get(key)
    if (!info || !content.enabled) return []
    return [
      {
        key,
        merchantId: info.merchantId,
        no: info.ruleset?.summary.no ?? index + 1,
        version: info.step?.version ?? 0,
      },
    ]
  })

/** Asks what the rows on the screen, saved or not, would decide about a payment; again after every change. */
export function useTrial(
  table: DecisionTable,
  workspace: TableWorkspace,
  desk: RulesDesk,
  question: TrialQuestion,
): { readonly reply: TrialReply | null; readonly failed: boolean } {
  const formats = useFormats()
  const { id: merchantId } = useMerchant()
  const [reply, setReply] = useState<TrialReply | null>(null)
  const [failed, setFailed] = useState(false)

  const ask = useStable(async () => {
    for (const { key, content } of workspace.grid.document().sections) await desk.tell(key, content)
    return desk.ask({
      kind: 'try',
      table: table.slug,
      rulesets: rulesetsOf(workspace),
      facts: { merchantId: String(merchantId), now: new Date().toISOString(), ...question.facts },
      thresholds: question.thresholds,
      transactionId: `trial-${question.draw}`,
      formats,
    })
  })

  useEffect(() => {
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        ask().then(
          (answer) => {
            if (!current) return
            setReply(answer)
            setFailed(false)
          },
          () => {
            if (current) setFailed(true)
          },
        )
      }, pauseMs)
    }
    soon()
    const stop = workspace.subscribe(soon)
    return () => {
      current = false
      clearTimeout(timer)
      stop()
    }
  }, [ask, workspace, question])

  return { reply, failed }
}
