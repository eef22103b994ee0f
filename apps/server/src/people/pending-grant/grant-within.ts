import { textWithin } from '@signalbox/model/access/merchants-within'

/** What says merchants; amounts of configurations are numbers of another kind, and those of the platform are seen at its top. */
const aboutMerchants = new Set(['user', 'merchant'])

/** A waiting change as it is told to somebody who reaches only these merchants. */
export const grantWithin = <G extends { readonly recordType: string; readonly summary: string }>(
  grant: G,
  reach: ReadonlySet<number>,
): G =>
  aboutMerchants.has(grant.recordType) ? { ...grant, summary: textWithin(grant.summary, reach) } : grant
