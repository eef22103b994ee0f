import { applyChanges } from '@signalbox/model/rules/apply-changes'
import { demoCatalogue } from '@signalbox/model/rules/demo-catalogue'
import type { RulesetVersion } from '@signalbox/model/rules/rule'
import type { RulesetChanges, RulesetContent, RulesetRevision } from '@signalbox/model/rules/ruleset'
import { diffRulesets, isCosmetic } from '@signalbox/model/rules/ruleset-diff'
import { Refusal } from '@signalbox/model/text/refusal'
import type { FakeHandlers } from '../../../kit/testing/fake-api.ts'
import {
  activeOf,
  at,
  contentOf,
  headsOf,
  inFull,
  openStates,
  revisionOf,
  summaryOf,
  type FakeRuleset,
  type FakeRulesetStore,
} from './fake-ruleset-store.ts'

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

export function readHandlers(
  { table, rulesets, find }: FakeRulesetStore,
  inherited: readonly RulesetVersion[],
): FakeHandlers {
  return {
    'GET /ruleset': () => ({
      items: rulesets.map(summaryOf),
      start: 0,
      limit: 100,
      total: rulesets.length,
      totalCapped: false,
    }),
    'POST /ruleset/circumstances': () => ({
      rates: { base: 'EUR', rows: [] },
      closed: [],
      closedElse: null,
      exceeded: [],
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
  }
}

/** Makes, changes, copies and deletes drafts. */
export function editHandlers(store: FakeRulesetStore): FakeHandlers {
  const { table, rulesets, username, nextRevision, find, draftOf, seen } = store
  return {
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
          revision: nextRevision(),
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
      const { changes, changeNote, basedOn } = request.body as {
        changes: RulesetChanges
        changeNote: string
        basedOn?: number
      }
      draftOf(ruleset, applyChanges(contentOf(base), changes), changeNote, username, basedOn)
      return headsOf(ruleset)
    },
    'DELETE /ruleset/{id}': (request) => {
      const ruleset = find(request)
      const index = ruleset.versions.findIndex(({ state }) => openStates.includes(state))
      ruleset.versions.splice(index, 1)
      if (ruleset.versions.length === 0) rulesets.splice(rulesets.indexOf(ruleset), 1)
      return { id: ruleset.id, deleted: ruleset.versions.length === 0 }
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
}

/** Takes a draft through the approval by somebody else. */
export function approvalHandlers(store: FakeRulesetStore): FakeHandlers {
  const { username, nextRevision, find, put, seen, activate } = store
  return {
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
    'GET /ruleset/{id}/comment': () => ({ items: [] }),
    'GET /ruleset/{id}/assessment': () => ({
      policy: 'ONE',
      direction: null,
      breakGlass: false,
      reason: 'PSP routing decides how payments are processed.',
    }),
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
        revision: nextRevision(),
        state: 'PENDING_APPROVAL',
        archives: true,
        editedBy: username,
        editors: [username],
        submittedBy: username,
        submittedAt: at,
      })
      return inFull(ruleset)
    },
  }
}
