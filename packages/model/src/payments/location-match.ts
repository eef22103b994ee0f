/** Where a payment says its user is. Null where nothing is known. */
export interface Places {
  readonly registration: string | null
  readonly ip: string | null
  readonly card: string | null
  readonly bank: string | null
}

/** `partly`: the country of the registration is among them, others are too. */
export const locationMatches = {
  same: 'Same',
  partly: 'Partly',
  different: 'Different',
  unknown: 'Unknown',
} as const
export type LocationMatch = keyof typeof locationMatches

/** Whether the places a payment names are one. A single place tells nothing. */
export function matchLocations({ registration, ip, card, bank }: Places): LocationMatch {
  const others = [ip, card, bank].filter((place) => place !== null)
  const known = registration === null ? others : [registration, ...others]
  if (known.length < 2) return 'unknown'
  if (new Set(known).size === 1) return 'same'
  return registration !== null && others.includes(registration) ? 'partly' : 'different'
}
