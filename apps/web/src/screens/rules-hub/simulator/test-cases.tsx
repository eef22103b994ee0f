import { Button, Select, TextInput } from '@mantine/core'
import type { RulesetTestCase, RulesetTestRun } from '@signalbox/model/calls/simulator'
import type { ExpectedOutcome, SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { withoutPerson } from '@signalbox/model/simulator/without-person'
import type { SimulationInput } from '@signalbox/model/simulator/simulation-input'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api, ApiError } from '../../../kit/api.ts'
import { useMay, useSession } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useVersionsIn, versionsIn, type ChosenRules } from './chosen-rules.ts'
import { rulesetLabel, useRulesets } from './rules-choice.tsx'
import styles from './simulator.module.css'
import { TextButton } from './text-button.tsx'

const testCasesKey = 'ruleset-test-cases'

const expectedOf = ({ outcome, path, amounts }: SimulationResult): ExpectedOutcome => ({
  status: outcome.status,
  code: outcome.code,
  path: path.map(({ psp, pspAccount }) => `${psp}/${pspAccount}`),
  fee: amounts.fee,
})

interface TestCasesProps {
  readonly input: SimulationInput
  readonly result: SimulationResult | null
  readonly rules: ChosenRules
  readonly onLoad: (input: SimulationInput) => void
}

/** A payment of the simulator as a test case. From one that was made, whom it was about is left out first. */
async function saveCase(
  rulesetId: string,
  name: string,
  { input, result, rules }: TestCasesProps,
): Promise<void> {
  const kept = withoutPerson(input)
  const shown =
    kept === input && result
      ? result
      : await api('POST /simulator/run', { body: { input: kept, rules: await versionsIn(rules) } })
  await api('POST /simulator/test-case', {
    body: { rulesetId, name, input: kept, expected: expectedOf(shown) },
    suppressToast: true,
  })
}

function SaveForm({
  rulesetId,
  onSaved,
  ...given
}: TestCasesProps & { readonly rulesetId: string; readonly onSaved: () => void }) {
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      await saveCase(rulesetId, name, given)
      setName('')
      toast.success('Test case saved')
      onSaved()
    } catch (error) {
      setProblem(
        error instanceof ApiError ? (error.body.fields?.[0]?.message ?? error.message) : String(error),
      )
    } finally {
      setSaving(false)
    }
  }
  return (
    <form
      className={styles.saveCase}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        size="xs"
        label="Name of the test case"
        value={name}
        error={problem}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" loading={isSaving} disabled={name.trim() === ''}>
        Save as test case
      </Button>
    </form>
  )
}

function CaseLine({
  test: { id, name, input, expected },
  ran,
  onLoad,
  onRemoved,
}: {
  readonly test: RulesetTestCase
  readonly ran: RulesetTestRun | undefined
  readonly onLoad: TestCasesProps['onLoad']
  readonly onRemoved: () => void
}) {
  const mayEdit = useMay('rules-hub.edit')
  const remove = async () => {
    await api('DELETE /simulator/test-case/{id}', { params: { id } })
    onRemoved()
  }
  return (
    <li className={styles.case}>
      <span className={styles.caseHead}>
        <TextButton onClick={() => onLoad(input)}>{name}</TextButton>
        {ran ? (
          <StatusBadge tone={ran.passed ? 'positive' : 'negative'}>
            {ran.passed ? 'Passed' : 'Failed'}
          </StatusBadge>
        ) : null}
        {mayEdit ? (
          <IconButton icon="trash" sizePx={24} label={`Delete ${name}`} onClick={() => void remove()} />
        ) : null}
      </span>
      <span className={styles.quiet}>
        {[expected.status, expected.code, expected.path?.join(' → ')].filter(Boolean).join(' · ')}
      </span>
      {ran?.differences.map((difference) => (
        <span key={difference} className={styles.miss}>
          {difference}
        </span>
      ))}
    </li>
  )
}

function useTestCases(rulesetId: string | null) {
  const { merchantId } = useSession()
  const queryClient = useQueryClient()
  const cases = useQuery({
    queryKey: [testCasesKey, merchantId, rulesetId],
    queryFn: ({ signal }) =>
      api('GET /simulator/test-case', { query: { rulesetId: rulesetId ?? '' }, signal, suppressToast: true }),
    enabled: rulesetId !== null,
  })
  return { cases, refresh: () => void queryClient.invalidateQueries({ queryKey: [testCasesKey] }) }
}

/** Saved payments of a ruleset with what must become of them; all of them pass before a version is submitted. */
export function TestCases(props: TestCasesProps) {
  const { result, rules, onLoad } = props
  const mayEdit = useMay('rules-hub.edit')
  const rulesets = (useRulesets().data?.items ?? []).filter(({ inherited }) => !inherited)
  const [chosen, setChosen] = useState<string | null>(null)
  const [runs, setRuns] = useState<readonly RulesetTestRun[]>([])
  const versions = useVersionsIn(rules)
  const rulesetId = chosen ?? versions[0]?.rulesetId ?? null
  const version = versions.find((each) => each.rulesetId === rulesetId)?.version
  const { cases, refresh } = useTestCases(rulesetId)
  const items = cases.data?.items ?? []
  const runAll = async () => {
    const body = { rulesetId: rulesetId ?? '', ...(version !== undefined && { version }) }
    setRuns((await api('POST /simulator/test-case/run', { body })).items)
  }
  const run = (
    <Button size="compact-sm" variant="default" onClick={() => void runAll()}>
      Run {items.length}
    </Button>
  )
  return (
    <Card
      title="Test cases"
      description="Run when a version of the ruleset is submitted. A failing case blocks it."
      actions={items.length > 0 ? run : undefined}
    >
      <div className={styles.cases}>
        <Select
          size="xs"
          label="Ruleset"
          searchable
          placeholder="Choose a ruleset"
          data={rulesets.map((ruleset) => ({ value: ruleset.id, label: rulesetLabel(ruleset) }))}
          value={rulesetId}
          onChange={(next) => {
            setChosen(next)
            setRuns([])
          }}
        />
        <ul className={styles.caseList} aria-label="Test cases">
          {items.map((test) => {
            const ran = runs.find(({ id }) => id === test.id)
            return <CaseLine key={test.id} test={test} ran={ran} onLoad={onLoad} onRemoved={refresh} />
          })}
        </ul>
        {items.length === 0 && cases.isSuccess ? <p className={styles.quiet}>No test cases yet.</p> : null}
        {mayEdit && rulesetId !== null && result ? (
          <SaveForm {...props} rulesetId={rulesetId} onSaved={refresh} />
        ) : null}
      </div>
    </Card>
  )
}
