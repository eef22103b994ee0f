import { Worker } from 'node:worker_threads'
import type { TaskAnswer, TaskInput, TaskName, TaskOutput, TaskRequest } from './tasks.ts'
import type { Workshop } from './workshop.ts'

interface Waiting {
  readonly resolve: (output: never) => void
  readonly reject: (error: Error) => void
  readonly limit: NodeJS.Timeout
}

/** Ten thousand wide rows on a slow and busy machine take seconds; whatever takes longer is stuck. */
const limitMs = 60_000
const memoryMb = 1_024

/** One thread that works through tasks in the order they come. It is started when first needed, and again after a crash. */
export class WorkshopThread implements Workshop {
  readonly #file: string
  readonly #waiting = new Map<number, Waiting>()
  #worker: Worker | null = null
  #lastId = 0
  #stopped = false

  constructor(file: string) {
    this.#file = file
  }

  run<Name extends TaskName>(name: Name, input: TaskInput<Name>): Promise<TaskOutput<Name>> {
    if (this.#stopped) return Promise.reject(new Error('The workshop is closed'))
    const id = ++this.#lastId
    return new Promise<TaskOutput<Name>>((resolve, reject) => {
      const limit = setTimeout(() => this.#giveUp(), limitMs)
      this.#waiting.set(id, { resolve, reject, limit })
      const worker = (this.#worker ??= this.#start())
      // While there is work the process must not end; an idle thread does not keep it.
      worker.ref()
      worker.postMessage({ id, name, input } satisfies TaskRequest)
    })
  }

  async stop(): Promise<void> {
    this.#stopped = true
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(this.#file, { resourceLimits: { maxOldGenerationSizeMb: memoryMb } })
    worker.on('message', (answer: TaskAnswer) => this.#settle(answer))
    // A crash ends the thread right afterwards; there the waiting are told.
    worker.on('error', () => undefined)
    worker.on('exit', () => this.#lost(worker))
    return worker
  }

  #settle(answer: TaskAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    if (!waiting) return
    this.#waiting.delete(answer.id)
    clearTimeout(waiting.limit)
    if ('error' in answer) waiting.reject(new Error(answer.error))
    else waiting.resolve(answer.output as never)
    if (this.#waiting.size === 0) this.#worker?.unref()
  }

  #giveUp(): void {
    void this.#worker?.terminate()
  }

  #lost(worker: Worker): void {
    if (this.#worker === worker) this.#worker = null
    const lost = [...this.#waiting.values()]
    this.#waiting.clear()
    for (const { reject, limit } of lost) {
      clearTimeout(limit)
      reject(new Error('The thread that works on rules ended; the task was not done'))
    }
  }
}
