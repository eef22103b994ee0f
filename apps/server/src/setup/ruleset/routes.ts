import { rulesetCalls, type EffectiveRulesets, type RulesetInFull } from '@signalbox/model/calls/ruleset'
import { totalCap } from '@signalbox/model/field/paging'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { factOf } from '@signalbox/model/rules/facts'
import type { VersionState } from '@signalbox/model/rules/ruleset'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { handle, type Handler, type ReplayStrategy, type Work } from '../../kit/handle.ts'
import { JsonText } from '../../kit/json-text.ts'
import {
  maySeeVersion,
  requireEdit,
  rulesetToEdit,
  rulesetToRead,
  tableInBody,
  tableInPath,
  versionToCopy,
  viewableTables,
} from './access.ts'
import { Approvals } from './approvals.ts'
import { catalogueOf, namesKnownTo } from './catalogue.ts'
import type { CircumstanceFinder } from './circumstances.ts'
import type { CompiledVersions } from './compiled-versions.ts'
import { effectiveNow } from './effective-now.ts'
import { exportRows } from './export-rows.ts'
import { currentTextOf, type LockedRuleset } from './locked-ruleset.ts'
import { listRulesets, rulesetSorts, type RulesetSort } from './list-store.ts'
import type { RulesetKey } from './ruleset-tables.ts'
import { Rulesets } from './rulesets.ts'
import { simulate } from './simulate.ts'
import { findVersion, listVersions } from './store.ts'
import { tellCircumstances } from './tell-circumstances.ts'
import { revisionHead, revisionText } from './wire-shape.ts'
import type { RulesetWorker } from './ruleset-worker/ruleset-worker.ts'

export interface RulesetDeps {
  readonly worker: RulesetWorker
  readonly versions: CompiledVersions
  readonly find: CircumstanceFinder
}

const asWork = (work: unknown) => work as Work

export const handlers = (deps: RulesetDeps): Handler[] => [
  ...readHandlers(deps),
  ...draftHandlers(deps),
  ...approvalHandlers(deps),
  ...tableHandlers(deps),
]

/** The ruleset as it is. Rows leave as they are stored: to read and write ten thousand again would hold everybody up. */
async function answerAbout(
  { tx, scope }: Pick<Work, 'tx' | 'scope'>,
  { merchantId, id }: RulesetKey,
): Promise<RulesetInFull> {
  const key = { merchantId, id }
  return JsonText.of(await currentTextOf(tx, key, scope), key)
}

const readHandlers = ({ worker }: RulesetDeps): Handler[] => [
  handle(rulesetCalls.list, (work) => list(asWork(work), work.query)),
  handle(rulesetCalls.get, async (work) => {
    return answerAbout(work, await rulesetToRead(asWork(work), work.params.id))
  }),
  handle(rulesetCalls.version, async (work) => {
    const ruleset = await rulesetToRead(asWork(work), work.params.id)
    const row = await findVersion(work.tx, ruleset, work.params.version)
    if (!row || !maySeeVersion(work, ruleset, row)) throw new Refusal('NOT_FOUND')
    return JsonText.of(revisionText(ruleset, row))
  }),
  handle(rulesetCalls.history, async (work) => {
    const ruleset = await rulesetToRead(asWork(work), work.params.id)
    const activatedOnly = !maySeeVersion(work, ruleset, { activatedAt: null })
    const versions = await listVersions(work.tx, ruleset, { ...work.query, activatedOnly })
    return { items: versions.map((head) => revisionHead(ruleset, head)) }
  }),
  handle(rulesetCalls.exportRows, async (work) => {
    const ruleset = await rulesetToRead(asWork(work), work.params.id)
    return exportRows(asWork(work), worker, ruleset, work.query)
  }),
]

/** Of a ruleset that was changed only its name is kept; a second try is answered with what it is by then. */
const asItIsNow: ReplayStrategy<RulesetInFull> = {
  toStored: (reply: unknown) => (reply as JsonText).about,
  fromStored: (work, kept) => answerAbout(work, kept as RulesetKey),
}

/** Does something to a ruleset of the merchant and answers with what it is then. */
async function change(work: Work, id: string, body: (locked: LockedRuleset) => Promise<unknown>) {
  const locked = await rulesetToEdit(work, id)
  await body(locked)
  return answerAbout(work, locked.ruleset)
}

