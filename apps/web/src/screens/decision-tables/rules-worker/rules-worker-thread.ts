import type { WorkerRequest } from './worker-messages.ts'
import { RulesWorker } from './rules-worker.ts'

/** The thread beside the page. Requests are answered in the order they arrive. */

export interface RequestMessage {
  readonly id: number
  readonly request: WorkerRequest
}

export type ReplyMessage =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string }

const work = new RulesWorker()

self.addEventListener('message', ({ data: { id, request } }: MessageEvent<RequestMessage>) => {
  const reply = (message: ReplyMessage) => self.postMessage(message)
  try {
    reply({ id, ok: true, answer: work.answer(request) })
  } catch (error) {
    reply({ id, ok: false, message: error instanceof Error ? error.message : String(error) })
  }
})
