import type { RulesetCircumstances } from '@signalbox/model/calls/decision-table'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useEffect, useState } from 'react'
import { api } from '../../../kit/api.ts'
import { useFormats, useMerchant } from '../../../kit/session/session-store.ts'
import { useStable } from '../../../kit/use-stable.ts'
import type {
  CountedRow,
  Thresholds,
  Trial,
  TrialReply,
  WorkerRuleset,
} from '../rules-worker/worker-messages.ts'
import type { RulesWorkerClient } from '../rules-worker/rules-worker-client.ts'
import type { EditSession } from '../edit-session.ts'
import type { SampleFacts } from './sample-payments.ts'

const pauseMs = 120

export interface TrialInput {
  readonly facts: SampleFacts
  readonly thresholds: Thresholds
  /** Counts up to draw again. */
  readonly draw: number
}

const rulesetsOf = (session: EditSession): WorkerRuleset[] =>
  session.grid.document().sections.flatMap(({ key, content }, index) => {
    const info = session.infos().get(key)
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

/** Asks what the rows on the screen, saved or not, would decide about a payment now; again after every change. */
export function useTrial(
  table: DecisionTable,
  session: EditSession,
  rulesWorker: RulesWorkerClient,
  question: TrialInput,
): { readonly reply: TrialReply | null; readonly failed: boolean } {
  const formats = useFormats()
  const { id: merchantId } = useMerchant()
  const [reply, setReply] = useState<TrialReply | null>(null)
  const [failed, setFailed] = useState(false)

  const ask = useStable(async () => {
    for (const { key, content } of session.grid.document().sections) await rulesWorker.sync(key, content)
    const facts = { merchantId: String(merchantId), now: new Date().toISOString(), ...question.facts }
    const request = {
      kind: 'try',
      table: table.slug,
      rulesets: rulesetsOf(session),
      facts,
      thresholds: question.thresholds,
      transactionId: `trial-${question.draw}`,
      formats,
    } as const
    const tryIn = (circumstances: RulesetCircumstances | null, exceeded: readonly CountedRow[] = []) =>
      rulesWorker.request({ ...request, circumstances, exceeded })
    const find = (rows: Trial['counted']) =>
      api('POST /ruleset/circumstances', {
        body: { table: table.slug, facts, rows: rows.map(({ rule }) => ({ ...rule })) },
      })
    // What cannot be read is told here; the server would only refuse it.
    const first = await tryIn(null)
    if (!first.ok) return first
    const found = await tryIn(await find([]))
    // Which rows match may depend on the rates, and what is counted on which rows match.
    if (question.thresholds !== 'counted' || !found.ok || found.trial.counted.length === 0) return found
    const { counted } = found.trial
    const circumstances = await find(counted)
    return tryIn(
      circumstances,
      circumstances.exceeded.flatMap((place) => counted[place] ?? []),
    )
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
    const stop = session.subscribe(soon)
    return () => {
      current = false
      clearTimeout(timer)
      stop()
    }
  }, [ask, session, question])

  return { reply, failed }
}
