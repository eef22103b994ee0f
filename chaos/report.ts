import type { RoundResult, Scenario } from './scenario.ts'

export interface Report {
  readonly name: string
  readonly rounds: number
  readonly violations: number
  readonly figures: string
  readonly passed: boolean
}

/** Times are told by their worst, everything else by its sum. */
function summary(rounds: readonly RoundResult[]): string {
  const names = [...new Set(rounds.flatMap(({ figures }) => Object.keys(figures)))]
  return names
    .map((name) => {
      const values = rounds.map(({ figures }) => figures[name] ?? 0)
      const sum = values.reduce((total, value) => total + value, 0)
      return name.endsWith('Ms') ? `${name} ≤ ${Math.max(...values)}` : `${name} ${sum}`
    })
    .join(', ')
}

/** @param isWhole whether the scenario could be run to its end */
export function reportOf({ name }: Scenario, rounds: readonly RoundResult[], isWhole: boolean): Report {
  const violations = rounds.reduce((total, round) => total + round.violations.length, 0)
  return {
    name,
    rounds: rounds.length,
    violations,
    figures: [...(isWhole ? [] : ['BROKEN OFF']), ...(rounds.length > 0 ? [summary(rounds)] : [])].join(', '),
    passed: isWhole && rounds.length > 0 && violations === 0,
  }
}

export function table(reports: readonly Report[]): string {
  const header = ['scenario', 'rounds', 'violations', 'seen']
  const rows = reports.map(({ name, rounds, violations, figures }) => [
    name,
    String(rounds),
    String(violations),
    figures,
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
