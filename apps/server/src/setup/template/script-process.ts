import type { ChildProcess } from 'node:child_process'
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export interface ScriptJob {
  source: string
  entry: string | null
  inputJson: string
  now: number
  budgetMs: number
}

type SandboxAnswer =
  | { ok: true; outputJson: string; logsJson: string }
  | { ok: false; code: string; message: string; line: number | null }

/** A crash is the script's doing; `unavailable` means that the process never came up. */
export type JobOutcome =
  | { kind: 'answer'; answer: SandboxAnswer }
  | { kind: 'timeout' }
  | { kind: 'crash' }
  | { kind: 'unavailable' }

interface Report {
  ready?: true
  id?: number
  timedOut?: true
  result?: SandboxAnswer
}

const startLimitMs = 15_000
/** The process ends itself long before. This is for the day when it cannot, or the machine is too busy to let it. */
const hardLimitMs = 10_000

/** One child process that runs scripts, one after another, until it is killed or kills itself. */
export class ScriptProcess {
  readonly #child: ChildProcess
  readonly #ready: Promise<boolean>
  #listener: (report: Report | null) => void = () => {}
  #isAlive = true
  #lastId = 0

  constructor(workerFile: string) {
    this.#child = spawn(process.execPath, [...fences(workerFile), workerFile], {
      env: { TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (report: Report) => this.#listener(report))
    this.#child.on('error', () => this.#lost())
    this.#child.on('exit', () => this.#lost())
    this.#ready = this.#next(startLimitMs).then((report) => {
      // Not before: coming up is our own work, and took ten seconds on a busy machine at the priority of scripts.
      if (this.#isAlive) this.#lowerPriority()
      return report?.ready === true
    })
    // An idle child must not keep the server from stopping; while it works, the limit's timer does.
    this.#child.unref()
    this.#child.channel?.unref()
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  async run(job: ScriptJob): Promise<JobOutcome> {
    if (!(await this.#ready) || !this.#isAlive) return { kind: 'unavailable' }
    const id = ++this.#lastId
    const reported = this.#next(hardLimitMs)
    this.#child.send({ id, job })
    const report = await reported
    if (report?.id === id && report.result) return { kind: 'answer', answer: report.result }
    this.kill()
    return { kind: report?.timedOut ? 'timeout' : 'crash' }
  }

  kill(): void {
    this.#isAlive = false
    this.#child.kill('SIGKILL')
  }

  #next(limitMs: number): Promise<Report | null> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.kill()
        resolve({ timedOut: true })
      }, limitMs)
      this.#listener = (report) => {
        clearTimeout(timer)
        resolve(report)
      }
    })
  }

  #lost(): void {
    this.#isAlive = false
    this.#listener(null)
  }

  #lowerPriority(): void {
    try {
      if (this.#child.pid !== undefined)
        setPriority(this.#child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    } catch {
      // Some systems do not let a process do that; scripts then compete on equal terms.
    }
  }
}

/**
 * A second wall behind the interpreter: should a script ever break out of it, the process still has little memory, may
 * read only its own code, and may neither write files nor start programs.
 */
function fences(workerFile: string): string[] {
  const permission = process.allowedNodeEnvironmentFlags.has('--permission')
    ? '--permission'
    : '--experimental-permission'
  const readable = [dirname(workerFile), ...nodeModulesAbove(workerFile)].map((folder) => join(folder, '*'))
  return [
    '--no-warnings',
    '--max-old-space-size=64',
    permission,
    '--allow-worker',
    ...readable.map((pattern) => `--allow-fs-read=${pattern}`),
  ]
}

function nodeModulesAbove(file: string): string[] {
  const found: string[] = []
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules')
    if (existsSync(candidate)) found.push(realpathSync(candidate))
    if (dirname(folder) === folder) return found
  }
}

/** The worker is plain JavaScript kept with the sources. The built server finds it there too, from its `dist` folder. */
export function scriptWorkerFile(): string {
  const candidates = ['./script-worker.mjs', '../src/setup/template/script-worker.mjs']
  const files = candidates.map((path) => fileURLToPath(new URL(path, import.meta.url)))
  const file = files.find((path) => existsSync(path))
  if (file === undefined) throw new Error(`The script worker is missing; looked in ${files.join(' and ')}`)
  return realpathSync(file)
}
