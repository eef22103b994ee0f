import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { StartupError } from '../startup-error.ts'
import type { Cluster } from './cluster.ts'

/** Where a PostgreSQL server listens. */
export type Endpoint =
  | { readonly kind: 'socket'; readonly dir: string; readonly port: number }
  | { readonly kind: 'tcp'; readonly port: number; readonly password: string }

const socketPort = 5432
/** The shortest limit among the systems we run on; a longer path cannot be bound. */
const socketPathBytes = 103

/** A socket in the data folder needs no port and no password; where there can be none it is the loopback with both. */
export async function chooseEndpoint(cluster: Cluster): Promise<Endpoint> {
  const socket = join(cluster.dir, `.s.PGSQL.${socketPort}.lock`)
  const fits = Buffer.byteLength(socket) <= socketPathBytes
  if (process.platform !== 'win32' && fits) return { kind: 'socket', dir: cluster.dir, port: socketPort }
  return { kind: 'tcp', port: await freePort(), password: cluster.password }
}

/** Below the range from which systems hand out ports to clients, where a restart could find its port taken. */
async function freePort(): Promise<number> {
  const [first, count] = [25_432, 32_768 - 25_432]
  // Servers that start at the same moment do not all try the same port.
  const offset = randomInt(count)
  for (let tried = 0; tried < count; tried++) {
    const port = first + ((offset + tried) % count)
    if (await isFree(port)) return port
  }
  throw new StartupError('No port between 25432 and 32767 is free for the embedded PostgreSQL.')
}

function isFree(port: number): Promise<boolean> {
  return new Promise((answer) => {
    const probe = createServer()
      .once('error', () => answer(false))
      .once('listening', () => probe.close(() => answer(true)))
      .listen(port, '127.0.0.1')
  })
}
