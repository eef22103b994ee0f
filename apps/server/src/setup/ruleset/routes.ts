import type { EffectiveRulesets } from '@signalbox/model/calls/decision-table'
import { rulesetCalls } from '@signalbox/model/calls/ruleset'
import { totalCap } from '@signalbox/model/field/paging'
import { invalid, Refusal } from '@signalbox/model/text/refusal'
import { factOf } from '@signalbox/model/rules/facts'
import type { VersionState } from '@signalbox/model/rules/ruleset'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import { handle, type Handler, type Work } from '../../kit/handle.ts'
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
import { approvalHandlers, emergencyHandlers } from './approval-routes.ts'
import { catalogueOf, namesKnownTo } from './catalogue.ts'
import { changeSetHandlers } from './change-sets/change-set-routes.ts'
import { commentsOn } from './comment-store.ts'
import { effectiveNow } from './effective-now.ts'
import { exportRows } from './export-rows.ts'
import { answerAbout, asItIsNow, asWork, change, savedUnlessChangedSince } from './answer-about.ts'
import { currentHeadsOf } from './locked-ruleset.ts'
import type { RulesetDeps } from './ruleset-deps.ts'
import { JsonText } from '../../kit/json-text.ts'
import { listRulesets, rulesetSorts, type RulesetSort } from './list-store.ts'
import { Rulesets } from './rulesets.ts'
import { simulate } from './simulate.ts'
import { findVersion, listVersions } from './store.ts'
import { trafficShares } from './traffic.ts'
import { tellCircumstances } from './tell-circumstances.ts'
import { revisionHead, revisionText } from './wire-shape.ts'

export const handlers = (deps: RulesetDeps): Handler[] => [
  ...readHandlers(deps),
  ...draftHandlers(deps),
  ...approvalHandlers(deps),
  ...emergencyHandlers(deps),
  ...tableHandlers(deps),
  ...changeSetHandlers(deps),
]

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
  handle(rulesetCalls.comments, async (work) => {
    const ruleset = await rulesetToRead(asWork(work), work.params.id)
    const row = await findVersion(work.tx, ruleset, work.query.version)
    if (!row || !maySeeVersion(work, ruleset, { activatedAt: null })) throw new Refusal('NOT_FOUND')
    return { items: await commentsOn(work.tx, ruleset, work.query.version) }
  }),
  handle(rulesetCalls.exportRows, async (work) => {
    const ruleset = await rulesetToRead(asWork(work), work.params.id)
    return exportRows(asWork(work), worker, ruleset, work.query)
  }),
]

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
      async (work) => {
        const locked = await rulesetToEdit(asWork(work), work.params.id)
        await rulesets.save(asWork(work), locked, work.body)
        return currentHeadsOf(work.tx, locked.ruleset, work.scope)
      },
      savedUnlessChangedSince,
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

const tableHandlers = ({ worker, versions, find, findTraffic }: RulesetDeps): Handler[] => [
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
    const { selected: merchantId, effective: merchants } = work.scope
    const { payments: traffic, rates } = await findTraffic(work.tx, {
      merchantId,
      merchants,
      table: slug,
      now: work.now,
    })
    const input = { table: slug, content, nowMs: work.now.getTime(), ...known, traffic, rates }
    return { items: [...(await worker.run('lint', input))] }
  }),
  handle(rulesetCalls.simulate, (work) => {
    const table = tableInBody(work, work.body.table)
    return simulate(asWork(work), { versions, find }, { ...work.body, table })
  }),
  handle(rulesetCalls.trafficShares, (work) => {
    const table = tableInBody(work, work.body.table)
    return trafficShares(asWork(work), findTraffic, table, work.body)
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
