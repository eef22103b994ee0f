import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import type { GridColumn } from '../core/grid-column.ts'
import { columnsOf } from '../core/grid-column.ts'
import type { GridDocument, GridSection } from '../core/grid-document.ts'
import { emptyRow, type GridRow } from '../core/grid-row.ts'
import { gridState, type GridDeps, type GridState } from '../core/grid-state.ts'
import { plainLanguage } from './plain-language.ts'

const shown = ['enabled', 'name', 'c:method', 'c:currency', 'c:userCountry', 'o:psp', 'o:pspAccount', 'note']

const routing = tableOfSlug('psp-routing')

/** Eight columns of the routing table. */
export const smallColumns: readonly GridColumn[] = routing
  ? columnsOf(routing).filter(({ id }) => shown.includes(id))
  : []

export const columnNamed = (id: string): GridColumn => {
  const column = smallColumns.find((other) => other.id === id)
  if (!column) throw new Error(`No column ${id}`)
  return column
}

export const row = (id: string, psp: string, method?: string): GridRow => ({
  ...emptyRow(id),
  name: `Row ${id}`,
  conditions: method === undefined ? {} : { method: { op: 'in', values: [method] } },
  outputs: { psp },
})

export const section = (key: string, rules: readonly GridRow[], editable = true): GridSection => ({
  key,
  editable,
  content: {
    name: `Ruleset ${key}`,
    note: '',
    priority: 10,
    inherit: 'OVERRIDABLE',
    enabled: true,
    preconditions: {},
    rules,
  },
})

/** An inherited section nobody may change, and an own one with three rows. */
export const smallDocument = (): GridDocument => ({
  sections: [
    section('above', [row('x', 'AcqTwo')], false),
    section('own', [row('a', 'NordAcq', 'DEPOSIT'), row('b', 'EuroCard'), row('c', 'AcqTwo', 'WITHDRAWAL')]),
  ],
})

export const smallState = (document: GridDocument = smallDocument()): GridState =>
  gridState(document, smallColumns)

/** Ids that count up and a clock that stands still until it is moved. */
export function testDeps(): GridDeps & { wait: (ms: number) => void } {
  let ids = 0
  let nowMs = 0
  return {
    language: plainLanguage,
    newId: () => `new-${(ids += 1)}`,
    nowMs: () => nowMs,
    wait: (ms) => {
      nowMs += ms
    },
  }
}

export const idsOf = (document: GridDocument, sectionIndex = 1): string[] =>
  (document.sections[sectionIndex]?.content.rules ?? []).map(({ id }) => id)

/** Names of the rows one may change. */
export const namesOf = (document: GridDocument): readonly string[] =>
  document.sections[1]?.content.rules.map(({ name }) => name) ?? []
