import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

/**
 * Users who pay in at one server, in a process of their own: what else the benchmark does must not hold them up.
 * @param {{ url: string, sandboxUrl: string }} server
 * @param {number} index of the node, so that each has users of its own
 */
export function openNode({ url, sandboxUrl }, index) {
  const payments = []
  const failures = []
  let heard = () => undefined
  const child = fork(join(import.meta.dirname, 'users.mjs'), [url, sandboxUrl, String(index)], {
    execArgv: [],
  })
  const exited = once(child, 'exit')
  child.on('message', ({ failure, ...payment }) => {
    if (failure === undefined) payments.push(payment)
    else failures.push(failure)
    heard()
  })

  return {
    /** @returns {readonly { psp: string, doneAt: number }[]} */
    payments: () => payments,
    failures: () => failures,
    /** Waits until somebody paid there. */
    hasSentTo: (psp) =>
      new Promise((resolve, reject) => {
        child.once('exit', () => reject(new Error(`The users of a node are gone. ${failures[0] ?? ''}`)))
        heard = () => {
          if (payments.some((payment) => payment.psp === psp)) resolve()
        }
        heard()
      }),
    /** Lets everybody finish what they began. */
    async stop() {
      if (child.connected) child.send('stop')
      await exited
    },
  }
}
