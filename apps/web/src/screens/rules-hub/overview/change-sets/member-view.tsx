import { Button } from '@mantine/core'
import type { ChangeSetMember } from '@signalbox/model/calls/change-set'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../../kit/api.ts'
import { useMerchantName } from '../../../../kit/merchant-names.ts'
import { StatusBadge } from '../../../../ui/status-badge.tsx'
import {
  contentOfRevision,
  rulesetsKey,
  RulesetChangesView,
} from '../../../decision-tables/for-other-screens.ts'
import styles from './change-sets.module.css'

/** The rows a member changes, against what is active now. */
function MemberChanges({
  member: { rulesetId, table: slug, version },
}: {
  readonly member: ChangeSetMember
}) {
  const { data, isError } = useQuery({
    queryKey: [...rulesetsKey, 'change-set-member', rulesetId, version],
    queryFn: ({ signal }) =>
      api('GET /ruleset/{id}', { params: { id: rulesetId }, signal, suppressToast: true }),
  })
  const table = tableOfSlug(slug)
  if (isError) return <p className={styles.quiet}>The changes could not be loaded.</p>
  if (!data || !table) return null
  const { open, active } = data
  if (!open) return <p className={styles.quiet}>Active as version {active?.version ?? version}.</p>
  const to = contentOfRevision(open)
  return (
    <RulesetChangesView
      table={table}
      from={active ? contentOfRevision(active) : { ...to, rules: [] }}
      to={to}
    />
  )
}

interface MemberViewProps {
  readonly member: ChangeSetMember
  /** Absent where the set is not to be changed. */
  readonly onRemove: (() => void) | undefined
}

/** One ruleset of the set with everything it changes. */
export function MemberView({ member, onRemove }: MemberViewProps) {
  const { name, table: slug, merchantId, version, activeVersion, outdated, rulesetId } = member
  const nameOf = useMerchantName()
  const table = tableOfSlug(slug)
  return (
    <section className={styles.member} aria-label={name}>
      <div className={styles.memberHead}>
        <h3 className={styles.memberName}>
          {table ? (
            <Link to={table.route} search={{ merchant: String(merchantId), ruleset: rulesetId }}>
              {name}
            </Link>
          ) : (
            name
          )}
        </h3>
        <span className={styles.quiet}>
          {table?.title ?? slug} · {nameOf(merchantId)} ·{' '}
          {activeVersion === null ? `v${version}, new` : `v${activeVersion} → v${version}`}
        </span>
        {outdated ? <StatusBadge tone="negative">Outdated: another version became active</StatusBadge> : null}
        {onRemove ? (
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            onClick={onRemove}
            aria-label={`Remove ${name}`}
          >
            Remove
          </Button>
        ) : null}
      </div>
      <MemberChanges member={member} />
    </section>
  )
}
