import type { RulesetHeads, RulesetInFull } from '@signalbox/model/calls/ruleset'
import type { RulesetContent, RulesetRevision, RulesetSummary } from '@signalbox/model/rules/ruleset'
import { Refusal } from '@signalbox/model/text/refusal'
import type { FakeRequest } from '../../../kit/testing/fake-api.ts'

export const at = '2026-11-02T10:00:00.000Z'

export interface FakeRuleset {
  readonly id: string
  readonly no: number
  readonly versions: RulesetRevision[]
  archived: boolean
}

export const openStates = ['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED']

export function revisionOf(
  table: string,
  id: string,
  content: RulesetContent,
  more: Partial<RulesetRevision> = {},
): RulesetRevision {
  return {
    rulesetId: id,
    merchantId: 100010001,
    table,
    no: 1,
    version: 1,
    ...content,
    rules: content.rules.map((rule, index) => ({ ...rule, no: index + 1 })),
    state: 'ACTIVE',
    revision: 1,
    changeNote: 'Begin',
    basedOn: null,
    archives: false,
    contentHash: '',
    editedBy: 'bertil',
    editedAt: at,
    updatedBy: 'bertil',
    lastUpdatedAt: at,
    editors: ['bertil'],
    submittedBy: null,
    submittedAt: null,
    decisions: [],
    effectiveFrom: null,
    activatedAt: at,
    endedAt: null,
    ...more,
  }
}

export const activeOf = ({ versions }: FakeRuleset) =>
  versions.find(({ state }) => state === 'ACTIVE') ?? null
export const openOf = ({ versions }: FakeRuleset) =>
  versions.find(({ state }) => openStates.includes(state)) ?? null

export function summaryOf(ruleset: FakeRuleset): RulesetSummary {
  const shown = openOf(ruleset) ?? activeOf(ruleset) ?? (ruleset.versions[0] as RulesetRevision)
  const open = openOf(ruleset)
  return {
    id: ruleset.id,
    merchantId: shown.merchantId,
    inherited: false,
    table: shown.table,
    no: ruleset.no,
    name: shown.name,
    note: shown.note,
    priority: shown.priority,
    inherit: shown.inherit,
    enabled: shown.enabled,
    rules: shown.rules.length,
    rulesEnabled: shown.rules.filter(({ enabled }) => enabled).length,
    activeVersion: activeOf(ruleset)?.version ?? null,
    archived: ruleset.archived,
    open: open && {
      version: open.version,
      revision: open.revision,
      state: open.state,
      editedBy: open.editedBy,
      editedAt: open.editedAt,
      submittedBy: open.submittedBy,
      changeNote: open.changeNote,
      effectiveFrom: open.effectiveFrom,
    },
    updatedBy: shown.editedBy,
    lastUpdatedAt: shown.editedAt,
  }
}

export const inFull = (ruleset: FakeRuleset): RulesetInFull => ({
  summary: summaryOf(ruleset),
  active: activeOf(ruleset),
  open: openOf(ruleset),
})

function headOf(revision: RulesetRevision) {
  const { rules: _, ...head } = revision
  return head
}

/** As a save is answered: without rows. */
export const headsOf = (ruleset: FakeRuleset): RulesetHeads => {
  const { summary, active, open } = inFull(ruleset)
  return { summary, active: active && headOf(active), open: open && headOf(open) }
}

export const contentOf = ({
  name,
  note,
  priority,
  inherit,
  enabled,
  preconditions,
  rules,
}: RulesetRevision): RulesetContent => ({ name, note, priority, inherit, enabled, preconditions, rules })

export type FakeRulesetStore = ReturnType<typeof fakeRulesetStore>

/** The rulesets of one table, and the steps that change their versions. */
export function fakeRulesetStore(table: string, rulesets: FakeRuleset[], username: string) {
  let revisions = 100
  const nextRevision = (): number => (revisions += 1)
  const find = ({ params }: FakeRequest): FakeRuleset => {
    const found = rulesets.find(({ id }) => id === params.id)
    if (!found) throw new Refusal('NOT_FOUND')
    return found
  }
  const put = (ruleset: FakeRuleset, revision: RulesetRevision): void => {
    const index = ruleset.versions.findIndex(({ version }) => version === revision.version)
    if (index < 0) ruleset.versions.unshift(revision)
    else ruleset.versions[index] = revision
  }
  const draftOf = (
    ruleset: FakeRuleset,
    content: RulesetContent,
    changeNote: string,
    who: string,
    mergedWith?: number,
  ): void => {
    const open = openOf(ruleset)
    const last = Math.max(...ruleset.versions.map(({ version }) => version))
    put(
      ruleset,
      revisionOf(table, ruleset.id, content, {
        no: ruleset.no,
        version: open?.version ?? last + 1,
        revision: nextRevision(),
        state: 'DRAFT',
        changeNote,
        basedOn: mergedWith ?? (open ? open.basedOn : (activeOf(ruleset)?.version ?? null)),
        editedBy: who,
        editors: [...new Set([...(open?.editors ?? []), who])],
        activatedAt: null,
      }),
    )
  }
  const seen = (ruleset: FakeRuleset, body: unknown): RulesetRevision => {
    const { version, revision } = body as { version: number; revision: number }
    const shown = openOf(ruleset) ?? activeOf(ruleset)
    if (!shown || shown.version !== version || shown.revision !== revision)
      throw new Refusal('VERSION_CONFLICT', { current: inFull(ruleset) })
    return shown
  }
  const activate = (ruleset: FakeRuleset, revision: RulesetRevision): void => {
    const active = activeOf(ruleset)
    if (active) put(ruleset, { ...active, state: 'SUPERSEDED', endedAt: at })
    put(ruleset, { ...revision, state: 'ACTIVE', activatedAt: at })
  }
  return { table, rulesets, username, nextRevision, find, put, draftOf, seen, activate }
}
