import { sql } from 'kysely'
import type { PaymentRequest } from '../api-client.ts'
import type { ConsoleClient } from '../console-client.ts'
import type { Answer, Crowd } from '../crowd.ts'
import { pick, wholeNumber, type Draw } from '../draw.ts'
import type { Rig } from '../round.ts'
import { sandboxClient, type SandboxClient, type SandboxOperation } from '../sandbox-client.ts'
import { pause } from '../waiting.ts'
import { sitAtPages } from './pages.ts'
import { patiently } from './patiently.ts'
import type { Tally } from './tally.ts'

const callbackKinds = ['genuine', 'twice', 'late', 'forged', 'other reference', 'other amount'] as const

/** Of coins what arrives is what is credited: a signed message of another amount is the truth, or nobody can tell. */
const isBelieved = ({ psp, kind }: SandboxOperation): boolean => psp === 'coinsim' && kind === 'deposit'

/** Who takes part in a walk beside the shops. */
export interface Staff {
  readonly approvers: readonly [ConsoleClient, ConsoleClient]
  readonly admin: ConsoleClient
  readonly colleague: ConsoleClient
}

/** A payment as a client sees it. */
export interface SeenByClient extends Answer {
  readonly merchantId: number
  readonly amount: { readonly amount: string; readonly currency: string }
  readonly method: string
}

export interface WalkDeps {
  readonly rig: Rig
  readonly crowd: Crowd
  readonly staff: Staff
  readonly tally: Tally
  readonly draw: Draw
}

/** What walkers can do and see, for all payments of a round. */
export class Walk {
  readonly sandbox: SandboxClient
  readonly #deps: WalkDeps
  #asked = 0

  constructor(deps: WalkDeps) {
    this.#deps = deps
    this.sandbox = sandboxClient(deps.rig.sandboxUrl)
  }

  get draw(): Draw {
    return this.#deps.draw
  }

  get tally(): Tally {
    return this.#deps.tally
  }

  happened(kind: string): void {
    this.tally.add('events', kind)
  }

  /** Sent once, several times at once, or again under another key, which is another payment. */
  async begin(request: PaymentRequest): Promise<Answer | undefined> {
    const { crowd, rig, draw } = this.#deps
    const { client } = rig
    const manner = draw()
    if (manner < 0.05) {
      this.happened('same key at once')
      const answers = await Promise.all([1, 2, 3].map(() => crowd.ask(client, request)))
      return answers.find((answer) => answer !== undefined)
    }
    if (manner < 0.08) {
      this.happened('identical request')
      const twin = { ...request, key: `${request.key}-twin` }
      const { attributes: _, ...body } = request.body
      const [answer] = await Promise.all([
        crowd.ask(client, request),
        crowd.ask(client, { ...twin, body: { ...body, attributes: { chaosKey: twin.key } } }),
      ])
      return answer
    }
    return crowd.ask(client, request)
  }

  /** What a shop asks for about a payment it made; 409 is an answer as well. */
  ask(payment: SeenByClient, op: string, amount?: string): Promise<Answer | undefined> {
    const { crowd, rig } = this.#deps
    return crowd.ask(rig.client, {
      path: `/payments/${payment.txId}/${op}`,
      key: `walk-${payment.txId}-${op}-${++this.#asked}`,
      body: {
        info: 'Walk',
        ...(amount !== undefined && { amount: { amount, currency: payment.amount.currency } }),
      },
    })
  }

  /** The user takes a payout back. */
  cancel({ txId }: SeenByClient): Promise<unknown> {
    return this.#deps.rig.client.call('DELETE', `/payments/${txId}`)
  }

  look(txId: number): Promise<SeenByClient> {
    return patiently(async () => {
      const ending = await this.#deps.rig.client.call('GET', `/payments/${txId}`)
      if (ending.kind === 'broken' || ending.status !== 200) throw new Error(JSON.stringify(ending))
      return JSON.parse(ending.text) as SeenByClient
    })
  }

  /** Most go through with it, some change their mind, some are called away. */
  async sitAtPages({ redirectOutput }: Answer): Promise<void> {
    if (!redirectOutput) return
    const { rig, draw } = this.#deps
    const mood = draw()
    if (mood > 0.95) return this.happened('leaves the page')
    this.happened(mood > 0.85 ? 'cancels on the page' : 'pays on the page')
    const action = mood > 0.85 ? 'cancel' : 'pay'
    // Whoever meets a dead server opens the page again.
    await patiently(() => sitAtPages(redirectOutput.url, [rig.url, rig.sandboxUrl], action)).catch(
      () => undefined,
    )
  }

  /** What somebody in the console does about a payment. Whether it was heard is seen later. */
  async decide(who: ConsoleClient, { txId }: { readonly txId: number }, op: string): Promise<void> {
    try {
      const { rows } = await sql<{ version: number; merchantId: number }>`select version, merchant_id
        from transaction where id = ${txId}`.execute(this.#deps.rig.db)
      const [row] = rows
      await who.post(`/transaction/${txId}/${op}?merchantId=${row?.merchantId}`, {
        version: row?.version,
        info: 'Walk',
      })
    } catch {
      // The server or its database died, or somebody was faster.
    }
  }

  get approvers(): Staff['approvers'] {
    return this.#deps.staff.approvers
  }

  /** What the provider that had the payment last says of it, if any had it. */
  async atPsp({ txRefId }: { readonly txRefId: string }): Promise<SandboxOperation | undefined> {
    const [newest] = await patiently(() => this.sandbox.operationsOf(txRefId))
    return newest
  }

  /** Messages about a payment that say nothing new, are forged, or name another payment or amount. */
  async callbacks(operation: SandboxOperation): Promise<void> {
    const { draw } = this
    for (let left = wholeNumber(draw, 1, 3); left > 0; left--) {
      const kind = pick(
        draw,
        callbackKinds.filter((each) => each !== 'other amount' || !isBelieved(operation)),
      )
      this.happened(`callback ${kind}`)
      await patiently(() =>
        this.sandbox.fireCallback(operation.id, {
          times: kind === 'twice' ? 2 : 1,
          signature: kind === 'forged' ? 'BAD' : 'OK',
          amountFactor: kind === 'other amount' ? 0.9 : 1,
          reference: kind === 'other reference' ? 'WRONG' : 'OK',
          delayMs: kind === 'late' ? wholeNumber(draw, 100, 3_000) : 0,
        }),
      )
    }
  }

  breathe(): Promise<void> {
    return pause(wholeNumber(this.draw, 0, 400))
  }
}
