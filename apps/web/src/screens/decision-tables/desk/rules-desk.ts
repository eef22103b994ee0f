import { changesOf, contentOf } from '../../../kit/decision-grid/core/row-changes.ts'
import type { GridContent } from '../../../kit/decision-grid/core/grid-document.ts'
import type { GridRow } from '../../../kit/decision-grid/core/grid-row.ts'
import type { DeskAnswer, DeskQuestion } from './desk-messages.ts'
import type { DeskEnvelope, DeskReturn } from './desk-worker.ts'

type Ask = (question: DeskQuestion) => Promise<unknown>

interface Waiting {
  readonly resolve: (answer: unknown) => void
  readonly reject: (error: Error) => void
}

/** A worker of its own for each page: typing never waits for a check. */
function askWorker(worker: Worker): Ask {
  const waiting = new Map<number, Waiting>()
  let ids = 0
  worker.addEventListener('message', ({ data }: MessageEvent<DeskReturn>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asked?.resolve(data.answer)
    else asked?.reject(new Error(data.message))
  })
  worker.addEventListener('error', (event) => {
    for (const { reject } of waiting.values()) reject(new Error(event.message))
    waiting.clear()
  })
  return (question) =>
    new Promise((resolve, reject) => {
      const id = (ids += 1)
      waiting.set(id, { resolve, reject })
      worker.postMessage({ id, question } satisfies DeskEnvelope)
    })
}

/** Where there are no workers the page does the work itself. */
function askHere(): Ask {
  const work = import('./desk-work.ts').then(({ DeskWork }) => new DeskWork())
  return async (question) => (await work).answer(question)
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

/** Answers questions about the rulesets on the screen: what is wrong with them, what they would decide. */
export class RulesDesk {
  readonly #ask: Ask
  readonly #worker: Worker | null
  readonly #told = new Map<string, { readonly given: GridContent; readonly content: GridContent }>()

  constructor() {
    this.#worker =
      typeof Worker === 'undefined'
        ? null
        : new Worker(new URL('./desk-worker.ts', import.meta.url), { type: 'module' })
    this.#ask = this.#worker ? askWorker(this.#worker) : askHere()
  }

  /** Tells what stands in a ruleset now; of one it knows, only the difference. */
  async tell(key: string, given: GridContent): Promise<void> {
    const known = this.#told.get(key)
    if (known?.given === given) return
    const content = readable(given)
    this.#told.set(key, { given, content })
    await this.#ask(
      known
        ? { kind: 'changes', key, changes: changesOf(known.content, content) }
        : { kind: 'content', key, content: contentOf(content) },
    )
  }

  ask<Q extends DeskQuestion>(question: Q): Promise<DeskAnswer<Q>> {
    return this.#ask(question) as Promise<DeskAnswer<Q>>
  }

  close(): void {
    this.#worker?.terminate()
  }
}
