import { Alert, Button } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useRef } from 'react'
import { CellSources } from '../../../kit/decision-grid/pickers/cell-sources.ts'
import { Icon } from '../../../ui/icon.tsx'
import { useCatalogue } from '../../decision-tables/for-other-screens.ts'
import styles from './builder.module.css'
import { newRule, tableOf, withCopy, withMove, withoutRule, withRule } from './builder-draft.ts'
import { RuleCard } from './rule-card.tsx'
import { TrafficShares, useTrafficShares } from './traffic-shares.ts'
import type { Builder } from './use-builder.ts'

const nothing = {}
const newId = () => crypto.randomUUID()

/** The rules in the order in which they are asked. */
export function RulesStep({ builder }: { readonly builder: Builder }) {
  const table = tableOf(builder.draft)
  if (!table) return null
  return <RulesOfTable builder={builder} table={table} />
}

function RulesOfTable({ builder, table }: { readonly builder: Builder; readonly table: DecisionTable }) {
  const { draft, change, language, tried, problems } = builder
  const catalogue = useCatalogue()
  const dragged = useRef<string | null>(null)
  const target = useRef<number | null>(null)
  const shares = useTrafficShares(table, language, draft.rules)
  const drop = () => {
    if (dragged.current !== null && target.current !== null)
      change(withMove(draft, dragged.current, target.current))
    dragged.current = null
    target.current = null
  }
  return (
    <CellSources value={catalogue.data?.items ?? nothing}>
      {tried && problems.rules ? (
        <Alert color="red" variant="light" role="alert" icon={<Icon name="warning" />}>
          {problems.rules}
        </Alert>
      ) : null}
      <TrafficShares value={shares}>
        <ol className={styles.rules} aria-label="Rules">
          {draft.rules.map((rule, place) => (
            <RuleCard
              key={rule.id}
              table={table}
              language={language}
              tried={tried}
              newId={newId}
              rule={rule}
              no={place + 1}
              count={draft.rules.length}
              onChange={(next) => change(withRule(draft, rule.id, () => next))}
              onCopy={() => change(withCopy(draft, rule.id, newId))}
              onRemove={() => change(withoutRule(draft, rule.id))}
              onMove={(to) => change(withMove(draft, rule.id, to))}
              drag={{
                start: () => {
                  dragged.current = rule.id
                },
                over: () => {
                  target.current = place
                },
                drop,
              }}
            />
          ))}
        </ol>
      </TrafficShares>
      <div>
        <Button
          variant="default"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => change({ ...draft, rules: [...draft.rules, newRule(newId)] })}
        >
          Add rule
        </Button>
      </div>
    </CellSources>
  )
}
