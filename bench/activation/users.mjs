import { openCashier } from '../deposits/cashier.mjs'

/**
 * A process of users who pay in at one server until they are told to stop, and tell of every payment. Whatever does not end
 * with money paid in has failed: a refusal, a decline, a line that was cut.
 */
const clients = 3
const pauseMs = 100
const [url, sandboxUrl, index] = process.argv.slice(2)
const cashier = await openCashier({ url, sandboxUrl }, clients)
let open = true
process.on('message', () => (open = false))
process.on('disconnect', () => process.exit())

async function payOn(user) {
  while (open) {
    try {
      const { psp } = await cashier.pay(user)
      process.send({ psp, doneAt: Date.now() })
    } catch (error) {
      process.send({ failure: error instanceof Error ? error.message : String(error) })
    }
    await new Promise((done) => setTimeout(done, pauseMs))
  }
}

await Promise.all(Array.from({ length: clients }, (_, user) => payOn(Number(index) * clients + user)))
cashier.close()
process.disconnect()
