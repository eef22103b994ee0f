import { isDeepStrictEqual } from 'node:util'
import type { JobOutcome } from './script-process.ts'
import { ScriptProcess, scriptWorkerFile } from './script-process.ts'

export interface ScriptRequest {
  source: string
  /** The function to call; without one, the script's last expression must be the function. */
  entry?: string | null
  input: unknown
  /** Processor time, at most 50 ms. */
  timeoutMs?: number
  /** What the script takes for the current time. The same input then gives the same output on any day. */
  now?: number
}

type ScriptFailureCode =
  | 'SYNTAX'
  | 'THROWN'
  | 'TIMEOUT'
  | 'MEMORY'
  | 'NO_ENTRY'
  | 'NO_OUTPUT'
  | 'PROMISE'
  | 'OUTPUT_TOO_LARGE'
  | 'INPUT_TOO_LARGE'
  | 'BUSY'
  | 'UNAVAILABLE'

type ScriptResult =
  | { ok: true; output: unknown; logs: string[] }
  | { ok: false; code: ScriptFailureCode; message: string; line?: number }

export interface ScriptTestCase {
  name: string
  input: unknown
  expected: unknown
}

export interface ScriptTestResult {
  name: string
  ok: boolean
  message?: string
  actual?: unknown
}

export interface ScriptRunner {
  run(request: ScriptRequest): Promise<ScriptResult>
  stop(): void
}

const scriptLimits = {
  timeoutMs: 50,
  sourceLength: 200_000,
  inputLength: 1_000_000,
  waiting: 100,
  testCases: 50,
  runsPerProcess: 200,
} as const

const identifier = /^[A-Za-z_$][\w$]*$/

interface RunnerOptions {
  readonly workerFile?: string
  /** The most time a script gets. */
  readonly timeoutMs?: number
}

/** Runs scripts one at a time in a process of their own. A script that had to be killed takes only that process with it. */
export function createScriptRunner({
  workerFile = scriptWorkerFile(),
  timeoutMs = scriptLimits.timeoutMs,
}: RunnerOptions = {}): ScriptRunner {
  let child: ScriptProcess | null = null
  let runs = 0
  let waiting = 0
  let queue: Promise<unknown> = Promise.resolve()

  const freshChild = () => {
    if (child?.isAlive && runs < scriptLimits.runsPerProcess) return child
    child?.kill()
    runs = 0
    child = new ScriptProcess(workerFile)
    return child
  }

  const runNow = async (request: ScriptRequest, inputJson: string): Promise<ScriptResult> => {
    const process = freshChild()
    runs++
    const outcome = await process.run({
      source: request.source,
      entry: request.entry ?? null,
      inputJson,
      now: request.now ?? 0,
      budgetMs: Math.min(Math.max(request.timeoutMs ?? timeoutMs, 1), timeoutMs),
    })
    return toResult(outcome)
  }

  return {
    async run(request) {
      const refused = refuse(request)
      if (refused) return refused
      const inputJson = asJson(request.input)
      if (inputJson.length > scriptLimits.inputLength)
        return failed('INPUT_TOO_LARGE', 'The input is larger than 1 MB')
      if (waiting >= scriptLimits.waiting) return failed('BUSY', 'Too many scripts are waiting')
      waiting++
      const result = queue.then(() => runNow(request, inputJson)).finally(() => waiting--)
      queue = result.catch(() => null)
      return await result
    },
    stop() {
      child?.kill()
      child = null
    },
  }
}

/** Runs the cases stored with a script. All of them must pass before it may be saved. */
export async function runScriptTests(
  runner: ScriptRunner,
  script: Pick<ScriptRequest, 'source' | 'entry' | 'timeoutMs'>,
  cases: readonly ScriptTestCase[],
): Promise<{ ok: boolean; results: ScriptTestResult[] }> {
  const results: ScriptTestResult[] = []
  for (const { name, input, expected } of cases.slice(0, scriptLimits.testCases)) {
    const result = await runner.run({ ...script, input })
    if (!result.ok) results.push({ name, ok: false, message: describe(result) })
    else if (isDeepStrictEqual(result.output, JSON.parse(asJson(expected)))) results.push({ name, ok: true })
    else
      results.push({ name, ok: false, message: 'The result is not the expected one', actual: result.output })
  }
  return { ok: results.every((result) => result.ok) && cases.length <= scriptLimits.testCases, results }
}

const describe = ({ message, line }: { message: string; line?: number }) =>
  line === undefined ? message : `${message} (line ${line})`

const failed = (code: ScriptFailureCode, message: string): ScriptResult => ({ ok: false, code, message })

function refuse({ source, entry }: ScriptRequest): ScriptResult | null {
  if (source.length > scriptLimits.sourceLength) return failed('SYNTAX', 'The script is longer than 200 kB')
  if (entry !== undefined && entry !== null && !identifier.test(entry)) {
    return failed('NO_ENTRY', 'The name of the function to run must be a plain word')
  }
  return null
}

const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null'

function toResult(outcome: JobOutcome): ScriptResult {
  switch (outcome.kind) {
    case 'timeout':
      return failed('TIMEOUT', 'The script took too long')
    case 'crash':
      return failed('MEMORY', 'The script crashed and was stopped')
    case 'unavailable':
      return failed('UNAVAILABLE', 'Scripts cannot be run at the moment')
    case 'answer': {
      const { answer } = outcome
      if (answer.ok)
        return { ok: true, output: JSON.parse(answer.outputJson), logs: readLogs(answer.logsJson) }
      const { code, message, line } = answer
      return { ok: false, code: code as ScriptFailureCode, message, ...(line === null ? {} : { line }) }
    }
  }
}

/** A script may have tampered with what its log becomes. */
function readLogs(json: string): string[] {
  try {
    const logs: unknown = JSON.parse(json)
    return Array.isArray(logs) ? logs.filter((line) => typeof line === 'string') : []
  } catch {
    return []
  }
}
