import type { FastifyRequest } from 'fastify'
import { holdsCardNumber } from '@signalbox/model/text/card-number-in-text'

const longest = 300

/**
 * What a browser says it is, as it may be stored, shown and mailed: anybody may write anything into it, also before signing in,
 * so with a card number in it all of its digits are hidden. Nothing else reads this header.
 */
export function userAgentOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const given = headers['user-agent']
  if (given === undefined) return null
  return (holdsCardNumber(given) ? given.replaceAll(/\p{Nd}/gu, '*') : given).slice(0, longest)
}
