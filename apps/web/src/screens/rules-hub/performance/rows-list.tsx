import { counted } from '@signalbox/model/text/counted'
import type { RowFigures, RuleFigures, RulesetFigures } from '@signalbox/model/calls/rules-hub'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { Fragment, useState } from 'react'
import { InstantView } from '../../../kit/field/instant-view.tsx'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useFormats } from '../../../kit/session/session-store.ts'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { SmallTable } from '../../../ui/small-table.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { approvalText, none, percent } from '../../../kit/rule-figures.ts'
import { deadWords, effectText } from './figure-text.ts'
import { usePerformanceAddress } from './performance-address.ts'
import { MoneyLines } from './money-lines.tsx'
import styles from './performance.module.css'

const figureColumns = [
  'Hits',
  'Share',
  'Reach',
  'Approval rate',
  'Approved',
  'Declined',
  'Net effect',
  'First hit',
  'Last hit',
  'Overridden',
]

function FigureCells({ figures }: { readonly figures: RuleFigures }) {
  const formats = useFormats()
  const count = (value: number) => formatNumber(value, formats)
  const { hits, share, reach, value, firstHitAt, lastHitAt, overridden } = figures
  return (
    <>
      <td data-figure>{count(hits)}</td>
      <td data-figure>{percent(share)}</td>
      <td data-figure>{count(reach)}</td>
      <td data-figure>{approvalText(figures)}</td>
      <td data-figure>
        <MoneyLines money={value.map(({ successful }) => successful)} />
      </td>
      <td data-figure>
        <MoneyLines money={value.map(({ declined }) => declined)} />
      </td>
      <td data-figure>{effectText(figures, formats)}</td>
      <td data-figure>{firstHitAt ? <InstantView iso={firstHitAt} /> : none}</td>
      <td data-figure>{lastHitAt ? <InstantView iso={lastHitAt} /> : none}</td>
      <td data-figure>{overridden === 0 ? none : count(overridden)}</td>
    </>
  )
}

interface VersionsProps {
  readonly versions: RowFigures['versions']
  readonly columns: number
}

/** The same figures version by version, newest first. */
function Versions({ versions, columns }: VersionsProps) {
  return versions.toReversed().map(({ version, figures }) => (
    <tr key={version} className={styles.version}>
      <th scope="row" colSpan={columns}>
        v{version}
      </th>
      <FigureCells figures={figures} />
    </tr>
  ))
}

function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set())
  const toggle = (key: string) =>
    setOpened((last) => {
      const next = new Set(last)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return { opened, toggle }
}

interface VersionToggleProps {
  readonly name: string
  readonly isOpen: boolean
  readonly onToggle: () => void
}

const VersionToggle = ({ name, isOpen, onToggle }: VersionToggleProps) => (
  <IconButton
    icon={isOpen ? 'chevron-down' : 'chevron-right'}
    label={`${isOpen ? 'Hide' : 'Show'} the versions of ${name}`}
    expanded={isOpen}
    sizePx={22}
    onClick={onToggle}
  />
)

export function RulesetsList({ rulesets }: { readonly rulesets: readonly RulesetFigures[] }) {
  const nameOf = useMerchantName()
  const { search, go } = usePerformanceAddress()
  const { opened, toggle } = useOpened()
  return (
    <Card title="Rulesets" flush>
      <SmallTable
        label="Rulesets"
        columns={['Ruleset', 'Merchant', ...figureColumns]}
        figures={figureColumns}
      >
        {rulesets.map(({ rulesetId, name, merchantId, figures, versions }) => (
          <Fragment key={rulesetId}>
            <tr aria-selected={search.ruleset === rulesetId} className={styles.line}>
              <th scope="row">
                <VersionToggle
                  name={name}
                  isOpen={opened.has(rulesetId)}
                  onToggle={() => toggle(rulesetId)}
                />
                <button
                  type="button"
                  className={styles.open}
                  onClick={() => go({ ruleset: rulesetId, row: undefined })}
                >
                  {name}
                </button>
              </th>
              <td>{nameOf(merchantId)}</td>
              <FigureCells figures={figures} />
            </tr>
            {opened.has(rulesetId) ? <Versions versions={versions} columns={2} /> : null}
          </Fragment>
        ))}
      </SmallTable>
    </Card>
  )
}

function Health({ row: { dead, drift, removed, enabled } }: { readonly row: RowFigures }) {
  if (removed) return <StatusBadge tone="off">Removed</StatusBadge>
  if (!enabled) return <StatusBadge tone="off">Off</StatusBadge>
  const [word, why] = dead ? deadWords[dead] : []
  if (word && why)
    return (
      <Tooltip content={why}>
        <StatusBadge tone={dead === 'UNREACHABLE' ? 'negative' : 'attention'}>{word}</StatusBadge>
      </Tooltip>
    )
  if (drift)
    return (
      <Tooltip
        content={`${counted(drift.hits, 'hit')} in 24 hours, ${drift.expected.toFixed(1)} expected from the same weekday of four weeks`}
      >
        <StatusBadge tone="attention">
          Drift {drift.sigma > 0 ? '+' : '−'}
          {Math.abs(drift.sigma).toFixed(1)} σ
        </StatusBadge>
      </Tooltip>
    )
  return none
}

export function RowsList({
  rows,
  rowCount,
}: {
  readonly rows: readonly RowFigures[]
  readonly rowCount: number
}) {
  const { search, go } = usePerformanceAddress()
  const { opened, toggle } = useOpened()
  const shown = search.ruleset ? rows.filter(({ rulesetId }) => rulesetId === search.ruleset) : rows
  if (shown.length === 0) return <EmptyState icon="rules" title="No rows yet" />
  return (
    <Card
      title="Rows"
      description={
        rowCount > rows.length ? `The ${rows.length} of ${rowCount} rows with the most hits` : undefined
      }
      flush
    >
      <SmallTable
        label="Rows"
        columns={['Row', 'Ruleset', 'Health', ...figureColumns]}
        figures={figureColumns}
      >
        {shown.map((row) => {
          const key = `${row.rulesetId} ${row.ruleId}`
          const name = row.name || `Row ${row.no}`
          return (
            <Fragment key={key}>
              <tr
                aria-selected={search.row === row.ruleId && search.ruleset === row.rulesetId}
                className={styles.line}
              >
                <th scope="row">
                  <VersionToggle name={name} isOpen={opened.has(key)} onToggle={() => toggle(key)} />
                  <button
                    type="button"
                    className={styles.open}
                    onClick={() => go({ ruleset: row.rulesetId, row: row.ruleId })}
                  >
                    {row.no}. {name}
                  </button>
                </th>
                <td>{row.rulesetName}</td>
                <td>
                  <Health row={row} />
                </td>
                <FigureCells figures={row.figures} />
              </tr>
              {opened.has(key) ? <Versions versions={row.versions} columns={3} /> : null}
            </Fragment>
          )
        })}
      </SmallTable>
    </Card>
  )
}
