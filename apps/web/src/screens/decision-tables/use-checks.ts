import { pspSetupsOf } from '@signalbox/engine/analyse/psp-setup'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { findingSeverity, type Finding, type FindingCode } from '@signalbox/model/rules/finding'
import { useEffect, useMemo, useState } from 'react'
import { columnsOf } from '../../kit/decision-grid/core/grid-column.ts'
import { documentOf, edited } from '../../kit/decision-grid/core/grid-state.ts'
import type { GridContent, GridDocument } from '../../kit/decision-grid/core/grid-document.ts'
import type { RowMarks, RowProblem } from '../../kit/decision-grid/row-marks.ts'
import type { CatalogueItem } from '../../kit/decision-grid/pickers/cell-sources.ts'
import { simulatorSearch } from '../../kit/simulator-address.ts'
import { useStable } from '../../kit/use-stable.ts'
import type { RulesWorkerClient } from './rules-worker/rules-worker-client.ts'
import { applyFix, columnOfFinding } from './finding-fixes.ts'
import type { EditSession } from './edit-session.ts'
import type { SampleFacts } from './try-it/sample-payments.ts'

/** What the checks say, by ruleset. */
export type Findings = ReadonlyMap<string, readonly Finding[]>

const pauseMs = 350

type Catalogues = Readonly<Record<string, readonly CatalogueItem[]>>

/** Checks the rulesets that may be edited, a moment after the typing stops, beside the page. */
export function useFindings(
  table: DecisionTable,
  session: EditSession,
  rulesWorker: RulesWorkerClient,
  catalogues: Catalogues | undefined,
): Findings {
  const [findings, setFindings] = useState<Findings>(() => new Map())
  const [checked] = useState(
    () => new Map<string, { content: GridContent; catalogues: Catalogues | undefined }>(),
  )

  const checkDue = useStable(async () => {
    const due = session.grid.document().sections.filter(({ key, editable, content }) => {
      const last = checked.get(key)
      return editable && (last?.content !== content || last.catalogues !== catalogues)
    })
    const sections = session.grid.document().sections
    if (due.length > 0) for (const each of sections) await rulesWorker.sync(each.key, each.content)
    for (const { key, content } of due) {
      checked.set(key, { content, catalogues })
      const place = sections.findIndex((each) => each.key === key)
      const values = Object.entries(catalogues ?? {}).map(([name, items]) => [
        name,
        items.map(({ value }) => value),
      ])
      const found = await rulesWorker.request({
        kind: 'check',
        table: table.slug,
        key,
        nowMs: Date.now(),
        catalogues: Object.fromEntries(values) as Record<string, string[]>,
        before: sections.slice(0, place).map((each) => each.key),
        after: sections.slice(place + 1).map((each) => each.key),
        psps: pspSetupsOf(catalogues?.psp ?? [], catalogues?.['psp-account'] ?? []),
      })
      // Another edit may have come meanwhile; its own check is on its way.
      if (checked.get(key)?.content === content) setFindings((last) => new Map([...last, [key, found]]))
    }
  })

  // The table works without its checks; what could not be checked now is checked after the next edit.
  const check = useStable(() => {
    checkDue().catch(() => checked.clear())
  })

  useEffect(() => {
    let timer = setTimeout(check, 0)
    const stop = session.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(check, pauseMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [session, check, catalogues])

  return findings
}

/** Findings whose text speaks of a cell without saying which. */
const aboutACell: ReadonlySet<FindingCode> = new Set<FindingCode>(['CELL', 'SA10', 'SA12', 'SA15'])

/** A finding together with where it is and what can be done about it. */
export interface PlacedFinding extends RowProblem {
  readonly key: string
  readonly ruleId: string
  /** Of the row, as the grid shows it. */
  readonly number: number
}

/** Cells whose text nobody understands. The checks do not see them: they read what was understood. */
export function useInvalidCells(table: DecisionTable, { sections }: GridDocument): readonly PlacedFinding[] {
  return useMemo(
    () =>
      sections.flatMap(({ key, content }) =>
        content.rules.flatMap((row, index) =>
          Object.entries(row.wrong ?? {}).map(([columnId, { message }]): PlacedFinding => {
            const label = columnsOf(table).find(({ id }) => id === columnId)?.label
            return {
              key,
              ruleId: row.id,
              number: index + 1,
              severity: 'error',
              message: label === undefined ? message : `${label}: ${message}`,
              columnId,
            }
          }),
        ),
      ),
    [table, sections],
  )
}

/** The version on its way, which the server knows; without one, payments go by what is active. */
function savedVersion(session: EditSession, key: string) {
  const open = session.infoAt(session.indexOf(key))?.ruleset?.open
  return open && { rulesetId: open.rulesetId, version: open.version }
}

/** What rows show of the findings, fixes included. */
export function useMarks(
  table: DecisionTable,
  session: EditSession,
  findings: Findings,
  onWitness: (facts: SampleFacts) => void,
): {
  readonly marks: RowMarks
  readonly placed: readonly PlacedFinding[]
} {
  return useMemo(() => {
    const byRow = new Map<string, PlacedFinding[]>()
    const placed: PlacedFinding[] = []
    for (const [key, found] of findings) {
      const rows = new Map(
        session.contentAt(key)?.rules.map((row, index) => [row.id, { row, number: index + 1 }]),
      )
      for (const finding of found) {
        const place = rows.get(finding.ruleId)
        if (!place) continue
        const { row, number } = place
        const { fix, message, witness } = finding
        const column = finding.column === undefined ? undefined : columnOfFinding(table, finding.column, row)
        const problem: PlacedFinding = {
          key,
          ruleId: finding.ruleId,
          number,
          severity: findingSeverity[finding.code],
          message: aboutACell.has(finding.code) && column ? `${column.label}: ${message}` : message,
          columnId: column?.id,
          fix: fix && { label: fix.label, run: () => runFix(table, session, key, fix) },
          show: witness && (() => onWitness(witness)),
          simulate:
            witness &&
            simulatorSearch({ facts: witness, table: table.slug, version: savedVersion(session, key) }),
        }
        placed.push(problem)
        byRow.set(finding.ruleId, [...(byRow.get(finding.ruleId) ?? []), problem])
      }
    }
    const none: readonly RowProblem[] = []
    return { marks: { problemsOf: (rowId: string) => byRow.get(rowId) ?? none }, placed }
  }, [table, session, findings, onWitness])
}

function runFix(
  table: DecisionTable,
  session: EditSession,
  key: string,
  fix: NonNullable<Finding['fix']>,
): void {
  const section = session.indexOf(key)
  session.grid.update((state, deps) =>
    edited(
      state,
      {
        document: applyFix(table, documentOf(state), section, fix, deps.language),
        label: fix.label,
        announcement: `Done: ${fix.label}`,
      },
      deps,
    ),
  )
}
