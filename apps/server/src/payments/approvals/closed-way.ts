import { statusCodeOf } from '@signalbox/model/status-codes'
import { closedPsps } from '../flow/maintenance.ts'
import { flag, text } from '../flow/outputs.ts'
import type { World } from '../flow/world.ts'
import type { Payment } from '../state/payment.ts'

const outOfService = 512

/** Which maintenance leaves a withdrawal nowhere to go: of the PSP it would be sent to, and of the one after that. */
export async function closedWay(payment: Payment, world: World): Promise<string | undefined> {
  const { tx } = payment
  if (tx.method !== 'WITHDRAWAL') return undefined
  // Half-open ones want to be tried.
  const closed = await closedPsps(payment, world, ({ kind }) => kind === 'FIXED')
  const ask = async (table: string, step: 'D7' | 'D16', output: string, psp?: string) => {
    const { hits } = await world.ask(payment, table, step, {
      silent: true,
      unavailable: (outputs) => closed(text(outputs, output) ?? ''),
      ...(psp && { also: { psp, txStatusCode: statusCodeOf(outOfService)?.code ?? '', txState: 'FAILED' } }),
    })
    return hits[0]?.outputs
  }
  const route = await ask('psp-routing', 'D7', 'psp')
  const psp = route && text(route, 'psp')
  const title = psp && closed(psp)
  if (!psp || !title) return undefined
  const fallback = await ask('psp-fallback', 'D16', 'pspFallback', psp)
  const other = fallback && !flag(fallback, 'stop') ? text(fallback, 'pspFallback') : undefined
  return other && !closed(other) ? undefined : title
}
