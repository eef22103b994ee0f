import type { DimensionId } from '@signalbox/model/analytics/dimensions'

/** Columns rollups are kept by: the stored dimensions, and the band of a duration. */
export type CubeColumn =
  | Exclude<
      DimensionId,
      | 'merchant'
      | 'weekday'
      | 'hour'
      | 'approver'
      | 'queue'
      | 'kycStatus'
      | 'channelOfMessage'
      | 'tokenState'
      | 'age'
      | 'investigator'
      | 'apiClient'
      | 'interchangeDomain'
    >
  | 'band'

export type Grain = '5min' | 'hour' | 'day'
/** What a row of a rollup adds up: payments, payments once for each rule they met, durations, submissions to PSPs. */
export type CubeFact = 'payment' | 'rule' | 'complete' | 'settle' | 'wait' | 'leg' | 'latency'

export interface Cube {
  readonly name: string
  readonly fact: CubeFact
  readonly grain: Grain
  readonly columns: readonly CubeColumn[]
}

/** Five minutes are for watching; after so many days nobody asks for them, and they are dropped. */
export const slotDays = 35

const always = ['currency', 'method', 'psp', 'providerType'] as const

/**
 * All dimensions in one rollup would have as many rows as there are payments. Each of these answers one kind of question,
 * and a question goes to the smallest that can answer it. See docs/adr/0012.
 */
export const cubes: readonly Cube[] = [
  { name: 'live-5min', fact: 'payment', grain: '5min', columns: always },
  { name: 'live-hour', fact: 'payment', grain: 'hour', columns: always },
  { name: 'live', fact: 'payment', grain: 'day', columns: always },
  {
    name: 'core',
    fact: 'payment',
    grain: 'day',
    columns: [...always, 'pspAccount', 'txType', 'userCountry'],
  },
  {
    name: 'decline',
    fact: 'payment',
    grain: 'day',
    columns: [...always, 'state', 'declineStage', 'statusCode', 'pspStatusCode'],
  },
  {
    name: 'geo',
    fact: 'payment',
    grain: 'day',
    columns: ['currency', 'method', 'psp', 'userCountry', 'ipCountry', 'issuerCountry', 'countryMatch'],
  },
  {
    name: 'card',
    fact: 'payment',
    grain: 'day',
    columns: [...always, 'bin6', 'issuer', 'issuerCountry', 'cardBrand', 'cardType', 'token'],
  },
  // Of the longer ones there are ten times as many, so they do not multiply what else is asked of cards.
  { name: 'bin8', fact: 'payment', grain: 'day', columns: [...always, 'bin8', 'issuer'] },
  {
    name: 'three-ds',
    fact: 'payment',
    grain: 'day',
    columns: [...always, 'cardBrand', 'threeDsFlow', 'threeDsExemption', 'userCountry'],
  },
  { name: 'route', fact: 'payment', grain: 'day', columns: [...always, 'firstPsp', 'fallback', 'state'] },
  {
    name: 'segment',
    fact: 'payment',
    grain: 'day',
    columns: [...always, 'channel', 'userCat', 'fraudBand', 'fraudDecision', 'state'],
  },
  { name: 'rule', fact: 'rule', grain: 'day', columns: ['currency', 'method', 'rule', 'declineStage'] },
  { name: 'complete', fact: 'complete', grain: 'day', columns: [...always, 'band'] },
  { name: 'settle', fact: 'settle', grain: 'day', columns: [...always, 'band'] },
  { name: 'wait', fact: 'wait', grain: 'day', columns: ['currency', 'method', 'providerType', 'band'] },
  { name: 'leg-hour', fact: 'leg', grain: 'hour', columns: [...always, 'legNo'] },
  { name: 'leg-live', fact: 'leg', grain: 'day', columns: [...always, 'legNo'] },
  {
    name: 'leg',
    fact: 'leg',
    grain: 'day',
    columns: [...always, 'pspAccount', 'txType', 'userCountry', 'cardBrand', 'legNo', 'legReason'],
  },
  { name: 'latency-hour', fact: 'latency', grain: 'hour', columns: [...always, 'band'] },
  { name: 'latency', fact: 'latency', grain: 'day', columns: [...always, 'band'] },
]

export const cubeColumns: readonly CubeColumn[] = [...new Set(cubes.flatMap(({ columns }) => columns))]
