import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useMemo, useState } from 'react'
import type { EditSession } from '../edit-session.ts'
import type { RulesWorkerClient } from '../rules-worker/rules-worker-client.ts'
import type { Thresholds } from '../rules-worker/worker-messages.ts'
import { sampleFor, samplePayments, type SampleFacts } from './sample-payments.ts'
import { useTrial } from './use-trial.ts'

/** The payment that is tried and what the rows decide about it. */
export function useTrialForm(
  table: DecisionTable,
  session: EditSession,
  rulesWorker: RulesWorkerClient,
  given: SampleFacts | null,
) {
  const [facts, setFacts] = useState<SampleFacts>(
    () => given ?? (samplePayments[0] ? sampleFor(table, samplePayments[0]) : {}),
  )
  const [sample, setSample] = useState(given ? null : (samplePayments[0]?.name ?? null))
  const [lastGiven, setLastGiven] = useState(given)
  if (given !== lastGiven) {
    setLastGiven(given)
    if (given) {
      setFacts(given)
      setSample(null)
    }
  }
  const [thresholds, setThresholds] = useState<Thresholds>('counted')
  const [draw, setDraw] = useState(1)
  const input = useMemo(() => ({ facts, thresholds, draw }), [facts, thresholds, draw])
  const { reply, failed } = useTrial(table, session, rulesWorker, input)
  return {
    facts,
    setFact: (key: string, value: unknown) => {
      setFacts((last) => ({ ...last, [key]: value }))
      setSample(null)
    },
    sample,
    choose: (name: string | null) => {
      const chosen = samplePayments.find((payment) => payment.name === name)
      setSample(name)
      if (chosen) setFacts(sampleFor(table, chosen))
    },
    clear: () => {
      setFacts({})
      setSample(null)
    },
    thresholds,
    setThresholds,
    pickAgain: () => setDraw(draw + 1),
    problems: (reply && !reply.ok ? reply.problems : {}) as Readonly<Record<string, string>>,
    outcome: reply?.ok ? reply.trial : null,
    failed,
  }
}

export type TrialForm = ReturnType<typeof useTrialForm>
