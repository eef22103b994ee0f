import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { Finding } from '@signalbox/model/rules/finding'
import type { Rule } from '@signalbox/model/rules/rule'
import type { PspSetups } from './psp-setup.ts'

/** Outputs that name a PSP, each with the one that names its account: they stand in this order in every table. */
function pairsOf({ outputs }: DecisionTable): (readonly [psp: string, account: string])[] {
  return outputs.flatMap(({ key, catalogue }, index) => {
    const next = outputs[index + 1]
    return catalogue === 'psp' && next?.catalogue === 'psp-account' ? [[key, next.key] as const] : []
  })
}

/** Rows that name an account the PSP does not have: their payments would all be declined. */
export function accountFindings(table: DecisionTable, rules: readonly Rule[], psps: PspSetups): Finding[] {
  const pairs = pairsOf(table)
  return rules.flatMap((rule) =>
    pairs.flatMap(([pspKey, accountKey]): Finding[] => {
      const [psp, account] = [rule.outputs[pspKey], rule.outputs[accountKey]]
      if (typeof psp !== 'string' || typeof account !== 'string') return []
      const accounts = psps[psp]?.accounts
      if (!accounts || accounts.includes(account)) return []
      const [single, ...more] = accounts
      const named = accounts.length === 0 ? 'It has none.' : `It has ${accounts.slice(0, 5).join(', ')}.`
      return [
        {
          code: 'SA08',
          message: `${psp} has no account ${account}. ${named}`,
          ruleId: rule.id,
          column: accountKey,
          // With one account there is no doubt which was meant.
          ...(single !== undefined && more.length === 0
            ? {
                fix: {
                  kind: 'rewrite',
                  label: `Use ${single}`,
                  ruleId: rule.id,
                  column: accountKey,
                  text: single,
                },
              }
            : {}),
        },
      ]
    }),
  )
}
