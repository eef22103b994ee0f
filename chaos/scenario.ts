import type { Violation } from './oracle.ts'

export interface ScenarioSettings {
  /** Where the repository lies. */
  readonly root: string
  /** A folder of this run's own. */
  readonly folder: string
  /** The first of thirty ports that are ours. */
  readonly port: number
  readonly seed: number
  readonly rounds: number
  /** How many payments a random walk makes. */
  readonly payments: number
  say(line: string): void
}

export interface RoundResult {
  readonly violations: readonly Violation[]
  /** What was counted and measured; added up or taken the largest of, as the name says. */
  readonly figures: Readonly<Record<string, number>>
}

export interface Scenario {
  readonly name: string
  readonly what: string
  run(settings: ScenarioSettings): AsyncGenerator<RoundResult>
}

export const violation = (rule: string, subject: string, detail: string): Violation => ({
  rule,
  subject,
  detail,
})
