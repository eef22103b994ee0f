import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

const builderPath = '/rules-hub/builder'

export const builderSteps = ['ruleset', 'preconditions', 'rules', 'test', 'submit'] as const
export type BuilderStep = (typeof builderSteps)[number]

export const stepTitles: Readonly<Record<BuilderStep, string>> = {
  ruleset: 'Ruleset',
  preconditions: 'Preconditions',
  rules: 'Rules',
  test: 'Test',
  submit: 'Submit',
}

interface BuilderSearch {
  readonly step?: string | undefined
  /** An existing ruleset to go on with. */
  readonly ruleset?: string | undefined
  /** Slug of the table to begin with. */
  readonly table?: string | undefined
}

/** Which step is open and what is built is in the address, so that a link leads back to it. */
export function useBuilderAddress() {
  const search: BuilderSearch = useSearch({ strict: false })
  const navigate = useNavigate()
  const go = useCallback(
    (step: BuilderStep, ruleset?: string) =>
      void navigate({
        to: builderPath,
        search: (last: BuilderSearch) => ({ ...last, step, ...(ruleset !== undefined && { ruleset }) }),
      }),
    [navigate],
  )
  const startOver = useCallback(() => void navigate({ to: builderPath, search: {} }), [navigate])
  return {
    step: builderSteps.find((each) => each === search.step) ?? 'ruleset',
    ruleset: search.ruleset ?? null,
    table: search.table ?? null,
    go,
    startOver,
  }
}
