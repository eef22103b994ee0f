import { wilson } from '@signalbox/model/analytics/wilson'
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

interface Uplift {
  readonly ppm: number
  /** Attempts with the BINs that were compared. */
  readonly token: number
  readonly pan: number
  readonly lowPpm: number
  readonly highPpm: number
}

const ppm = (share: number): number => Math.round(share * million)

/**
 * How much more often tokens are approved, by the mix of BINs that tokens have: only BINs that were tried both ways say
 * anything. The interval adds up the Wilson intervals of the shares, as Newcombe does for the difference of two.
 */
export function upliftOf(rows: readonly BinAttempts[]): Uplift | null {
  const compared = rows.flatMap((token) => {
    const pan = token.isToken ? rows.find(({ isToken, bin }) => !isToken && bin === token.bin) : undefined
    return pan && pan.sent > 0 && token.sent > 0 ? [{ token, pan }] : []
  })
  const sent = compared.reduce((total, { token }) => total + token.sent, 0)
  if (sent === 0) return null
  let [difference, below, above] = [0, 0, 0]
  for (const { token, pan } of compared) {
    const weight = token.sent / sent
    const [byToken, byPan] = [token.approved / token.sent, pan.approved / pan.sent]
    const [tokenBand, panBand] = [wilson(token.approved, token.sent), wilson(pan.approved, pan.sent)]
    difference += weight * (byToken - byPan)
    below += weight ** 2 * ((byToken - tokenBand.low) ** 2 + (panBand.high - byPan) ** 2)
    above += weight ** 2 * ((tokenBand.high - byToken) ** 2 + (byPan - panBand.low) ** 2)
  }
  return {
    ppm: ppm(difference),
    token: sent,
    pan: compared.reduce((total, { pan }) => total + pan.sent, 0),
    lowPpm: ppm(difference - Math.sqrt(below)),
    highPpm: ppm(difference + Math.sqrt(above)),
  }
}

const basisOf = ({ token, pan, lowPpm, highPpm }: Uplift): TokenMetrics['upliftBasis'] => ({
  token,
  pan,
  lowPpm,
  highPpm,
})

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
  const uplift = upliftOf(byBin)
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
    upliftPpm: uplift?.ppm ?? null,
    upliftBasis: uplift && basisOf(uplift),
    lifecycle: {
      SUSPENDED: told('SUSPENDED'),
      RESUMED: told('RESUMED'),
      DELETED: told('DELETED'),
      CARD_REPLACED: told('CARD_REPLACED'),
    },
    byDay: byDay.map(({ day, cards, tokens: paid }) => ({ day, cards, tokens: paid })),
  }
}
