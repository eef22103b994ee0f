import { Button, Checkbox } from '@mantine/core'
import { blankSimulation } from '@signalbox/model/simulator/input-of-facts'
import { decisionTables } from '@signalbox/model/rules/tables/index'
import type { SimulationResult } from '@signalbox/model/simulator/simulation-result'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useSession } from '../../../kit/session/session-store.ts'
import { simulatorPath } from '../../../kit/simulator-address.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Kbd } from '../../../ui/kbd.tsx'
import { InstrumentGroup, NetworkGroup } from './account-groups.tsx'
import { AnswersGroup } from './answers-group.tsx'
import { rulesInEffect, type ChosenRules } from './chosen-rules.ts'
import { TextField } from './fields.tsx'
import { HistoryGroup } from './history-group.tsx'
import { InputGroup } from './input-group.tsx'
import { TransactionGroup, UserGroup } from './payment-groups.tsx'
import { OutcomeCard } from './result-view.tsx'
import { RulesChoice } from './rules-choice.tsx'
import styles from './simulator.module.css'
import { TestCases } from './test-cases.tsx'
import { TextButton } from './text-button.tsx'
import { Timeline } from './timeline.tsx'
import type { Simulator } from './use-simulator.ts'

/** Takes the inputs from a payment that was made. */
function LoadPayment({ simulator }: { readonly simulator: Simulator }) {
  const navigate = useNavigate()
  const [id, setId] = useState<string | undefined>(undefined)
  const { paymentId } = simulator.input
  return (
    <div className={styles.load}>
      <TextField
        label="Load payment"
        placeholder={paymentId === undefined ? 'Transaction id' : String(paymentId)}
        value={id}
        onChange={setId}
      />
      <Button
        size="xs"
        variant="default"
        disabled={!/^\d{1,16}$/.test(id ?? '')}
        onClick={() => void navigate({ to: simulatorPath, search: { payment: id } })}
      >
        Load
      </Button>
      <TextButton onClick={() => simulator.change(blankSimulation())}>Start over</TextButton>
    </div>
  )
}

function RulesGroup({ simulator }: { readonly simulator: Simulator }) {
  const { rulesA, setRulesA, rulesB, setRulesB } = simulator
  const name = (rules: ChosenRules) =>
    'changeSet' in rules ? 'A change set' : rules.versions.length === 0 ? 'Active rules' : 'Another version'
  return (
    <InputGroup
      title="Rules"
      summary={rulesB === null ? name(rulesA) : `A: ${name(rulesA)} · B: ${name(rulesB)}`}
      isOpen
    >
      <RulesChoice label={rulesB === null ? 'Rules' : 'A'} rules={rulesA} onChange={setRulesA} />
      <Checkbox
        size="xs"
        label="Compare with other rules"
        checked={rulesB !== null}
        onChange={(event) => setRulesB(event.currentTarget.checked ? rulesInEffect : null)}
      />
      {rulesB === null ? null : <RulesChoice label="B" rules={rulesB} onChange={setRulesB} />}
    </InputGroup>
  )
}

function Inputs({ simulator }: { readonly simulator: Simulator }) {
  const { input, problems, change: onChange, isRunning } = simulator
  const { psps: known } = useSession().metadata.enums
  const psps = known.map(({ psp, name }) => ({ value: psp, label: name }))
  const group = { input, problems, onChange }
  return (
    <form
      className={styles.inputs}
      aria-label="The payment"
      onSubmit={(event) => {
        event.preventDefault()
        void simulator.run()
      }}
    >
      <LoadPayment simulator={simulator} />
      <TransactionGroup {...group} />
      <UserGroup {...group} />
      <InstrumentGroup {...group} />
      <NetworkGroup {...group} />
      <HistoryGroup {...group} />
      <AnswersGroup {...group} psps={psps} />
      <RulesGroup simulator={simulator} />
      <div className={styles.runBar}>
        <Button type="submit" loading={isRunning} leftSection={<Icon name="play" size={16} />}>
          Simulate
        </Button>
        <span className={styles.quiet}>
          <Kbd keys="mod+Enter" />
        </span>
      </div>
    </form>
  )
}

/** Says why a table somebody wants to see is not among the steps. */
function NotAsked({
  result,
  table,
}: {
  readonly result: SimulationResult
  readonly table: string | undefined
}) {
  const wanted = decisionTables.find(({ slug }) => slug === table)
  if (!wanted || result.tables.some((asked) => asked.table === table)) return null
  return (
    <p className={styles.quiet} role="note">
      The payment ended before {wanted.title} was evaluated.
    </p>
  )
}

function Results({ simulator }: { readonly simulator: Simulator }) {
  const { ran, failure, isStale, repair, input, rulesA, load, table } = simulator
  return (
    <div className={styles.results}>
      {failure === null ? null : <ErrorPanel compact title={failure} />}
      {ran === null ? (
        failure === null ? (
          <EmptyState icon="play" title="Nothing simulated yet">
            Simulate a deposit or withdrawal to see each step and every rule that was evaluated.
          </EmptyState>
        ) : null
      ) : (
        <>
          <NotAsked result={ran.a} table={table} />
          <div className={styles.columns} data-two={ran.b !== null || undefined}>
            <OutcomeCard title={ran.b === null ? 'Outcome' : 'Outcome A'} result={ran.a} isStale={isStale} />
            {ran.b === null ? null : <OutcomeCard title="Outcome B" result={ran.b} isStale={isStale} />}
          </div>
          <div className={styles.columns} data-two={ran.b !== null || undefined}>
            <Timeline
              title={ran.b === null ? 'Steps' : 'Steps A'}
              result={ran.a}
              other={ran.b}
              shownTable={table}
              onRepair={repair}
            />
            {ran.b === null ? null : (
              <Timeline title="Steps B" result={ran.b} other={ran.a} onRepair={repair} />
            )}
          </div>
        </>
      )}
      <TestCases input={input} result={isStale ? null : (ran?.a ?? null)} rules={rulesA} onLoad={load} />
    </div>
  )
}

/** The payment at the left, what becomes of it at the right. */
export function SimulatorPanes({ simulator }: { readonly simulator: Simulator }) {
  return (
    <div className={styles.panes}>
      <Inputs simulator={simulator} />
      <Results simulator={simulator} />
    </div>
  )
}
