import { Select } from '@mantine/core'
import type { RulesetSummary } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import type { ChosenRules } from './use-simulator.ts'
import styles from './simulator.module.css'

/** Rulesets of the merchant, for choosing versions and keeping test cases. */
export function useRulesets() {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['ruleset', 'simulator', merchantId],
    queryFn: ({ signal }) =>
      api('GET /ruleset', { query: { start: 0, limit: 200 }, signal, suppressToast: true }),
  })
}

export const rulesetLabel = ({ table, no, name }: Pick<RulesetSummary, 'table' | 'no' | 'name'>): string =>
  `${tableOfSlug(table)?.title ?? table} ${String(no).padStart(2, '0')}: ${name}`

function useVersions(rulesetId: string | undefined) {
  const { merchantId } = useSession()
  return useQuery({
    queryKey: ['ruleset', 'simulator-versions', merchantId, rulesetId],
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}/history', {
        params: { id: rulesetId ?? '' },
        query: { limit: 100 },
        signal,
        suppressToast: true,
      }),
    enabled: rulesetId !== undefined,
  })
}

const stateWords: Readonly<Record<string, string>> = {
  DRAFT: 'draft',
  PENDING_APPROVAL: 'waiting for approval',
  SCHEDULED: 'scheduled',
  REJECTED: 'rejected',
  ACTIVE: 'active',
}

interface RulesChoiceProps {
  readonly label: string
  readonly rules: ChosenRules
  readonly onChange: (rules: ChosenRules) => void
}

/** The rules in effect, or one ruleset of them in another version. */
export function RulesChoice({ label, rules, onChange }: RulesChoiceProps) {
  const rulesets = useRulesets().data?.items ?? []
  const [chosen] = rules
  const versions = useVersions(chosen?.rulesetId).data?.items ?? []
  if (rules.length > 1)
    return (
      <p className={styles.quiet}>
        {label}: {rules.length} rulesets in another version
      </p>
    )
  const choose = (rulesetId: string | null) => {
    const ruleset = rulesets.find(({ id }) => id === rulesetId)
    const version = ruleset?.open?.version ?? ruleset?.activeVersion
    onChange(ruleset && version ? [{ rulesetId: ruleset.id, version }] : [])
  }
  return (
    <div className={styles.rules}>
      <Select
        size="xs"
        label={label}
        searchable
        clearable
        limit={100}
        placeholder="Active rules"
        data={rulesets.map((ruleset) => ({
          value: ruleset.id,
          label: `${rulesetLabel(ruleset)}${ruleset.open ? ' (draft)' : ''}`,
        }))}
        value={chosen?.rulesetId ?? null}
        onChange={choose}
      />
      {chosen ? (
        <Select
          size="xs"
          label="Version"
          allowDeselect={false}
          data={versions.map(({ version, state }) => ({
            value: String(version),
            label: `${version}${stateWords[state] ? `, ${stateWords[state]}` : ''}`,
          }))}
          value={String(chosen.version)}
          onChange={(version) => onChange([{ rulesetId: chosen.rulesetId, version: Number(version) }])}
        />
      ) : null}
    </div>
  )
}