function draftHandlers({ worker }: RulesetDeps): Handler[] {
  const rulesets = new Rulesets(worker)
  return [
    handle(
      rulesetCalls.create,
      async (work) => {
        const table = tableInBody(work, work.body.table)
        requireEdit(work, table)
        const { content, changeNote } = work.body
        const merchantId = work.scope.selected
        const key = await rulesets.create(asWork(work), { merchantId, table, content, changeNote })
        return answerAbout(work, key)
      },
      asItIsNow,
    ),
    handle(
      rulesetCalls.save,
      (work) =>
        change(asWork(work), work.params.id, (locked) => rulesets.save(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.importRows,
      (work) =>
        change(asWork(work), work.params.id, (locked) =>
          rulesets.importRows(asWork(work), locked, work.body),
        ),
      asItIsNow,
    ),
    handle(
      rulesetCalls.restore,
      (work) =>
        change(asWork(work), work.params.id, (locked) =>
          rulesets.restore(asWork(work), locked, work.body.version, work.body.note),
        ),
      asItIsNow,
    ),
    handle(rulesetCalls.discard, async (work) =>
      rulesets.discard(asWork(work), await rulesetToEdit(asWork(work), work.params.id), work.query),
    ),
    handle(
      rulesetCalls.clone,
      async (work) => {
        const { id } = work.params
        const { ruleset, version } = await versionToCopy(asWork(work), id, work.body.version)
        const table = tableInBody(work, ruleset.decisionTable)
        requireEdit(work, table)
        const { name, note } = work.body
        const key = await rulesets.clone(asWork(work), version, {
          name,
          note,
          table,
          to: work.scope.selected,
        })
        return answerAbout(work, key)
      },
      asItIsNow,
    ),
  ]
}

function approvalHandlers({ worker }: RulesetDeps): Handler[] {
  const approvals = new Approvals(worker)
  return [
    handle(
      rulesetCalls.submit,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.submit(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.withdraw,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.withdraw(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.approve,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.approve(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.deny,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.deny(asWork(work), locked, work.body)),
      asItIsNow,
    ),
    handle(
      rulesetCalls.archive,
      (work) =>
        change(asWork(work), work.params.id, (locked) => approvals.archive(asWork(work), locked, work.body)),
      asItIsNow,
    ),
  ]
}

const tableHandlers = ({ worker, versions, find }: RulesetDeps): Handler[] => [
  handle(rulesetCalls.tables, () =>
    Promise.resolve({ items: decisionTables.map((table) => ({ ...table, steps: [...table.steps] })) }),
  ),
  handle(rulesetCalls.schema, (work) => {
    const table = tableInPath(work, work.params.type)
    return Promise.resolve({ ...table, facts: table.conditions.flatMap((key) => factOf(key) ?? []) })
  }),
  handle(rulesetCalls.effective, async (work): Promise<EffectiveRulesets> => {
    const table = tableInPath(work, work.params.type)
    const { rulesets } = await effectiveNow(work.tx, versions, table, work.scope.chain)
    return {
      table: table.slug,
      rulesets: rulesets
        .filter(({ version }) => version.enabled)
        .map(({ version }) => ({ ...version, inherited: version.merchantId !== work.scope.selected })),
    }
  }),
  handle(rulesetCalls.catalogue, async ({ tx, scope, inScope }) => {
    const merchants = inScope.filter(({ id }) => scope.effective.includes(id))
    return { items: await catalogueOf(tx, { chain: scope.chain, merchants }) }
  }),
  handle(rulesetCalls.lint, async (work) => {
    const { slug } = tableInBody(work, work.body.table)
    const content = JSON.stringify(work.body.content)
    const known = await namesKnownTo(work.tx, work.scope.selected)
    const input = { table: slug, content, nowMs: work.now.getTime(), ...known }
    return { items: [...(await worker.run('lint', input))] }
  }),
  handle(rulesetCalls.simulate, (work) => {
    const table = tableInBody(work, work.body.table)
    return simulate(asWork(work), { versions, find }, { ...work.body, table })
  }),
  handle(rulesetCalls.circumstances, (work) => {
    const table = tableInBody(work, work.body.table)
    return tellCircumstances(asWork(work), find, { ...work.body, table })
  }),
]

function sortOf(text: string | undefined): RulesetSort {
  const [name = 'table', direction = 'asc'] = text?.split(':') ?? []
  const by = rulesetSorts.find((known) => known === name)
  if (!by || (direction !== 'asc' && direction !== 'desc'))
    throw invalid({ field: 'sort', code: 'UNKNOWN', message: `Cannot be sorted by ${name}` })
  return { by, descending: direction === 'desc' }
}

interface ListQuery {
  readonly start: number
  readonly limit: number
  readonly cursor?: string
  readonly sort?: string
  readonly category?: string
  readonly state?: VersionState
  readonly keyword?: string
}

const cursorForm = /^after-(\d{1,9})$/

/** A merchant has some hundred rulesets at most, so where the next page begins is known well enough by its place. */
function startOf({ start, cursor }: ListQuery): number {
  if (cursor === undefined) return start
  const [, place] = cursorForm.exec(cursor) ?? []
  if (place === undefined)
    throw invalid({ field: 'cursor', code: 'CURSOR', message: 'The cursor is not valid for this list' })
  return Number(place)
}

async function list(work: Work, query: ListQuery) {
  const { limit, sort, category, state, keyword } = query
  const start = startOf(query)
  const tables = category ? [tableInBody(work, category, 'category')] : viewableTables(work)
  const filter = { chain: work.scope.chain, tables: tables.map(({ slug }) => slug), state, keyword }
  const { items, total } = await listRulesets(work.tx, filter, { start, limit, sort: sortOf(sort) })
  const end = start + items.length
  return {
    items,
    start: query.start,
    limit,
    total: Math.min(total, totalCap),
    totalCapped: total > totalCap,
    ...(items.length === limit && end < total && { cursor: `after-${end}` }),
  }
}
