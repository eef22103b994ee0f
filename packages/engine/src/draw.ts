import type { Facts } from '@signalbox/model/rules/fact'
import type { Hit } from './compile-ruleset.ts'
import type { EvaluationContext } from './evaluation-context.ts'
import { textOf } from './fact-readings.ts'
import { hash64 } from './hash64.ts'

/** How one of several equal rows was chosen: enough to check it by hand. */
export interface Draw {
  /** By reference: the rows that took part. */
  readonly weights: Readonly<Record<string, number>>
  /** From 0 up to the sum of the weights; rows take their share of it in order. `undefined` when nobody was left. */
  readonly roll: number | undefined
  /** Rows whose PSP cannot be used. What they would have got goes to the others. */
  readonly removed: readonly { readonly ref: string; readonly why: string }[]
}

export interface Drawn {
  readonly winner: Hit
  readonly members: readonly Hit[]
  readonly draw: Draw
}

const weightOf = ({ outputs: { weight } }: Hit): number =>
  typeof weight === 'number' && weight > 0 ? Math.floor(weight) : 0

/** `undefined` when the row has no weight and so decides alone. */
export function drawOf(first: Hit, facts: Facts, context: EvaluationContext): Drawn | undefined {
  if (weightOf(first) === 0) return undefined
  const members = first.ruleset.twinsOf(first.row).filter((twin) => weightOf(twin) > 0)
  const removed: { ref: string; why: string }[] = []
  const present: Hit[] = []
  for (const member of members) {
    const why = context.unavailable?.(member.outputs)
    if (why === undefined) present.push(member)
    else removed.push({ ref: member.ref, why })
  }
  const weights = Object.fromEntries(present.map((member) => [member.ref, weightOf(member)]))
  const sum = present.reduce((total, member) => total + weightOf(member), 0)
  // With nobody left the first row stands, and whoever asked finds out why its PSP cannot be used.
  if (sum === 0) return { winner: first, members, draw: { weights, roll: undefined, removed } }
  const roll = Number(hash64(drawKey(first, facts, context)) % BigInt(sum))
  return { winner: atRoll(present, roll) ?? first, members, draw: { weights, roll, removed } }
}

function drawKey({ ruleset: { version } }: Hit, { userId }: Facts, context: EvaluationContext): string {
  const user = context.drawBy === 'USER' && userId !== undefined ? textOf(userId) : undefined
  const subject = user ?? context.transactionId
  return `${subject ?? ''}|${version.rulesetId}|${version.version}`
}

function atRoll(present: readonly Hit[], roll: number): Hit | undefined {
  let reached = 0
  return present.find((member) => (reached += weightOf(member)) > roll)
}
