import { expect } from 'vitest'
import { content, row, steps } from '../../setup/ruleset/testing/ruleset-app.ts'
import type { Client } from '../../kit/testing/kit-app.ts'
import type { TwoPersonRule } from './attempt.ts'
import { at, colleague, lone, outcomeOf, type Outcome } from './cast.ts'

const rules = () => ({ mine: steps(lone), theirs: steps(colleague) })
type Ruleset = Awaited<ReturnType<ReturnType<typeof steps>['create']>>
const approveAlone = async (pending: Ruleset): Promise<Outcome> =>
  outcomeOf(await lone.post(`/ruleset/${pending.summary.id}/approve?${at}`, rules().mine.openOf(pending)))

const answered = async (answer: ReturnType<Client['post']>) => {
  const { status, text, body } = await answer
  expect(status, text).toBe(200)
  return body
}

/** Rows of a file, written by one person into a draft. */
async function importedBy(who: Client, draft: Ruleset): Promise<Ruleset> {
  const [rule] = content().rules
  const file = JSON.stringify([{ ...rule, id: 'imported', no: 1 }])
  const body = { ...steps(who).openOf(draft), format: 'json', content: file, mode: 'append' }
  return answered(
    who.post(`/ruleset/${draft.summary.id}/import?${at}`, { ...body, changeNote: 'Rows of a file' }),
  ) as Promise<Ruleset>
}
const clonedBy = (who: Client, source: Ruleset, name: string): Promise<Ruleset> =>
  answered(
    who.post(`/ruleset/${source.summary.id}/clone?${at}`, { name, note: 'The same again', version: 1 }),
  ) as Promise<Ruleset>

export const rulesApproval: TwoPersonRule = {
  guard: 'apps/server/src/setup/ruleset/approvals.ts',
  asksForProof: false,
  copies: ['a restored version', "an import into a colleague's draft", "a clone of a colleague's ruleset"],
  prepare: async () => {
    const { mine } = rules()
    const draft = await mine.create({ name: 'At once', priority: 20 })
    const { id } = draft.summary
    return {
      one: lone,
      other: colleague,
      ask: { path: `/ruleset/${id}/submit?${at}`, body: mine.openOf(draft) },
      confirmation: async () => ({
        path: `/ruleset/${id}/approve?${at}`,
        body: mine.openOf(await mine.get(id)),
      }),
    }
  },
  ways: {
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
    "an import into a colleague's draft": async () => {
      const { theirs } = rules()
      const draft = await theirs.create({ name: 'Imported', priority: 21 })
      return approveAlone(await theirs.submit(await importedBy(lone, draft)))
    },
    "a clone of a colleague's ruleset": async () => {
      const { mine, theirs } = rules()
      const source = await theirs.create({ name: 'Cloned', priority: 22 })
      return approveAlone(await mine.submit(await clonedBy(lone, source, 'A clone')))
    },
    'taken out of use': async () => {
      const { mine, theirs } = rules()
      const draft = await theirs.create({ name: 'Taken out', priority: 23 })
      const active = await mine.approve(await theirs.submit(draft))
      return approveAlone(await mine.archive(active, { note: 'Not needed any more' }))
    },
    'the same approver a second time': async () => {
      const { theirs, mine } = rules()
      const fee = { conditions: {}, outputs: { percentageFee: 10_000 } }
      const draft = await theirs.create({ rules: [row('fee', 1, fee)], priority: 77 }, 'fee')
      return approveAlone(await mine.approve(await theirs.submit(draft)))
    },
  },
}

export const emergencyRules: TwoPersonRule = {
  guard: 'apps/server/src/setup/ruleset/emergencies.ts',
  asksForProof: false,
  copies: 'files and copies make drafts, which it activates',
  prepare: async () => {
    const { mine } = rules()
    const bin = { op: 'prefix', values: ['45454545'] } as const
    const block = row('block', 1, { conditions: { bin }, outputs: { action: 'DECLINE' } })
    const draft = await mine.create({ rules: [block], priority: 78 }, 'bin-block')
    const { id } = draft.summary
    const note = 'An attack is running'
    return {
      one: lone,
      other: colleague,
      ask: { path: `/ruleset/${id}/break-glass?${at}`, body: { ...mine.openOf(draft), note } },
      confirmation: async () => ({
        path: `/ruleset/${id}/confirm?${at}`,
        body: mine.openOf(await mine.get(id)),
      }),
    }
  },
  ways: {},
}

