import { Button, Select, Switch } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration, FactGroup } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { useEffect, useMemo, useState } from 'react'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { usedColumns } from '../shown-columns.ts'
import type { RulesDesk } from '../desk/rules-desk.ts'
import type { TableWorkspace } from '../table-workspace.ts'
import { FactInput } from './fact-input.tsx'
import { factsOfTable, sampleFor, samplePayments, type GivenFacts } from './sample-payments.ts'
import { TrialOutcome, TrialRows } from './trial-result.tsx'
import styles from './try-it.module.css'
import { useTrial } from './use-trial.ts'

export interface TryPanelProps {
  readonly table: DecisionTable
  readonly workspace: TableWorkspace
  readonly desk: RulesDesk
  /** Beside the table where there is room, so that one can edit and watch; else over it. */
  readonly docked: boolean
  readonly onHits: (ruleIds: ReadonlySet<string>) => void
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
  readonly onClose: () => void
}

const groupNames: Partial<Record<FactGroup, string>> = {
  TX: 'Payment',
  USR: 'User',
  CARD: 'Card',
  BANK: 'Bank account',
  IP: 'Network',
  HIST: 'History',
  KYC: 'KYC',
  PSP: 'PSP',
  FRD: 'Fraud screening',
  RES: 'Result',
  VAT: 'VAT',
}

const now: FactDeclaration = {
  key: 'now',
  label: 'Time (UTC)',
  type: 'STRING',
  group: 'TX',
  from: 'D0',
  operators: [],
  phrase: 'the time',
}

const declarationOf = (key: string): FactDeclaration[] => {
  if (key === 'now') return [now]
  const fact = factOf(key)
  return fact ? [fact] : []
}

/** The facts some row asks about, and the rest of what it could. */
function useFactLists(table: DecisionTable, workspace: TableWorkspace) {
  return useMemo(() => {
    const contents = workspace.grid.document().sections.map(({ content }) => content)
    const used = usedColumns(contents)
    const asked = new Set(
      [
        ...table.conditions.filter((key) => used.has(`c:${key}`)),
        ...contents.flatMap(({ preconditions }) => Object.keys(preconditions)),
      ].map((key) => factOf(key)?.reads ?? key),
    )
    const all = factsOfTable(table).flatMap(declarationOf)
    return {
      asked: all.filter(({ key }) => asked.has(key)),
      others: all.filter(({ key }) => !asked.has(key) && key !== 'merchantId'),
    }
  }, [table, workspace])
}

/** A payment that never happened, against the rows as they stand on the screen. */
export function TryPanel({ table, workspace, desk, docked, onHits, onGoTo, onClose }: TryPanelProps) {
  const [facts, setFacts] = useState<GivenFacts>(() =>
    samplePayments[0] ? sampleFor(table, samplePayments[0]) : {},
  )
  const [sample, setSample] = useState(samplePayments[0]?.name ?? null)
  const [thresholds, setThresholds] = useState<'within' | 'exceeded'>('exceeded')
  const [draw, setDraw] = useState(1)
  const [showAll, setShowAll] = useState(false)
  const { asked, others } = useFactLists(table, workspace)
  const question = useMemo(() => ({ facts, thresholds, draw }), [facts, thresholds, draw])
  const { reply, failed } = useTrial(table, workspace, desk, question)
  const problems = reply && !reply.ok ? reply.problems : {}
  const trial = reply?.ok ? reply.trial : null

  useEffect(() => {
    onHits(new Set(trial?.hits.map(({ ruleId }) => ruleId)))
    return () => onHits(new Set())
  }, [trial, onHits])

  const input = (fact: FactDeclaration) => (
    <FactInput
      key={fact.key}
      fact={fact}
      value={facts[fact.key]}
      problem={problems[fact.key]}
      onChange={(value) => {
        setFacts((last) => ({ ...last, [fact.key]: value }))
        setSample(null)
      }}
    />
  )
  const groups = [...new Set(others.map(({ group }) => group))]
  const nameOf = (key: string): string => workspace.contentAt(key)?.name ?? 'a ruleset'
  const title = `Try it: ${table.title}`
  const toolbar = (
    <div className={styles.toolbar}>
      <Select
        size="xs"
        aria-label="Sample payment"
        placeholder="Custom values"
        data={samplePayments.map(({ name }) => name)}
        value={sample}
        onChange={(name) => {
          const chosen = samplePayments.find((payment) => payment.name === name)
          setSample(name)
          if (chosen) setFacts(sampleFor(table, chosen))
        }}
        data-autofocus
      />
      <Button
        size="compact-sm"
        variant="default"
        onClick={() => {
          setFacts({})
          setSample(null)
        }}
      >
        Clear
      </Button>
      {trial?.draw ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={() => setDraw(draw + 1)}
        >
          Pick again
        </Button>
      ) : null}
      {table.hitPolicy === 'FIRST_EXCEEDED' ? (
        <Switch
          size="xs"
          label="Thresholds are exceeded"
          checked={thresholds === 'exceeded'}
          onChange={(event) => setThresholds(event.currentTarget.checked ? 'exceeded' : 'within')}
        />
      ) : null}
    </div>
  )
  const form = (
    <form className={styles.facts} aria-label="The payment" onSubmit={(event) => event.preventDefault()}>
      <h3 className={styles.heading}>
        Inputs
        <span className={styles.quiet}>blank means unknown</span>
      </h3>
      <div className={styles.grid}>{asked.map(input)}</div>
      <Button
        size="compact-sm"
        variant="subtle"
        onClick={() => setShowAll(!showAll)}
        leftSection={<Icon name={showAll ? 'chevron-up' : 'chevron-down'} size={14} />}
      >
        {showAll ? 'Show only the inputs that rows use' : `Show ${others.length} more inputs`}
      </Button>
      {showAll
        ? groups.map((group) => (
            <section key={group} aria-label={groupNames[group] ?? group}>
              <h3 className={styles.heading}>{groupNames[group] ?? 'Other'}</h3>
              <div className={styles.grid}>{others.filter((fact) => fact.group === group).map(input)}</div>
            </section>
          ))
        : null}
    </form>
  )
  const result = failed ? (
    <ErrorPanel compact title="The rows could not be tested." detail="A cell may contain an invalid value." />
  ) : trial ? (
    <TrialOutcome table={table} trial={trial} nameOf={nameOf} onGoTo={onGoTo} />
  ) : null
  const why = trial && !failed ? <TrialRows trial={trial} nameOf={nameOf} onGoTo={onGoTo} /> : null
  if (!docked) {
    return (
      <Drawer opened onClose={onClose} title={title} widthPx={860} toolbar={toolbar}>
        <div className={styles.columns}>
          {form}
          <div className={styles.result}>
            {result}
            {why}
          </div>
        </div>
      </Drawer>
    )
  }
  return (
    <aside className={styles.docked} aria-label={title}>
      <header className={styles.dockedHead}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton icon="close" label="Close" sizePx={28} onClick={onClose} />
      </header>
      <div className={styles.dockedBar}>{toolbar}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.dockedBody} tabIndex={0} role="region" aria-label="Payment and outcome">
        {result}
        {form}
        {why}
      </div>
    </aside>
  )
}
