import { createServer } from 'node:net'

/** Below the range from which the system gives ports to clients, and elsewhere in it for every process that tests. */
const [first, last] = [10_000, 30_000]
let next = first + ((process.pid * 97) % (last - first))

const isFree = (port: number): Promise<boolean> => {
  const probe = createServer()
  return new Promise((answer) => {
    probe.once('error', () => answer(false)).listen(port, '127.0.0.1', () => probe.close(() => answer(true)))
  })
}

/** A port for a server that has to know its address before it listens. */
export async function freePort(): Promise<number> {
  for (let tried = first; tried < last; tried++) {
    const port = next++
    if (next === last) next = first
    if (await isFree(port)) return port
  }
  throw new Error('No port is free')
}
