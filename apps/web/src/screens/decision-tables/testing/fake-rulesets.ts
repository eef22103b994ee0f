import type { RulesetInFull } from '@signalbox/model/calls/ruleset'
import { Refusal } from '@signalbox/model/text/refusal'
import { applyChanges } from '@signalbox/model/rules/apply-changes'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import { diffRulesets, isCosmetic } from '@signalbox/model/rules/ruleset-diff'
import type {
  RulesetChanges,
  RulesetContent,
  RulesetRevision,
  RulesetSummary,
} from '@signalbox/model/rules/ruleset'
import type { FakeHandlers, FakeRequest } from '../../../kit/testing/fake-api.ts'

/** What a platform has set up for its rules to name. */
const setUp = {
  psp: [
    { value: 'acmecards', label: 'Acme Cards' },
    { value: 'borealpay', label: 'Boreal Pay' },
    { value: 'kestrelcard', label: 'Kestrel Card' },
    { value: 'nordbank', label: 'Nordbank' },
    { value: 'walletx', label: 'WalletX' },
  ],
  'psp-account': [
    { value: '3DS', label: '3DS (Acme Cards)' },
    { value: 'N3DS', label: 'N3DS (Acme Cards)' },
    { value: 'default', label: 'default (Boreal Pay, Kestrel Card, Nordbank)' },
    { value: 'EU', label: 'EU (WalletX)' },
    { value: 'UK', label: 'UK (WalletX)' },
  ],
  service: [
    { value: 'IDEAL', label: 'iDEAL' },
    { value: 'FINPAY', label: 'Finnish online banks' },
    { value: 'SWEBANK', label: 'Swedish online banks' },
  ],
}

const at = '2026-11-02T10:00:00.000Z'

export interface FakeRuleset {
  readonly id: string
  readonly no: number
  readonly versions: RulesetRevision[]
  archived: boolean
}

const openStates = ['DRAFT', 'PENDING_APPROVAL', 'SCHEDULED', 'REJECTED']

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

const activeOf = ({ versions }: FakeRuleset) => versions.find(({ state }) => state === 'ACTIVE') ?? null
const openOf = ({ versions }: FakeRuleset) => versions.find(({ state }) => openStates.includes(state)) ?? null

