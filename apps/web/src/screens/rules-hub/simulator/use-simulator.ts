import { blankSimulation, simulationOfFacts, withFact } from '@signalbox/model/simulator/input-of-facts'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { versionsIn, type ChosenRules } from './chosen-rules.ts'
import { problemsIn, type Problems } from './input-problems.ts'

interface Ran {
  readonly a: SimulationResult
  readonly b: SimulationResult | null
  /** What was run, to tell whether the inputs were changed since. */
  readonly input: SimulationInput
}

const inputKey = 'simulator-input'

const messageOf = (error: unknown): string | null =>
  error instanceof ApiError ? error.message : error instanceof Error ? error.message : String(error)

/** What to begin with; without a payment or facts, the payment is as it was left. */
export interface SimulatorStart {
  readonly rules: ChosenRules
  readonly payment?: number | undefined
  readonly facts?: Readonly<Record<string, unknown>> | undefined
  /** The table to show of what becomes of it. */
  readonly table?: string | undefined
}

/** The payment somebody wants to see. */
function useStart(
  { payment, facts }: SimulatorStart,
  onLoad: (input: SimulationInput) => void,
  onFail: (message: string | null) => void,
) {
  const start = useRef({ onLoad, onFail })
  useLayoutEffect(() => {
    start.current = { onLoad, onFail }
  })
  useEffect(() => {
    if (facts) {
      start.current.onLoad(simulationOfFacts(facts))
      return
    }
    if (payment === undefined) return
    const stop = new AbortController()
    api('GET /simulator/payment/{id}', {
      params: { id: payment },
      signal: stop.signal,
      suppressToast: true,
    }).then(
      (input) => start.current.onLoad(input),
      (error: unknown) => {
        if (!stop.signal.aborted) start.current.onFail(loadFailure(error, payment))
      },
    )
    return () => stop.abort()
  }, [facts, payment])
}

function loadFailure(error: unknown, payment: number): string {
  if (!(error instanceof ApiError)) return 'The payment could not be loaded'
  if (error.status === 404) return `There is no payment ${payment} in your scope`
  return error.body.fields?.[0]?.message ?? error.message
}

const leftInput = (): SimulationInput => {
  const left = sessionStorage.getItem(inputKey)
  return left === null ? blankSimulation() : (JSON.parse(left) as SimulationInput)
}

export function useSimulator(begin: SimulatorStart) {
  const { merchantId } = useSession()
  const [input, setInput] = useState<SimulationInput>(leftInput)
  const [rulesA, setRulesA] = useState<ChosenRules>(begin.rules)
  const [rulesB, setRulesB] = useState<ChosenRules | null>(null)
  const [ran, setRan] = useState<Ran | null>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [isRunning, setRunning] = useState(false)
  const latest = useRef(0)

  const change = useCallback((next: SimulationInput) => {
    setInput(next)
    sessionStorage.setItem(inputKey, JSON.stringify(next))
  }, [])

  const run = useCallback(
    async (given: SimulationInput): Promise<void> => {
      const mine = ++latest.current
      setRunning(true)
      setFailure(null)
      const ask = async (rules: ChosenRules) => {
        const body = { input: given, rules: await versionsIn(rules) }
        return api('POST /simulator/run', { body, suppressToast: true })
      }
      try {
        const [a, b] = await Promise.all([ask(rulesA), rulesB === null ? null : ask(rulesB)])
        if (mine !== latest.current) return
        setRan({ a, b, input: given })
        setProblems({})
      } catch (error) {
        if (mine !== latest.current) return
        const found = problemsIn(error)
        setProblems(found)
        setFailure(Object.keys(found).length > 0 ? (Object.values(found)[0] ?? null) : messageOf(error))
      } finally {
        if (mine === latest.current) setRunning(false)
      }
    },
    [rulesA, rulesB],
  )

  const load = (loaded: SimulationInput) => {
    change(loaded)
    void run(loaded)
  }
  useStart(begin, load, setFailure)

  return {
    merchantId,
    table: begin.table,
    input,
    change,
    rulesA,
    setRulesA,
    rulesB,
    setRulesB,
    ran,
    isStale: ran !== null && JSON.stringify(ran.input) !== JSON.stringify(input),
    problems,
    failure,
    isRunning,
    run: () => run(input),
    /** Changes the payment so that a row matches, and looks what becomes of it. */
    repair: (fact: string, value: unknown) => {
      const next = withFact(input, fact, value)
      if (!next) return
      change(next)
      void run(next)
    },
    load,
  }
}
export type Simulator = ReturnType<typeof useSimulator>
