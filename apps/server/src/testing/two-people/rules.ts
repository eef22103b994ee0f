import { row, steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import { at, colleague, lone, outcomeOf, type Outcome, type Rule } from './cast.ts'

const rules = () => ({ mine: steps(lone), theirs: steps(colleague) })
type Ruleset = Awaited<ReturnType<ReturnType<typeof steps>['create']>>
const approveAlone = async (pending: Ruleset): Promise<Outcome> =>
  outcomeOf(await lone.post(`/ruleset/${pending.summary.id}/approve?${at}`, rules().mine.openOf(pending)))
export const rulesApproval: Rule = {
  'the same account': async () => approveAlone(await rules().mine.submit(await rules().mine.create())),
  'submitted by a colleague': async () => {
    const { mine, theirs } = rules()
    // Only authors submit, so the colleague has to be one of them.
    return approveAlone(await theirs.submit(await theirs.save(await mine.create(), { priority: 11 })))
  },
  "a colleague's draft with an own edit": async () => {
    const { mine, theirs } = rules()
    return approveAlone(await theirs.submit(await mine.save(await theirs.create(), { priority: 12 })))
  },
  'a restored version': async () => {
    const { mine, theirs } = rules()
    const first = await mine.approve(await theirs.submit(await theirs.create()))
    const second = await mine.approve(await theirs.submit(await theirs.save(first, { priority: 13 })))
    return approveAlone(await mine.submit(await mine.restore(second, 1)))
  },
  'the same approver a second time': async () => {
    const { theirs, mine } = rules()
    const fee = { conditions: {}, outputs: { percentageFee: 10_000 } }
    const draft = await theirs.create({ rules: [row('fee', 1, fee)], priority: 77 }, 'fee')
    return approveAlone(await mine.approve(await theirs.submit(draft)))
  },
  'an emergency change confirmed by its author': async () => {
    const { mine } = rules()
    const bin = { op: 'prefix', values: ['45454545'] } as const
    const block = row('block', 1, { conditions: { bin }, outputs: { action: 'DECLINE' } })
    const draft = await mine.create({ rules: [block], priority: 78 }, 'bin-block')
    const at78 = `/ruleset/${draft.summary.id}`
    const note = 'An attack is running'
    await lone.post(`${at78}/break-glass?${at}`, { ...mine.openOf(draft), note })
    return outcomeOf(await lone.post(`${at78}/confirm?${at}`, mine.openOf(draft)))
  },
}
