import type { SecurityOverview } from '@signalbox/model/calls/me'

/** Everybody keeps one second factor, except where none is asked for. */
export const mayRemoveFactor = ({
  authenticator,
  securityKeys,
  secondFactorOptional,
}: SecurityOverview): boolean => secondFactorOptional || (authenticator ? 1 : 0) + securityKeys.length > 1
