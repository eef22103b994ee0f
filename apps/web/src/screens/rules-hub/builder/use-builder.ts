import { useEffect, useState } from 'react'
import type { CellLanguage } from '../../../kit/decision-grid/core/cell-language.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { builderSteps, useBuilderAddress, type BuilderStep } from './builder-address.ts'
import { emptyDraft, tableOf, withTable, type BuilderDraft, type SavedDraft } from './builder-draft.ts'
import { rowsOfRule } from './draft-rows.ts'
import { keepDraft, keptDraft } from './kept-draft.ts'
import { problemsOf, type StepProblems } from './read-draft.ts'

const isFree = (problems: StepProblems, draft: BuilderDraft, language: CellLanguage) => {
  const table = tableOf(draft)
  const rules =
    table !== undefined &&
    problems.rules === null &&
    draft.rules.every((rule) => rowsOfRule(language, table, rule).ok)
  return {
    ruleset: problems.name === null && problems.table === null,
    preconditions: Object.keys(problems.preconditions).length === 0,
    rules,
    test: true,
    submit: true,
  } satisfies Record<BuilderStep, boolean>
}

/** The first step in front of one where something is still to be done. */
const firstOpen = (free: Record<BuilderStep, boolean>, before: BuilderStep): BuilderStep | undefined =>
  builderSteps.slice(0, builderSteps.indexOf(before)).find((step) => !free[step])

const without = <T>(set: ReadonlySet<T>, gone: T): ReadonlySet<T> =>
  new Set([...set].filter((each) => each !== gone))

/** A ruleset while it is built: what was typed, what is wrong with it, and which step is open. */
export function useBuilder(language: CellLanguage) {
  const { merchantId } = useSession()
  const address = useBuilderAddress()
  const [kept, setKept] = useState(() => {
    const last = keptDraft(merchantId)
    const { table } = address
    return table !== null && last.saved === null ? { ...last, draft: withTable(last.draft, table) } : last
  })
  const [tried, setTried] = useState<ReadonlySet<BuilderStep>>(new Set())
  useEffect(() => keepDraft(merchantId, kept), [merchantId, kept])

  const { draft, saved } = kept
  const problems = problemsOf(language, draft)
  const free = isFree(problems, draft, language)
  const step = firstOpen(free, address.step) ?? address.step
  const tryStep = (which: BuilderStep) => setTried((last) => new Set([...last, which]))

  return {
    language,
    draft,
    saved,
    step,
    problems,
    /** Everything that has to be there to save it is there. */
    canSave: free.ruleset && free.preconditions && free.rules,
    isFree: (which: BuilderStep) => firstOpen(free, which) === undefined,
    tried: tried.has(step),
    change: (next: BuilderDraft): void => {
      // What was just added is not wrong yet.
      if (next.rules.length > draft.rules.length) setTried((last) => without(last, 'rules'))
      setKept((last) => ({ ...last, draft: next }))
    },
    accept: (next: SavedDraft): void => {
      // Before the address names it, so that it is not loaded over what is typed.
      keepDraft(merchantId, { draft, saved: next })
      setKept((last) => ({ ...last, saved: next }))
    },
    /** To another step, unless something is missing before it. */
    go: (wanted: BuilderStep, rulesetId?: string): void => {
      const missing =
        builderSteps.indexOf(wanted) > builderSteps.indexOf(step) ? firstOpen(free, wanted) : null
      if (missing) tryStep(missing)
      address.go(missing ?? wanted, rulesetId)
    },
    startOver: (): void => {
      setKept({ draft: emptyDraft, saved: null })
      setTried(new Set())
      address.startOver()
    },
  }
}
export type Builder = ReturnType<typeof useBuilder>
