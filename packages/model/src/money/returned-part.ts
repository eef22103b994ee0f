/**
 * What is left of a payment, in minor units: at the PSP in its own currency, and what that stands for in the currency of
 * the wallet. Where both are the same currency, wallet, fee and tax of a deposit add up to what the PSP has; of a payout
 * the wallet alone does, without the charges that were taken out of it.
 */
export interface ReturnableRest {
  readonly wallet: bigint
  readonly fee: bigint
  readonly vat: bigint
  readonly psp: bigint
}

/** A part of it that goes back. */
export type ReturnedPart = ReturnableRest

const noPart: ReturnedPart = { wallet: 0n, fee: 0n, vat: 0n, psp: 0n }

const shareOf = (whole: bigint, part: bigint, of: bigint): bigint =>
  part === of ? whole : of === 0n ? 0n : (whole * part) / of

export const addParts = (parts: readonly ReturnedPart[]): ReturnedPart =>
  parts.reduce(
    (sum, { wallet, fee, vat, psp }) => ({
      wallet: sum.wallet + wallet,
      fee: sum.fee + fee,
      vat: sum.vat + vat,
      psp: sum.psp + psp,
    }),
    noPart,
  )

export const subtractPart = (from: ReturnableRest, part: ReturnedPart): ReturnableRest => ({
  wallet: from.wallet - part.wallet,
  fee: from.fee - part.fee,
  vat: from.vat - part.vat,
  psp: from.psp - part.psp,
})

/** What the method moves for a part of a deposit, in the currency of the wallet: the charges come on top. */
export const chargedFor = ({ wallet, fee, vat }: ReturnedPart): bigint => wallet + fee + vat

/** Each share is taken of the one above it, so that none is negative or more than there is. */
function partOfCharged(rest: ReturnableRest, charged: bigint, psp: bigint): ReturnedPart | undefined {
  const charges = rest.fee + rest.vat
  if (charges < 0n || rest.wallet < 0n) return undefined
  const wallet = shareOf(rest.wallet, charged, chargedFor(rest))
  const fee = shareOf(rest.fee, charged - wallet, charges)
  return { wallet, fee, vat: charged - wallet - fee, psp }
}

/**
 * What an amount at the PSP stands for: its share of what is left. Whoever takes the last of it takes exactly the rest.
 * `undefined` when it is nothing, or more than is left.
 */
export function partAtPsp(rest: ReturnableRest, psp: bigint): ReturnedPart | undefined {
  if (psp <= 0n || psp > rest.psp) return undefined
  return partOfCharged(rest, shareOf(chargedFor(rest), psp, rest.psp), psp)
}

/** The same of an amount in the currency of the wallet. It may be nothing at a PSP that counts in another currency. */
export function partCharged(rest: ReturnableRest, charged: bigint): ReturnedPart | undefined {
  const all = chargedFor(rest)
  if (charged <= 0n || charged > all) return undefined
  return partOfCharged(rest, charged, shareOf(rest.psp, charged, all))
}

/** The same of a payout: what came back is the user's, and the charges that were taken beside it come in proportion. */
export function payoutPartAtPsp(rest: ReturnableRest, psp: bigint): ReturnedPart | undefined {
  if (psp <= 0n || psp > rest.psp) return undefined
  const share = (whole: bigint) => shareOf(whole, psp, rest.psp)
  return { wallet: share(rest.wallet), fee: share(rest.fee), vat: share(rest.vat), psp }
}

/** What the PSP moves for a part of the wallet alone: the fee stays where it is. `undefined` as above. */
export function partOfWallet(rest: ReturnableRest, wallet: bigint): ReturnedPart | undefined {
  if (wallet <= 0n || wallet > rest.wallet) return undefined
  return { wallet, fee: 0n, vat: 0n, psp: shareOf(rest.psp, wallet, rest.wallet + rest.fee + rest.vat) }
}
