import { createServer } from 'node:net'
import { StartupError } from './startup-error.ts'

interface Address {
  host: string
  port: number
}

/** Tells a taken port before anything is written: creating a database first would make the answer slow and odd. */
export async function ensurePortIsFree(address: Address): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen(address.port, address.host, resolve)
    })
  } catch (error) {
    throw explainListen(error, address)
  }
  await new Promise((resolve) => probe.close(resolve))
}

export function explainListen(error: unknown, { host, port }: Address): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new StartupError(`Port ${port} is taken. Set PORT to another one.`)
  if (code === 'EACCES')
    return new StartupError(`Port ${port} may not be opened by this user. Set PORT to one above 1023.`)
  if (code === 'EADDRNOTAVAIL') return new StartupError(`This machine has no address ${host}. Check HOST.`)
  return error
}
