import type { DeskQuestion } from './desk-messages.ts'
import { DeskWork } from './desk-work.ts'

/** The thread beside the page. Questions are answered in the order in which they come. */

export interface DeskEnvelope {
  readonly id: number
  readonly question: DeskQuestion
}

export type DeskReturn =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string }

const work = new DeskWork()

self.addEventListener('message', ({ data: { id, question } }: MessageEvent<DeskEnvelope>) => {
  const reply = (message: DeskReturn) => self.postMessage(message)
  try {
    reply({ id, ok: true, answer: work.answer(question) })
  } catch (error) {
    reply({ id, ok: false, message: error instanceof Error ? error.message : String(error) })
  }
})
