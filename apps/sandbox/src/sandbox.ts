import { join } from 'node:path'
import { lockDataDir, type DataDirLock } from '@signalbox/server/database/lock-data-dir'
import { adminRoutes } from './admin-routes.ts'
import { cashierRoutes } from './cashier/routes.ts'
import type { SandboxClock } from './clock.ts'
import { scaledDelays } from './delays.ts'
import { listen, sandboxServer } from './http-server.ts'
import { mockMerchantRoutes } from './merchant/mock-merchant.ts'
import { openWallets } from './merchant/wallets.ts'
import { acmecards } from './providers/acmecards.ts'
import { borealpay } from './providers/borealpay.ts'
import { coinsim } from './providers/coinsim.ts'
import { kestrelcard } from './providers/kestrelcard.ts'
import { manualbank } from './providers/manualbank.ts'
import { nordbank } from './providers/nordbank.ts'
import { voucherstore } from './providers/voucherstore.ts'
import { walletx } from './providers/walletx.ts'
import { openBook } from './psp/book.ts'
import { createPspCore } from './psp/psp-core.ts'
import { openScripts } from './psp/scripts.ts'
import { sendCallback } from './send-callback.ts'
import { fraudRoutes } from './services/fraud-simulator.ts'
import { kycRoutes } from './services/kyc-simulator.ts'
import { openSmsBook, smsRoutes } from './services/sms-simulator.ts'
import { openTokenNetworks } from './services/token-networks.ts'
import { openAuthentications } from './services/authentications.ts'
import { threeDsRoutes } from './services/three-ds-simulator.ts'
import { createTraffic } from './traffic/traffic.ts'
import { travellingClock } from './travelling-clock.ts'
import { openWayOut } from './way-out.ts'

/** Who is played. */
export const providers = [
  acmecards,
  borealpay,
  kestrelcard,
  nordbank,
  walletx,
  manualbank,
  voucherstore,
  coinsim,
]

export interface SandboxOptions {
  /** Where the book, the wallets and the scripts are kept. */
  readonly dir: string
  readonly port: number
  readonly clock: SandboxClock
  /** From 0 to 1, for scripts that hit some payments only. */
  readonly random: () => number
  /** 1 for the delays as they are described, 0 for none. */
  readonly delayScale: number
  /** What runs in the browsers of customers; nothing where it was not built. */
  readonly cashierScript?: () => string | undefined
}

export interface Sandbox {
  readonly url: string
  /** When somebody last asked for anything, in milliseconds of real time. */
  lastRequestAt(): number
  close(): Promise<void>
}

/** Opens the simulated outside world: providers, a merchant, and those who help to decide. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  // Two processes writing one book would tear it.
  const lock = lockDataDir(options.dir)
  try {
    return await openLocked(options, lock)
  } catch (error) {
    lock.release()
    throw error
  }
}

const waitBy =
  (clock: SandboxClock) =>
  (ms: number): Promise<void> =>
    ms > 0 ? new Promise((resolve) => clock.after(ms, () => resolve())) : Promise.resolve()

async function openLocked(options: SandboxOptions, lock: DataDirLock): Promise<Sandbox> {
  const { dir, port, random, delayScale, cashierScript: script } = options
  // Whoever speaks with the sandbox, and whoever comes from it to pay, lives in real time: only what it promises travels.
  const realClock = options.clock
  const clock = travellingClock(realClock)
  const book = openBook(join(dir, 'psp-book.jsonl'), clock.now)
  const wallets = openWallets(join(dir, 'wallets.jsonl'))
  const scripts = openScripts({ path: join(dir, 'scripts.json'), now: clock.now, random })
  const authentications = openAuthentications(join(dir, 'three-ds.jsonl'))
  const texts = openSmsBook(join(dir, 'texts.jsonl'))
  let delays = scaledDelays(delayScale)
  const wayOut = openWayOut()
  const send = sendCallback(wayOut.exchange)
  const networks = openTokenNetworks({ dir, clock, realClock, delays: () => delays, send })
  const core = createPspCore({
    book,
    clock,
    realClock,
    delays: () => delays,
    scripts,
    providers,
    send,
    tokens: networks.book,
  })
  let url = ''
  const traffic = createTraffic({
    clock: realClock,
    random,
    exchange: wayOut.exchange,
    sandboxOrigin: () => url,
  })
  const routes = [
    ...adminRoutes({
      book,
      core,
      scripts,
      traffic,
      clock,
      setDelayScale: (scale) => (delays = scaledDelays(scale)),
      health: () => ({ service: 'signalbox-sandbox', dir, pid: process.pid }),
    }),
    ...providers.flatMap((provider) => provider.routes(core)),
    ...mockMerchantRoutes(wallets, waitBy(realClock)),
    ...kycRoutes({ clock, delays: () => delays }),
    ...fraudRoutes,
    ...threeDsRoutes(authentications),
    ...smsRoutes(texts, clock.now),
    ...cashierRoutes({ traffic, exchange: wayOut.exchange, now: realClock.now, origin: () => url, script }),
    ...networks.routes,
  ]
  let lastRequestAt = realClock.now()
  const server = sandboxServer(routes, () => (lastRequestAt = realClock.now()))
  url = await listen(server, port)
  return {
    url,
    lastRequestAt: () => lastRequestAt,
    close: async () => {
      traffic.stop()
      core.stop()
      wayOut.close()
      // Some connections are held open without an answer on purpose.
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      await book.close()
      await wallets.close()
      await authentications.close()
      await texts.close()
      await networks.book.close()
      lock.release()
    },
  }
}
