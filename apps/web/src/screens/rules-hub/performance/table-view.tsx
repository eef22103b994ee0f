import { tableOfSlug } from '@signalbox/model/rules/tables/index'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../../../kit/api.ts'
import { useFormats, useSession } from '../../../kit/session/session-store.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../../ui/skeleton.tsx'
import { CountedUntil } from './counted-until.tsx'
import { approvalText, percent } from '../../../kit/rule-figures.ts'
import { effectText, moneyText } from './figure-text.ts'
import { HitsChart } from './hits-chart.tsx'
import { usePerformanceAddress } from './performance-address.ts'
import styles from './performance.module.css'
import { RowsList, RulesetsList } from './rows-list.tsx'

const mostRows = 500

function usePerformance(table: string) {
  const { merchantId } = useSession()
  const { query } = usePerformanceAddress()
  return useQuery({
    queryKey: ['rules-hub', 'table', merchantId, table, query],
    queryFn: ({ signal }) =>
      api('GET /ruleset/performance/{type}', {
        params: { type: table },
        query: { ...query, limit: mostRows },
        signal,
        suppressToast: true,
      }),
    refetchInterval: 60_000,
    placeholderData: (last) => last,
  })
}

type Answer = NonNullable<ReturnType<typeof usePerformance>['data']>

/** The figures of what is chosen: the table, a ruleset of it, or a row. */
function chosenIn({ figures, rulesets, rows }: Answer, ruleset: string | undefined, row: string | undefined) {
  const chosen = rulesets.find(({ rulesetId }) => rulesetId === ruleset)
  const line = rows.find((each) => each.rulesetId === ruleset && each.ruleId === row)
  if (line) return { figures: line.figures, name: `${line.no}. ${line.name || `Row ${line.no}`}` }
  if (chosen) return { figures: chosen.figures, name: chosen.name }
  return { figures, name: null }
}

function Tiles({ answer, figures }: { readonly answer: Answer; readonly figures: Answer['figures'] }) {
  const formats = useFormats()
  const count = (value: number) => formatNumber(value, formats)
  const money = (side: 'successful' | 'declined') =>
    moneyText(
      figures.value.map((value) => value[side]),
      formats,
    )
  const tiles = [
    ['Hits', count(figures.hits), `of ${count(figures.evaluations)} evaluations`],
    ['Share', percent(figures.share), `reached by ${count(figures.reach)}`],
    [
      'Approval rate',
      approvalText(figures),
      figures.approval ? `of ${count(figures.successful + figures.failed)}` : 'needs 30 decided payments',
    ],
    ['Approved', money('successful'), `declined ${money('declined')}`],
    ['Net effect', effectText(figures, formats), ''],
    [
      'Latency',
      answer.latency ? `${count(answer.latency.p50)} µs` : '–',
      answer.latency
        ? `p95 ${count(answer.latency.p95)} µs, p99 ${count(answer.latency.p99)} µs`
        : 'not recorded',
    ],
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(([label, value, about]) => (
        <div key={label} className={styles.tile}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          <dd className={styles.about}>{about}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One table: its figures, its chart, its rulesets and its rows. */
export function TableView({ slug }: { readonly slug: string }) {
  const { search, go } = usePerformanceAddress()
  const { data, isPending, isError, refetch } = usePerformance(slug)
  const table = tableOfSlug(slug)
  if (!table) return <EmptyState icon="rules" title="There is no such table" />
  if (isPending)
    return (
      <Skeleton>
        <SkeletonLines lines={12} />
      </Skeleton>
    )
  if (isError) return <ErrorPanel title="The figures could not be loaded." onRetry={() => void refetch()} />
  const { figures, name } = chosenIn(data, search.ruleset, search.row)
  return (
    <>
      <nav aria-label="Path" className={styles.path}>
        <button
          type="button"
          className={styles.open}
          onClick={() => go({ table: undefined, ruleset: undefined, row: undefined })}
        >
          All tables
        </button>
        <Icon name="chevron-right" size={14} />
        {name === null ? (
          <strong>{table.title}</strong>
        ) : (
          <>
            <button
              type="button"
              className={styles.open}
              onClick={() => go({ ruleset: undefined, row: undefined })}
            >
              {table.title}
            </button>
            <Icon name="chevron-right" size={14} />
            <strong>{name}</strong>
          </>
        )}
        <span className={styles.about}>
          <CountedUntil iso={data.countedUntil} />
        </span>
        <Link to={table.route} search={search.ruleset ? { ruleset: search.ruleset } : {}}>
          Open the table
        </Link>
      </nav>
      <Tiles answer={data} figures={figures} />
      <HitsChart table={slug} title={name ?? table.title} />
      <RulesetsList rulesets={data.rulesets} />
      <RowsList rows={data.rows} rowCount={data.rowCount} />
    </>
  )
}
