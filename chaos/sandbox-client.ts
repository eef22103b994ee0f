/** Whoever sits at the controls of the simulated world. */
export interface SandboxClient {
  putScript(id: string, script: Readonly<Record<string, unknown>>): Promise<void>
  /** Payments at the providers, with how many of their messages are still to be told. */
  operations(): Promise<SandboxOperation[]>
  confirm(id: string, accepted: boolean): Promise<void>
  fireCallback(id: string, callback: { times: number; signature: 'OK' | 'BAD' }): Promise<void>
}

export interface SandboxOperation {
  readonly id: string
  readonly reference: string
  readonly originId: string | null
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
  return {
    putScript: (id, script) => send('PUT', `/admin/scripts/${id}`, script),
    operations: async () => {
      const answer = await fetch(`${url}/admin/operations`)
      return ((await answer.json()) as { items: SandboxOperation[] }).items
    },
    confirm: (id, accepted) => send('POST', `/admin/operations/${id}/confirm`, { accepted }),
    fireCallback: (id, callback) =>
      send('POST', `/admin/operations/${id}/events`, { act: 'callback', ...callback }),
  }
}
