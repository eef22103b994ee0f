import type { Rule } from '@signalbox/model/rules/rule'
import { approvedBy, row, steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import type { TestPlatform } from '../../testing/test-app.ts'
import { eventually } from '../../testing/eventually.ts'

type Row = Pick<Rule, 'conditions' | 'outputs'>

/** Puts rulesets of a merchant into effect as people do, and waits until this server decides by them. */
export async function rulePublisher(
  platform: Pick<TestPlatform, 'as' | 'app'>,
  merchantId = 100010001,
): Promise<(table: string, ...rows: Row[]) => Promise<string>> {
  const author = steps(await platform.as('admin'), merchantId)
  const approvers = {
    rules: [steps(await platform.as('rules2'), merchantId), steps(await platform.as('rules'), merchantId)],
    kyc: [steps(await platform.as('kyc'), merchantId)],
  }
  return async (table, ...rows) => {
    const rules = rows.map((values, index) => row(`t${index}`, index + 1, values))
    const draft = await author.create({ name: `Test of ${table}`, priority: 1, rules }, table)
    const people = approvers[table.startsWith('kyc-') ? 'kyc' : 'rules']
    const { summary } = await approvedBy(await author.submit(draft), ...people)
    const { rules: book } = platform.app.payments.machine.deps
    const inForce = async () => {
      const { rulesets } = await book.effective(merchantId, table)
      return rulesets.map(({ version }) => version.rulesetId)
    }
    await eventually(inForce, (ids) => ids.includes(summary.id), `${table} did not come into effect`)
    return summary.id
  }
}

export const onlyFor = (...userIds: string[]): Rule['conditions'] => ({
  userId: { op: 'in', values: userIds },
})
