import { Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import type { FactDeclaration, FactGroup } from '@signalbox/model/rules/fact'
import { factOf } from '@signalbox/model/rules/facts'
import { useMemo, useState } from 'react'
import { Icon } from '../../../ui/icon.tsx'
import type { EditSession } from '../edit-session.ts'
import { usedColumns } from '../shown-columns.ts'
import { FactInput } from './fact-input.tsx'
import { factsOfTable } from './sample-payments.ts'
import styles from './try-it.module.css'
import type { TrialForm } from './use-trial-form.ts'

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
function useFactLists(table: DecisionTable, session: EditSession) {
  return useMemo(() => {
    const contents = session.grid.document().sections.map(({ content }) => content)
    const used = usedColumns(contents)
    const usedFacts = new Set(
      [
        ...table.conditions.filter((key) => used.has(`c:${key}`)),
        ...contents.flatMap(({ preconditions }) => Object.keys(preconditions)),
      ].map((key) => factOf(key)?.reads ?? key),
    )
    const all = factsOfTable(table).flatMap(declarationOf)
    return {
      usedFacts: all.filter(({ key }) => usedFacts.has(key)),
      others: all.filter(({ key }) => !usedFacts.has(key) && key !== 'merchantId'),
    }
  }, [table, session])
}

interface FactsFormProps {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly trial: TrialForm
}

/** What is known about the payment: the facts rows ask about, and the others on request. */
export function FactsForm({ table, session, trial }: FactsFormProps) {
  const { facts, setFact, problems } = trial
  const [showAll, setShowAll] = useState(false)
  const { usedFacts, others } = useFactLists(table, session)
  const groups = [...new Set(others.map(({ group }) => group))]
  const input = (fact: FactDeclaration) => (
    <FactInput
      key={fact.key}
      fact={fact}
      value={facts[fact.key]}
      problem={problems[fact.key]}
      onChange={(value) => setFact(fact.key, value)}
    />
  )
  return (
    <form className={styles.facts} aria-label="The payment" onSubmit={(event) => event.preventDefault()}>
      <h3 className={styles.heading}>
        Inputs
        <span className={styles.quiet}>blank means unknown</span>
      </h3>
      <div className={styles.grid}>{usedFacts.map(input)}</div>
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
}
