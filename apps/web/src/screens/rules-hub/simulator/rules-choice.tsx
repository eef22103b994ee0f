import { Select } from '@mantine/core'
import type { SimulatedVersion } from '@signalbox/model/calls/simulator'
import type { RulesetSummary } from '@signalbox/model/rules/ruleset'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { rulesInEffect, useTrialSets, useVersionsIn, type ChosenRules } from './chosen-rules.ts'
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

const setPrefix = 'set:'

/** What the first field shows as chosen. */
function valueOf(rules: ChosenRules): string | null {
  if ('changeSet' in rules) return `${setPrefix}${rules.changeSet}`
  return rules.versions[0]?.rulesetId ?? null
}

/** The rules in effect, one ruleset of them in another version, or a change set with all its drafts. */
export function RulesChoice({ label, rules, onChange }: RulesChoiceProps) {
  const rulesets = useRulesets().data?.items ?? []
  const sets = useTrialSets(rules)
  const instead = useVersionsIn(rules)
  if ('versions' in rules && instead.length > 1)
    return (
      <p className={styles.quiet}>
        {label}: {instead.length} rulesets in another version
      </p>
    )
  const choose = (value: string | null) => {
    if (value?.startsWith(setPrefix)) return onChange({ changeSet: value.slice(setPrefix.length) })
    const ruleset = rulesets.find(({ id }) => id === value)
    const version = ruleset?.open?.version ?? ruleset?.activeVersion
    onChange(ruleset && version ? { versions: [{ rulesetId: ruleset.id, version }] } : rulesInEffect)
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
        data={[
          {
            group: 'Change sets',
            items: sets.map(({ id, title }) => ({ value: `${setPrefix}${id}`, label: title })),
          },
          {
            group: 'Rulesets',
            items: rulesets.map((ruleset) => ({
              value: ruleset.id,
              label: `${rulesetLabel(ruleset)}${ruleset.open ? ' (draft)' : ''}`,
            })),
          },
        ]}
        value={valueOf(rules)}
        onChange={choose}
      />
      {'changeSet' in rules ? (
        <p className={styles.quiet}>
          {instead.length} {instead.length === 1 ? 'draft' : 'drafts'} instead of the active versions
        </p>
      ) : (
        <VersionChoice chosen={instead[0]} onChange={onChange} />
      )}
    </div>
  )
}

function VersionChoice({
  chosen,
  onChange,
}: Pick<RulesChoiceProps, 'onChange'> & { readonly chosen: SimulatedVersion | undefined }) {
  const versions = useVersions(chosen?.rulesetId).data?.items ?? []
  if (!chosen) return null
  const { rulesetId, version: shown } = chosen
  return (
    <Select
      size="xs"
      label="Version"
      allowDeselect={false}
      data={versions.map(({ version, state }) => ({
        value: String(version),
        label: `${version}${stateWords[state] ? `, ${stateWords[state]}` : ''}`,
      }))}
      value={String(shown)}
      onChange={(version) => onChange({ versions: [{ rulesetId, version: Number(version) }] })}
    />
  )
}
