import { Alert } from '@mantine/core'
import type { DecisionTable } from '@signalbox/model/rules/decision-table'
import { useState } from 'react'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useFormats } from '../../kit/session/session-store.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './phone-rows.module.css'
import { sectionsOf, type LoadedTable } from './section-info.ts'
import { countedRows, stateBadges } from './table-words.ts'
import { namesFrom, useExplainer, type Catalogues } from './use-explainer.ts'

/** A phone shows so many rows of a ruleset, and more on demand. */
const pageRows = 50

/** On a phone the rules are read, not edited: each row as a sentence, from top to bottom. */
export function PhoneRows({
  table,
  loaded,
  catalogues,
}: {
  readonly table: DecisionTable
  readonly loaded: LoadedTable
  /** Undefined while it is on its way. */
  readonly catalogues: Catalogues | undefined
}) {
  const formats = useFormats()
  const merchantName = useMerchantName()
  const explain = useExplainer()
  const [shown, setShown] = useState(pageRows)
  // The sentence is most of a row: one that came later, or other words in it, would push everything below it down.
  if (!explain || !catalogues)
    return (
      <Skeleton>
        <SkeletonLines lines={14} />
      </Skeleton>
    )
  const sections = sectionsOf(loaded, false)
  const nameOf = namesFrom(catalogues)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
    <div className={styles.list} tabIndex={0} role="region" aria-label={`Rules of ${table.title}`}>
      <Alert color="indigo" variant="light" icon={<Icon name="device" />}>
        Rules are read-only on small screens. To edit them, open this page on a wider screen.
      </Alert>
      {sections.length === 0 ? <EmptyState icon="rules" title="There are no rulesets." /> : null}
      {sections.map(({ key, base, state, inherited, merchantId }) => {
        if (!base) return null
        const { tone, word, icon } = stateBadges[state]
        return (
          <section key={key} aria-label={base.name} className={styles.section}>
            <h2 className={styles.heading}>
              {base.name}
              {inherited ? (
                <span className={styles.quiet}>of {merchantName(merchantId)}</span>
              ) : (
                <StatusBadge tone={tone} icon={icon}>
                  {word}
                </StatusBadge>
              )}
            </h2>
            <ol className={styles.rows}>
              {base.rules.slice(0, shown).map((rule, index) => (
                <li key={rule.id} className={styles.row} data-off={!rule.enabled || undefined}>
                  <span className={styles.number}>{index + 1}</span>
                  <div className={styles.text}>
                    <span className={styles.name}>
                      {rule.name || `Row ${index + 1}`}
                      {rule.enabled ? '' : ' (off)'}
                    </span>
                    <span className={styles.quiet}>{explain(table, rule, { formats, nameOf })}</span>
                  </div>
                </li>
              ))}
            </ol>
            {base.rules.length > shown ? (
              <button type="button" className={styles.more} onClick={() => setShown(shown + pageRows)}>
                Show more of {countedRows(base.rules.length)}
              </button>
            ) : null}
          </section>
        )
      })}
    </div>
  )
}
