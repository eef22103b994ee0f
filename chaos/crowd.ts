import type { ApiClient, CallEnding, PaymentRequest } from './api-client.ts'
import type { Acknowledged } from './oracle.ts'
import { pause } from './waiting.ts'

export interface Answer {
  readonly txId: number
  readonly state: string
  readonly statusCodeNo: number
  readonly txRefId: string
  /** Where the user has to go on. */
  readonly redirectOutput?: { readonly url: string }
}

interface Rush {
  readonly shops: number
  readonly next: () => PaymentRequest
  /** What a shop does about a payment once it knows how it went. */
  readonly andThen?: (request: PaymentRequest, answer: Answer) => Promise<PaymentRequest | undefined>
  readonly goOn: () => boolean
}

const pauseBeforeNextTryMs = 500
const timeoutMs = 60_000

/** Shops that keep sending payments, remember what they were told, and ask again where they were told nothing. */
export class Crowd {
  readonly acknowledged: Acknowledged[] = []
  /** Answers a shop can make nothing of: errors of ours that are not "come back later". */
  readonly surprises: string[] = []
  readonly #unanswered: PaymentRequest[] = []
  #sent = 0
  #turnedAway = 0

  get sent(): number {
    return this.#sent
  }

  /** Answers that said "come back later" because of us, not because of the request. */
  get turnedAway(): number {
    return this.#turnedAway
  }

  get unanswered(): number {
    return this.#unanswered.length
  }

  /** So many shops at once, each with its next payment as soon as it has an answer. */
  async pay(client: ApiClient, { shops, next, andThen, goOn }: Rush): Promise<void> {
    const shop = async (): Promise<void> => {
      let request: PaymentRequest | undefined
      while (goOn()) {
        request ??= next()
        this.#sent++
        const taken = this.take(request, await client.pay(request))
        if (taken) request = typeof taken === 'object' ? await andThen?.(request, taken) : undefined
        else await pause(pauseBeforeNextTryMs)
      }
      if (request) this.#unanswered.push(request)
    }
    await Promise.all(Array.from({ length: shops }, shop))
  }

  /** One request, sent until somebody answers it or the patience is over. */
  async ask(client: ApiClient, request: PaymentRequest): Promise<Answer | undefined> {
    const deadline = performance.now() + timeoutMs
    this.#sent++
    for (;;) {
      const taken = this.take(request, await client.pay(request))
      if (taken) return typeof taken === 'object' ? taken : undefined
      if (performance.now() > deadline) {
        this.#unanswered.push(request)
        return undefined
      }
      await pause(pauseBeforeNextTryMs)
    }
  }

  /** Every shop without an answer sends the same request with the same key, until somebody tells it something. */
  async askAgain(client: ApiClient, shops: number, deadline: number): Promise<void> {
    const shop = async (): Promise<void> => {
      for (let request = this.#unanswered.shift(); request; request = this.#unanswered.shift()) {
        if (this.take(request, await client.pay(request))) continue
        this.#unanswered.push(request)
        if (performance.now() > deadline) return
        await pause(pauseBeforeNextTryMs)
      }
    }
    await Promise.all(Array.from({ length: shops }, shop))
  }

  /** False while a shop has to ask again. */
  take(request: PaymentRequest, ending: CallEnding): Answer | boolean {
    if (ending.kind === 'broken') return false
    const { status, text } = ending
    if (status === 201) {
      const answer = JSON.parse(text) as Answer
      this.acknowledged.push({ key: request.key, txId: answer.txId, state: answer.state })
      return answer
    }
    if (status === 503) this.#turnedAway++
    if ([429, 502, 503].includes(status)) return false
    // Somebody else was faster, a job that takes reserved money for instance: that is an answer too.
    if (status === 409) return !text.includes('REQUEST_IN_PROGRESS')
    this.surprises.push(`${request.key}: ${status} ${text.slice(0, 200)}`)
    return status < 500
  }
}