interface ChangeSet {
  readonly id: string
  readonly version: number
  readonly members: readonly { rulesetId: string; version: number; revision: number }[]
}
let sets = 0
const seen = ({ summary, open }: Ruleset) => ({
  rulesetId: summary.id,
  version: open?.version ?? 0,
  revision: open?.revision ?? 0,
})
const setOf = (who: Client, ...drafts: Ruleset[]): Promise<ChangeSet> =>
  answered(
    who.post(`/changeset?${at}`, {
      ...{ title: `Two people ${++sets}`, note: 'A market opens', members: drafts.map(seen) },
    }),
  ) as Promise<ChangeSet>
const setNow = (id: string): Promise<ChangeSet> =>
  answered(lone.get(`/changeset/${id}?${at}`)) as Promise<ChangeSet>
const submission = ({ id, version, members }: ChangeSet) => ({
  path: `/changeset/${id}/submit?${at}`,
  body: {
    version,
    members: members.map(({ rulesetId, version: draft, revision }) => ({
      rulesetId,
      version: draft,
      revision,
    })),
  },
})
const submittedBy = async (who: Client, set: ChangeSet): Promise<ChangeSet> => {
  const { path, body } = submission(set)
  return answered(who.post(path, body)) as Promise<ChangeSet>
}
const approveSet = async (who: Client, { id, version }: ChangeSet): Promise<Outcome> =>
  outcomeOf(await who.post(`/changeset/${id}/approve?${at}`, { version }))
const draftBy = (who: Client) => steps(who).create({ name: `In a set ${++sets}`, priority: 100 + sets })

export const changeSetApproval: TwoPersonRule = {
  guard: 'apps/server/src/setup/ruleset/change-sets/decide-set.ts',
  asksForProof: false,
  // Together with the role for the pilot of the rules hub.
  deciders: ['RULES_ADMIN', 'KYC_ADMIN'],
  copies: ["a member with rows imported into a colleague's draft", 'a member that is an own clone'],
  prepare: async () => {
    const set = await setOf(lone, await draftBy(lone))
    return {
      one: lone,
      other: colleague,
      ask: submission(set),
      confirmation: async () => ({
        path: `/changeset/${set.id}/approve?${at}`,
        body: { version: (await setNow(set.id)).version },
      }),
    }
  },
  ways: {
    'composed and submitted by a colleague, with one own draft': async () => {
      const set = await setOf(colleague, await draftBy(colleague), await draftBy(lone))
      return approveSet(lone, await submittedBy(colleague, set))
    },
    "composed by them of a colleague's drafts": async () => {
      const set = await setOf(lone, await draftBy(colleague))
      return approveSet(lone, await submittedBy(colleague, set))
    },
    "a colleague's set that was given another title": async () => {
      const { id, version } = await setOf(colleague, await draftBy(colleague))
      const renamed = await answered(
        lone.put(`/changeset/${id}?${at}`, { version, title: `Renamed ${++sets}` }),
      )
      return approveSet(lone, await submittedBy(colleague, renamed as ChangeSet))
    },
    'a draft taken out of it and decided alone': async () => {
      const draft = await draftBy(lone)
      const { id, version } = await setOf(colleague, draft, await draftBy(colleague))
      const path = `/changeset/${id}/member/${draft.summary.id}?${at}&version=${version}`
      await answered(lone.delete(path))
      return approveAlone(await steps(lone).submit(draft))
    },
    "a member with rows imported into a colleague's draft": async () => {
      const draft = await importedBy(lone, await draftBy(colleague))
      return approveSet(lone, await submittedBy(colleague, await setOf(colleague, draft)))
    },
    'a member that is an own clone': async () => {
      const clone = await clonedBy(lone, await draftBy(colleague), `A clone ${++sets}`)
      return approveSet(lone, await submittedBy(colleague, await setOf(colleague, clone)))
    },
    'the same approver a second time': async () => {
      const fee = row('fee', 1, { conditions: {}, outputs: { percentageFee: 10_000 } })
      const draft = await steps(colleague).create({ rules: [fee], priority: 100 + ++sets }, 'fee')
      const pending = await submittedBy(colleague, await setOf(colleague, draft))
      expect((await approveSet(lone, pending)).status).toBe(200)
      return approveSet(lone, await setNow(pending.id))
    },
  },
}
