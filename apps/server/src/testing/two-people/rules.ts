import { steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import { at, colleague, lone, outcomeOf, type Outcome, type Rule } from './cast.ts'

const rules = () => ({ mine: steps(lone), theirs: steps(colleague) })
type Ruleset = Awaited<ReturnType<ReturnType<typeof steps>['create']>>
const approveAlone = async (pending: Ruleset): Promise<Outcome> =>
  outcomeOf(await lone.post(`/ruleset/${pending.summary.id}/approve?${at}`, rules().mine.openOf(pending)))
export const rulesApproval: Rule = {
  'the same account': async () => approveAlone(await rules().mine.submit(await rules().mine.create())),
  'submitted by a colleague': async () =>
    approveAlone(await rules().theirs.submit(await rules().mine.create())),
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
}
