import { formatCell } from '@signalbox/model/rules/cell-text'
import type { Cell } from '@signalbox/model/rules/cell'
import type { Finding } from '@signalbox/model/rules/finding'
import { rewriteRegex } from '@signalbox/model/rules/regex-rewrite'
import type { Rule } from '@signalbox/model/rules/rule'
import type { Vocabulary } from '../vocabulary.ts'

/** A dot between letters or digits, not itself repeated: almost always a dot is meant, as in a host name. */
const bareDot = /(?<=[A-Za-z0-9])\.(?=[A-Za-z0-9])/g

const negatedOps: Partial<Record<Cell['op'], Cell['op']>> = { in: 'notIn', prefix: 'notPrefix' }

/** Patterns that say something else than meant, or that a plain list or prefix says better. */
export function patternFindings(rules: readonly Rule[], { factOf }: Vocabulary): Finding[] {
  return rules.flatMap((rule) =>
    Object.entries(rule.conditions).flatMap(([column, cell]): Finding[] => {
      const fact = factOf(column)
      if (!fact || (cell.op !== 'regex' && cell.op !== 'notRegex')) return []
      const about = { code: 'SA12', ruleId: rule.id, column } as const
      const rewritten = (next: Cell) => ({
        fix: {
          kind: 'rewrite',
          label: 'Rewrite',
          ruleId: rule.id,
          column,
          text: formatCell(fact, next),
        } as const,
      })
      const escaped = cell.pattern.replace(bareDot, '\\.')
      if (escaped !== cell.pattern) {
        const message = 'The dot stands for any character here; a dot itself is written \\.'
        return [{ ...about, message, ...rewritten({ ...cell, pattern: escaped }) }]
      }
      const plain = rewriteRegex(cell.pattern, fact)
      const op = plain && cell.op === 'notRegex' ? negatedOps[plain.op] : plain?.op
      if (!plain || op === undefined || !fact.operators.includes(op)) return []
      const message = 'A plain list means the same, is easier to read and can be compared with other rows.'
      return [{ ...about, message, ...rewritten({ ...plain, op } as Cell) }]
    }),
  )
}
