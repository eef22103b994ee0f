import { createServer, type Server } from 'node:net'
import type { FastifyListenOptions } from 'fastify'
import { StartupError } from './startup-error.ts'

interface Address {
  host: string
  port: number
}

/** Tells a taken port before anything is written: creating a database first would make the answer slow and odd. */
export async function ensurePortIsFree(address: Address): Promise<void> {
  const probe = await listen(address)
  await new Promise((resolve) => probe.close(resolve))
}

export interface ReservedPort {
  readonly port: number
  /** For `app.listen`: the server goes on with the socket that is open already. */
  listenOptions(): FastifyListenOptions
}

/**
 * Takes a free port now for a server that has to know its address before it can listen. The socket stays open and is
 * handed over, so nobody else can get the port in between.
 */
export async function reservePort(host: string): Promise<ReservedPort> {
  const holder = await listen({ host, port: 0 })
  const { port } = holder.address() as { port: number }
  // Node accepts an open handle here, which the types of Fastify do not mention.
  const { _handle: handle } = holder as Server & { readonly _handle: unknown }
  const options: FastifyListenOptions & { readonly handle: unknown } = { host, port, handle }
  return { port, listenOptions: () => options }
}

async function listen(address: Address): Promise<Server> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(address.port, address.host, resolve)
    })
  } catch (error) {
    throw explainListen(error, address)
  }
  return server
}

export function explainListen(error: unknown, { host, port }: Address): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} is taken. Set PORT to another one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartupError(`This machine has no address ${host}. Check HOST.`)
  return error
}
