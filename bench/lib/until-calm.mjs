import { databaseMs, processorMs } from './processor-time.mjs'

const stepMs = 5_000
const calmShare = 0.03
const calmSteps = 3
const limitMs = 600_000

/**
 * Waits until server and database have done what many new payments make them do (cubes of the analytics, checks of the
 * books): it would be measured along.
 * @param {import('./server-under-test.mjs').Server} server
 */
export async function untilCalm(server) {
  const spent = () => databaseMs(server.dataDir) + processorMs(server.pid)
  const deadline = performance.now() + limitMs
  for (let calm = 0; calm < calmSteps;) {
    if (performance.now() > deadline) throw new Error('The server does not come to rest.')
    const [began, before] = [performance.now(), spent()]
    await new Promise((later) => setTimeout(later, stepMs))
    calm = (spent() - before) / (performance.now() - began) < calmShare ? calm + 1 : 0
  }
}
