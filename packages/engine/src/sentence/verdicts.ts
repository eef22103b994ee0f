import type { FactDeclaration } from '@signalbox/model/rules/fact'
import { joined } from './lists.ts'

/** Columns whose values are what somebody did or is, and read better as a verb than as "the decision is Reject". */
interface Verdicts {
  readonly subject: string
  readonly positive: Readonly<Record<string, string>>
  readonly negative?: Readonly<Record<string, string>>
}

const byFact: Readonly<Record<string, Verdicts>> = {
  fraudDecision: {
    subject: 'the fraud provider',
    positive: {
      ACCEPT: 'accepts',
      REVIEW: 'asks for a review',
      REJECT: 'rejects',
      RECOMMEND_3DS: 'recommends 3-D Secure',
      TIMEOUT: 'does not answer in time',
    },
  },
  threeDsResult: {
    subject: '3-D Secure',
    positive: {
      FRICTIONLESS: 'passed without a challenge',
      CHALLENGED: 'passed with a challenge',
      ATTEMPTED: 'was attempted',
      NOT_SUPPORTED: 'is not supported',
      FAILED: 'failed',
      ERROR: 'ended in an error',
    },
  },
  pepsSanctions: {
    subject: 'the user',
    positive: {
      PEP_WARNING: 'is a politically exposed person',
      SANCTIONS_WARNING: 'is on a sanctions list',
      SDN_WARNING: 'is a specially designated national',
    },
    negative: {
      PEP_WARNING: 'is no politically exposed person',
      SANCTIONS_WARNING: 'is on no sanctions list',
      SDN_WARNING: 'is no specially designated national',
    },
  },
  hasSchemeToken: {
    subject: 'the card',
    positive: {
      NONE: 'has no network token',
      VTS: 'has a Visa network token',
      MDES: 'has a Mastercard network token',
      AETS: 'has an American Express network token',
    },
    negative: {
      NONE: 'has a network token',
      VTS: 'has no Visa network token',
      MDES: 'has no Mastercard network token',
      AETS: 'has no American Express network token',
    },
  },
}

/** `the fraud provider rejects or asks for a review`; `undefined` where a value has no such words. */
export function verdictText(
  { key }: FactDeclaration,
  values: readonly string[],
  negative: boolean,
): string | undefined {
  const verdicts = byFact[key]
  const verbs = negative ? verdicts?.negative : verdicts?.positive
  if (!verdicts || !verbs || values.length === 0) return undefined
  const said = values.map((value) => verbs[value])
  if (!said.every((verb) => verb !== undefined)) return undefined
  return `${verdicts.subject} ${joined(said, negative ? 'and' : 'or')}`
}
