import type { Scenario } from '../scenario.ts'
import { callbacks } from './callbacks.ts'
import { killDatabase } from './kill-database.ts'
import { killPsps } from './kill-psps.ts'
import { killServer } from './kill-server.ts'
import { pspFaults } from './psp-faults.ts'
import { randomWalk } from './random-walk.ts'
import { rollingRestart } from './rolling-restart.ts'
import { sameKey } from './same-key.ts'

export const scenarios: readonly Scenario[] = [
  killServer('before-psp', 'before submit', 'the server dies before it calls the PSP'),
  killServer(
    'after-psp',
    'after submit',
    'the server dies after the PSP answered, before that is written down',
  ),
  killServer('before-reply', 'before reply', 'the server dies after the commit, before it replies'),
  killServer('in-notification', 'in notification', 'the server dies while it tells a client of a payment'),
  killDatabase,
  killPsps,
  sameKey,
  rollingRestart,
  pspFaults,
  callbacks,
  randomWalk,
]
