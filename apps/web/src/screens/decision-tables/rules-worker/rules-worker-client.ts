import { changesOf, contentOf } from '../../../kit/decision-grid/core/row-changes.ts'
import type { GridContent } from '../../../kit/decision-grid/core/grid-document.ts'
import type { GridRow } from '../../../kit/decision-grid/core/grid-row.ts'
import type { WorkerReply, WorkerRequest } from './worker-messages.ts'
import type { RequestMessage, ReplyMessage } from './rules-worker-thread.ts'
import { loadChunk } from '../../../ui/chunk-load.ts'

type SendRequest = (request: WorkerRequest) => Promise<unknown>

interface PendingRequest {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** A worker of its own for each page: typing never waits for a check. */
function sendToWorker(worker: Worker): SendRequest {
  const waiting = new Map<number, PendingRequest>()
  let ids = 0
  worker.addEventListener('message', ({ data }: MessageEvent<ReplyMessage>) => {
    const pending = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) pending?.resolve(data.answer)
    else pending?.reject(new Error(data.message))
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message))
    waiting.clear()
  })
  return (request) =>
    new Promise((resolve, reject) => {
      const id = (ids += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, request } satisfies RequestMessage)
    })
}

/** Where there are no workers the page does the work itself. */
function runInPage(): SendRequest {
  const work = loadChunk(() => import('./rules-worker.ts')).then(({ RulesWorker }) => new RulesWorker())
  return async (request) => (await work).answer(request)
}

const readableRows = new WeakMap<GridRow, GridRow>()

/** A row with a text nobody understands must not look like one that asks nothing: it is switched off. */
function readableRow(row: GridRow): GridRow {
  if (row.wrong === undefined) return row
  const known = readableRows.get(row)
  if (known) return known
  const { wrong: _, ...rest } = row
  const readable = { ...rest, enabled: false }
  readableRows.set(row, readable)
  return readable
}

const readable = (content: GridContent): GridContent => ({
  ...content,
  rules: content.rules.map(readableRow),
})

/** Client of the worker that checks, tries and imports the rulesets on the screen. */
export class RulesWorkerClient {
  readonly #send: SendRequest
  readonly #worker: Worker | null
  readonly #sent = new Map<string, { readonly shown: GridContent; readonly content: GridContent }>()

  constructor() {
    this.#worker =
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('./rules-worker-thread.ts', import.meta.url), { type: 'module' })
    this.#send = this.#worker ? sendToWorker(this.#worker) : runInPage()
  }

  /** Sends the content of a ruleset; after the first time only the changes. */
  async sync(key: string, shown: GridContent): Promise<void> {
    const sent = this.#sent.get(key)
    if (sent?.shown === shown) return
    const content = readable(shown)
    this.#sent.set(key, { shown, content })
    await this.#send(
      sent
        ? { kind: 'changes', key, changes: changesOf(sent.content, content) }
        : { kind: 'content', key, content: contentOf(content) },
    )
  }

  request<R extends WorkerRequest>(request: R): Promise<WorkerReply<R>> {
    return this.#send(request) as Promise<WorkerReply<R>>
  }

  close(): void {
    this.#worker?.terminate()
  }
}
