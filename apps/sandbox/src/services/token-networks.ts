import { join } from 'node:path'
import type { SandboxClock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import type { Route } from '../http-server.ts'
import type { SendCallback } from '../psp/deliver-callback.ts'
import { tokenAdminRoutes } from './token-admin.ts'
import { openTokenBook, type TokenBook } from './token-book.ts'
import { tellNotices } from './token-notices.ts'
import { tokenRoutes } from './token-simulator.ts'

interface TokenNetworkDeps {
  readonly dir: string
  readonly clock: SandboxClock
  readonly realClock: SandboxClock
  readonly delays: () => Delays
  readonly send: SendCallback
}

/** The simulated card networks: what they know, what they are asked, and what people there do. */
export function openTokenNetworks({ dir, clock, realClock, delays, send }: TokenNetworkDeps): {
  readonly book: TokenBook
  readonly routes: readonly Route[]
} {
  const book = openTokenBook(join(dir, 'network-tokens.jsonl'), clock.now)
  const tell = tellNotices({ send, now: realClock.now, after: realClock.after })
  return {
    book,
    routes: [...tokenRoutes({ book, clock: realClock, delays, tell }), ...tokenAdminRoutes({ book, tell })],
  }
}
