import { html, text, type Misbehaviour, type Reply } from '../http-server.ts'
import type { AnswerKind } from './plan.ts'
import type { Handled, PspCore, View } from './psp-core.ts'

/** How a provider words the answers all of them have to give. */
export interface AnswerWords {
  /** `reference` is ours, or a wrong one when the provider mixes things up. */
  found(view: View, reference: string): Reply
  notFound(): Reply
  /** Signed by somebody else; only providers that sign their answers have it. */
  forged?(view: View): Reply
  /** Out of service, and nothing was done with the request. */
  unavailable(): Reply
}

const wrongReference = '999A1'

/** Answers as planned: in time or late, properly, badly or not at all. */
export async function answerAs(
  core: PspCore,
  { view, answer, delayMs }: Handled,
  words: AnswerWords,
): Promise<Reply | Misbehaviour> {
  await core.wait(delayMs)
  return worded(answer, view, words)
}

function worded(answer: AnswerKind, view: View | undefined, words: AnswerWords): Reply | Misbehaviour {
  const found = () => (view ? words.found(view, view.operation.reference) : words.notFound())
  switch (answer) {
    case 'silence':
    case 'reset':
      return answer
    case 'garbage':
      return html(200, '<html><body>Gateway maintenance pag')
    case 'rejected':
      return text(400, 'Bad request')
    case 'busy':
      return { ...text(429, 'Too many requests'), headers: { 'retry-after': '1' } }
    case 'unavailable':
      return words.unavailable()
    case 'forged':
      return (view && words.forged?.(view)) ?? found()
    case 'wrongReference':
      return view ? words.found(view, wrongReference) : words.notFound()
    case 'drip':
      return { drip: found() }
    case 'normal':
      return found()
  }
}

/** Answers a question about an operation. */
export const answerLook = (view: View | undefined, words: AnswerWords): Reply | Misbehaviour =>
  worded(view?.answer ?? 'normal', view, words)
