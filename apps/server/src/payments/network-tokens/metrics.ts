import type { TokenMetrics } from '@signalbox/model/calls/scheme-token'
import type { TokenNetwork } from '@signalbox/model/scheme-tokens/token-network'
import type { Work } from '../../kit/handle.ts'
import {
  attemptsByBin,
  countLifecycle,
  countTokens,
  paymentsByDay,
  type BinAttempts,
} from './metrics-store.ts'

const dayMs = 24 * 60 * 60 * 1_000
const million = 1_000_000

const brandOf: Readonly<Record<TokenNetwork, string>> = {
  VISA_VTS: 'VISA',
  MASTERCARD_MDES: 'MASTERCARD',
  AMEX: 'AMEX',
}

const sum = (rows: readonly BinAttempts[], isToken: boolean) => {
  const own = rows.filter((row) => row.isToken === isToken)
  return {
    sent: own.reduce((total, { sent }) => total + sent, 0),
    approved: own.reduce((total, { approved }) => total + approved, 0),
  }
}

/**
 * How much more often tokens are approved, by the mix of BINs that tokens have: only BINs that were tried both ways say
 * anything.
 */
export function upliftPpm(rows: readonly BinAttempts[]): number | null {
  let weight = 0
  let difference = 0
  for (const token of rows.filter(({ isToken }) => isToken)) {
    const pan = rows.find(({ isToken, bin }) => !isToken && bin === token.bin)
    if (!pan || pan.sent === 0 || token.sent === 0) continue
    weight += token.sent
    difference += token.sent * (token.approved / token.sent - pan.approved / pan.sent)
  }
  return weight === 0 ? null : Math.round((difference / weight) * million)
}

/** What tokens bring, from the payments there were. */
export async function tokenMetrics(
  work: Work,
  { days, network }: { readonly days: number; readonly network?: TokenNetwork | undefined },
): Promise<TokenMetrics> {
  const scope = {
    merchantIds: work.scope.effective,
    since: new Date(work.now.getTime() - days * dayMs),
    network: network ?? null,
    brand: network ? brandOf[network] : null,
  }
  const tokens = await countTokens(work.tx, scope)
  const lifecycle = await countLifecycle(work.tx, scope)
  const byBin = await attemptsByBin(work.tx, scope)
  const byDay = await paymentsByDay(work.tx, scope)
  const told = (event: string) => lifecycle.find((each) => each.event === event)?.count ?? 0
  return {
    days,
    tokens,
    cardPayments: byDay.reduce((total, { cards }) => total + cards, 0),
    tokenPayments: byDay.reduce((total, { tokens: paid }) => total + paid, 0),
    fallbacks: byDay.reduce((total, { fallbacks }) => total + fallbacks, 0),
    attempts: byDay.reduce((total, { attempts }) => total + attempts, 0),
    undecided: byDay.reduce((total, { undecided }) => total + undecided, 0),
    token: sum(byBin, true),
    pan: sum(byBin, false),
    upliftPpm: upliftPpm(byBin),
    lifecycle: {
      SUSPENDED: told('SUSPENDED'),
      RESUMED: told('RESUMED'),
      DELETED: told('DELETED'),
      CARD_REPLACED: told('CARD_REPLACED'),
    },
    byDay: byDay.map(({ day, cards, tokens: paid }) => ({ day, cards, tokens: paid })),
  }
}
