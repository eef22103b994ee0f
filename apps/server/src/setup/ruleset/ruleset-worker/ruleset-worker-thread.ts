import { Worker } from 'node:worker_threads'
import {
  runTask,
  type TaskAnswer,
  type TaskInput,
  type TaskName,
  type TaskOutput,
  type TaskRequest,
} from './tasks.ts'
import type { RulesetWorker } from './ruleset-worker.ts'

interface Waiting {
  readonly request: TaskRequest
  readonly resolve: (output: never) => void
  readonly reject: (error: Error) => void
}

interface ThreadOptions {
  /** What is smaller is done at once: the way to the thread and the wait for those before would take longer. */
  readonly smallLength?: number
  /** Ten thousand wide rows on a slow and busy machine take many seconds; whatever takes longer is stuck. */
  readonly limitMs?: number
}

const memoryMb = 1_024

const lengthOf = (input: object): number =>
  Object.values(input).reduce<number>(
    (sum, member) => sum + (typeof member === 'string' ? member.length : 0),
    0,
  )

/** One thread that works through tasks in the order they come. It is started when first needed, and again after a crash. */
export class RulesetWorkerThread implements RulesetWorker {
  readonly #file: string
  readonly #smallLength: number
  readonly #limitMs: number
  /** The first one is in the thread. */
  readonly #queue: Waiting[] = []
  #worker: Worker | null = null
  #limit: NodeJS.Timeout | undefined
  #lastId = 0
  #stopped = false

  constructor(file: string, { smallLength = 50_000, limitMs = 120_000 }: ThreadOptions = {}) {
    this.#file = file
    this.#smallLength = smallLength
    this.#limitMs = limitMs
  }

  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
    return new Promise<TaskOutput<Name>>((resolve, reject) => {
      if (this.#stopped) throw new Error('The ruleset worker is closed')
      if (lengthOf(input) < this.#smallLength) return resolve(runTask(name, input))
      this.#queue.push({ request: { id: ++this.#lastId, name, input }, resolve, reject })
      if (this.#queue.length === 1) this.#begin()
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#worker?.terminate()
  }

  #begin(): void {
    const [first] = this.#queue
    if (!first || this.#stopped) {
      // An idle thread does not keep the process from ending.
      this.#worker?.unref()
      return
    }
    const worker = (this.#worker ??= this.#start())
    worker.ref()
    this.#limit = setTimeout(() => void worker.terminate(), this.#limitMs)
    worker.postMessage(first.request)
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.on('message', (answer: TaskAnswer) => this.#settle(answer))
    // A crash ends the thread right afterwards; there whoever waits is told.
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#lost(worker))
    return worker
  }

  #settle(answer: TaskAnswer): void {
    const [first] = this.#queue
    if (first?.request.id !== answer.id) return
    clearTimeout(this.#limit)
    this.#queue.shift()
    if ('error' in answer) first.reject(new Error(answer.error))
    else first.resolve(answer.output as never)
    this.#begin()
  }

  /** Only the task the thread was at is lost; those behind it get the next thread. */
  #lost(worker: Worker): void {
    if (this.#worker !== worker) return
    this.#worker = null
    clearTimeout(this.#limit)
    const lost = this.#queue.splice(0, this.#stopped ? this.#queue.length : 1)
    for (const { reject } of lost)
      reject(new Error('The thread that works on rules ended; the task was not done'))
    this.#begin()
  }
}
