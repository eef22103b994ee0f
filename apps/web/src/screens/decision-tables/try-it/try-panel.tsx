import { Button, Select } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useEffect } from 'react'
import { Drawer } from '../../../ui/drawer.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { EditSession } from '../edit-session.ts'
import type { Thresholds } from '../rules-worker/worker-messages.ts'
import type { RulesWorkerClient } from '../rules-worker/rules-worker-client.ts'
import { FactsForm } from './facts-form.tsx'
import { samplePayments, type SampleFacts } from './sample-payments.ts'
import { TrialOutcome, TrialRows } from './trial-result.tsx'
import styles from './try-it.module.css'
import { useTrialForm, type TrialForm } from './use-trial-form.ts'

export interface TryPanelProps {
  readonly table: DecisionTable
  readonly session: EditSession
  readonly rulesWorker: RulesWorkerClient
  /** A payment to begin with, such as one that shows a finding; null for a sample. */
  readonly given: SampleFacts | null
  /** Beside the table where there is room, so that one can edit and watch; else over it. */
  readonly docked: boolean
  readonly onHits: (ruleIds: ReadonlySet<string>) => void
  readonly onGoTo: (key: string, ruleId: string, columnId?: string) => void
  readonly onClose: () => void
}

const thresholdChoices: { value: Thresholds; label: string }[] = [
  { value: 'counted', label: 'Payments counted so far' },
  { value: 'exceeded', label: 'All thresholds exceeded' },
  { value: 'within', label: 'No threshold exceeded' },
]

interface TrialProps {
  readonly trial: TrialForm
}

/** Where the sample comes from, and what it takes for granted. */
function Toolbar({ table, trial }: TrialProps & Pick<TryPanelProps, 'table'>) {
  const { sample, choose, clear, outcome, pickAgain, thresholds, setThresholds } = trial
  return (
    <div className={styles.toolbar}>
      <Select
        size="xs"
        aria-label="Sample payment"
        placeholder="Custom values"
        data={samplePayments.map(({ name }) => name)}
        value={sample}
        onChange={choose}
        data-autofocus
      />
      <Button size="compact-sm" variant="default" onClick={clear}>
        Clear
      </Button>
      {outcome?.draw ? (
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="refresh" size={14} />}
          onClick={pickAgain}
        >
          Pick again
        </Button>
      ) : null}
      {table.hitPolicy === 'FIRST_EXCEEDED' ? (
        <Select
          size="xs"
          aria-label="Thresholds"
          data={thresholdChoices}
          value={thresholds}
          allowDeselect={false}
          onChange={(value) => setThresholds(value as Thresholds)}
        />
      ) : null}
    </div>
  )
}

/** A payment that never happened, against the rows as they stand on the screen. */
export function TryPanel(props: TryPanelProps) {
  const { table, session, rulesWorker, given, docked, onHits, onGoTo, onClose } = props
  const trial = useTrialForm(table, session, rulesWorker, given)
  const { outcome, failed } = trial

  useEffect(() => {
    onHits(new Set(outcome?.hits.map(({ ruleId }) => ruleId)))
    return () => onHits(new Set())
  }, [outcome, onHits])

  const nameOf = (key: string): string => session.contentAt(key)?.name ?? 'a ruleset'
  const title = `Try it: ${table.title}`
  const toolbar = <Toolbar table={table} trial={trial} />
  const form = <FactsForm table={table} session={session} trial={trial} />
  const result = failed ? (
    <ErrorPanel compact title="The rows could not be tested." detail="A cell may contain an invalid value." />
  ) : outcome ? (
    <TrialOutcome table={table} trial={outcome} nameOf={nameOf} onGoTo={onGoTo} />
  ) : null
  const why = outcome && !failed ? <TrialRows trial={outcome} nameOf={nameOf} onGoTo={onGoTo} /> : null
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