function summaryOf(ruleset: FakeRuleset): RulesetSummary {
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

const inFull = (ruleset: FakeRuleset): RulesetInFull => ({
  summary: summaryOf(ruleset),
  active: activeOf(ruleset),
  open: openOf(ruleset),
})

const contentOf = ({
  name,
  note,
  priority,
  inherit,
  enabled,
  preconditions,
  rules,
}: RulesetRevision): RulesetContent => ({ name, note, priority, inherit, enabled, preconditions, rules })

export interface FakeRulesets {
  readonly rulesets: FakeRuleset[]
  readonly handlers: FakeHandlers
  /** Somebody else saves in between. */
  readonly saveAs: (username: string, id: string, change: (content: RulesetContent) => RulesetContent) => void
}

/** Keeps rulesets as the server would: versions, drafts, four eyes, stale saves refused. */
export function fakeRulesets(
  table: string,
  rulesets: FakeRuleset[],
  { username = 'anna', inherited = [] }: { username?: string; inherited?: RulesetVersion[] } = {},
): FakeRulesets {
  let revisions = 100
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
  const draftOf = (ruleset: FakeRuleset, content: RulesetContent, changeNote: string, who: string): void => {
    const open = openOf(ruleset)
    const last = Math.max(...ruleset.versions.map(({ version }) => version))
    put(
      ruleset,
      revisionOf(table, ruleset.id, content, {
        no: ruleset.no,
        version: open?.version ?? last + 1,
        revision: (revisions += 1),
        state: 'DRAFT',
        changeNote,
        basedOn: activeOf(ruleset)?.version ?? null,
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
  const handlers: FakeHandlers = {
    'GET /ruleset': () => ({
      items: rulesets.map(summaryOf),
      start: 0,
      limit: 100,
      total: rulesets.length,
      totalCapped: false,
    }),
    'GET /ruleset/{id}': (request) => inFull(find(request)),
    'GET /ruleset/{id}/version/{version}': (request) => {
      const found = find(request).versions.find(({ version }) => version === Number(request.params.version))
      if (!found) throw new Refusal('NOT_FOUND')
      return found
    },
    'GET /ruleset/{id}/history': (request) => ({
      items: find(request).versions.toSorted((a, b) => b.version - a.version),
    }),
    'GET /decisiontable/{type}/effective': () => ({
      table,
      rulesets: [
        ...inherited.map((version) => ({ ...version, inherited: true })),
        ...rulesets
          .flatMap((ruleset) => activeOf(ruleset) ?? [])
          .map((version) => ({ ...version, inherited: false })),
      ],
    }),
    'GET /decisiontable/catalogue': () => ({
      items: structuredClone({ ...demoCatalogue, ...setUp }),
    }),
    'POST /ruleset': ({ body }) => {
      const { content, changeNote } = body as { content: RulesetContent; changeNote: string }
      const made: FakeRuleset = {
        id: `made-${rulesets.length}`,
        no: rulesets.length + 1,
        versions: [],
        archived: false,
      }
      rulesets.push(made)
      made.versions.push(
        revisionOf(table, made.id, content, {
          state: 'DRAFT',
          revision: (revisions += 1),
          changeNote,
          editedBy: username,
          editors: [username],
          activatedAt: null,
        }),
      )
      return inFull(made)
    },
    'PUT /ruleset/{id}': (request) => {
      const ruleset = find(request)
      const base = seen(ruleset, request.body)
      const { changes, changeNote } = request.body as { changes: RulesetChanges; changeNote: string }
      draftOf(ruleset, applyChanges(contentOf(base), changes), changeNote, username)
      return inFull(ruleset)
    },
    'DELETE /ruleset/{id}': (request) => {
      const ruleset = find(request)
      const index = ruleset.versions.findIndex(({ state }) => openStates.includes(state))
      ruleset.versions.splice(index, 1)
      if (ruleset.versions.length === 0) rulesets.splice(rulesets.indexOf(ruleset), 1)
      return { id: ruleset.id, deleted: ruleset.versions.length === 0 }
    },
    'POST /ruleset/{id}/submit': (request) => {
      const ruleset = find(request)
      const open = seen(ruleset, request.body)
      const active = activeOf(ruleset)
      const { effectiveFrom = null } = request.body as { effectiveFrom?: string | null }
      const submitted: RulesetRevision = {
        ...open,
        state: 'PENDING_APPROVAL',
        submittedBy: username,
        submittedAt: at,
        effectiveFrom,
      }
      if (active && isCosmetic(diffRulesets(contentOf(active), contentOf(open)))) activate(ruleset, submitted)
      else put(ruleset, submitted)
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/withdraw': (request) => {
      const ruleset = find(request)
      put(ruleset, { ...seen(ruleset, request.body), state: 'DRAFT', submittedBy: null, submittedAt: null })
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/approve': (request) => {
      const ruleset = find(request)
      const open = seen(ruleset, request.body)
      if (open.editors?.includes(username)) throw new Refusal('FOUR_EYES')
      activate(ruleset, {
        ...open,
        decisions: [...open.decisions, { user: username, at, decision: 'APPROVE', comment: '' }],
      })
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/deny': (request) => {
      const ruleset = find(request)
      const open = seen(ruleset, request.body)
      const { note } = request.body as { note: string }
      put(ruleset, {
        ...open,
        state: 'REJECTED',
        decisions: [...open.decisions, { user: username, at, decision: 'DENY', comment: note }],
      })
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/archive': (request) => {
      const ruleset = find(request)
      const active = activeOf(ruleset) as RulesetRevision
      put(ruleset, {
        ...active,
        version: active.version + 1,
        revision: (revisions += 1),
        state: 'PENDING_APPROVAL',
        archives: true,
        editedBy: username,
        editors: [username],
        submittedBy: username,
        submittedAt: at,
      })
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/restore': (request) => {
      const ruleset = find(request)
      const { version, note } = request.body as { version: number; note: string }
      const source = ruleset.versions.find((other) => other.version === version) as RulesetRevision
      draftOf(ruleset, contentOf(source), note, username)
      return inFull(ruleset)
    },
    'POST /ruleset/{id}/clone': (request) => {
      const source = inFull(find(request))
      const { name, note } = request.body as { name: string; note: string }
      const content = { ...contentOf((source.open ?? source.active) as RulesetRevision), name }
      const id = `clone-${rulesets.length}`
      const made: FakeRuleset = { id, no: rulesets.length + 1, versions: [], archived: false }
      made.versions.push(
        revisionOf(table, id, content, {
          state: 'DRAFT',
          changeNote: note,
          editedBy: username,
          activatedAt: null,
        }),
      )
      rulesets.push(made)
      return inFull(made)
    },
  }
  return {
    rulesets,
    handlers,
    saveAs: (who, id, change) => {
      const ruleset = rulesets.find((other) => other.id === id) as FakeRuleset
      const shown = (openOf(ruleset) ?? activeOf(ruleset)) as RulesetRevision
      draftOf(ruleset, change(contentOf(shown)), `Changed by ${who}`, who)
    },
  }
}
