/** Whoever sits at the controls of the simulated world. */
export interface SandboxClient {
  putScript(id: string, script: Readonly<Record<string, unknown>>): Promise<void>
  /** Payments at the providers, with how many of their messages are still to be told. */
  operations(): Promise<SandboxOperation[]>
  /** What was done at the providers under one of our references, the newest first. */
  operationsOf(reference: string): Promise<SandboxOperation[]>
  /** The lines of the providers' books, all or those of one payment. */
  book(reference?: string): Promise<PspBookLine[]>
  confirm(id: string, accepted: boolean): Promise<void>
  fireCallback(id: string, callback: FiredCallback): Promise<void>
  /** Money of a payment goes back, or is won back, and the provider tells of it. The whole without an amount; nothing where less is left, if asked so. */
  goBack(id: string, act: GoingBack, amount?: string, onlyIfLeft?: boolean): Promise<void>
}

/** One line of the book of a provider. */
export interface PspBookLine {
  readonly psp: string
  readonly account: string
  readonly reference: string
  readonly movement: string
  readonly minor: string
  readonly currency: string
}

export type GoingBack = 'reversal' | 'dispute' | 'disputeWon'

interface FiredCallback {
  readonly times: number
  readonly signature: 'OK' | 'BAD'
  readonly amountFactor?: number
  readonly reference?: 'OK' | 'WRONG'
  readonly delayMs?: number
}

export interface SandboxOperation {
  readonly id: string
  readonly reference: string
  readonly originId: string | null
  readonly psp: string
  readonly kind: string
  readonly amount: string
  readonly currency: string
  readonly state: string
  readonly waitingTasks: number
}

export function sandboxClient(url: string): SandboxClient {
  const send = async (method: string, path: string, body: unknown): Promise<void> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
  }
  const list = async (query: string): Promise<SandboxOperation[]> => {
    const answer = await fetch(`${url}/admin/operations${query}`)
    return ((await answer.json()) as { items: SandboxOperation[] }).items
  }
  return {
    putScript: (id, script) => send('PUT', `/admin/scripts/${id}`, script),
    operations: () => list(''),
    operationsOf: async (reference) => (await list(`?reference=${reference}`)).toReversed(),
    book: async (reference) => {
      const answer = await fetch(
        `${url}/admin/book${reference === undefined ? '' : `?reference=${reference}`}`,
      )
      return ((await answer.json()) as { items: PspBookLine[] }).items
    },
    confirm: (id, accepted) => send('POST', `/admin/operations/${id}/confirm`, { accepted }),
    fireCallback: (id, callback) =>
      send('POST', `/admin/operations/${id}/events`, { act: 'callback', ...callback }),
    goBack: (id, act, amount, onlyIfLeft = false) =>
      send('POST', `/admin/operations/${id}/events`, {
        act,
        onlyIfLeft,
        ...(amount !== undefined && { amount }),
      }),
  }
}
