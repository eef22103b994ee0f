import type {
  HealthWidgetData,
  PspHealth,
  PspLight,
  VolumeWidgetData,
} from '@signalbox/model/calls/home-payments'
import { declineFigure, volumeFigure, type HomeFigure } from '@signalbox/model/home/figures'
import { statusCodesNamed } from '@signalbox/model/reference/status-codes'
import { formatNumber } from '@signalbox/model/text/user-formats'
import { Sparkline } from '../../kit/charts/sparkline.tsx'
import { usePspName } from '../../kit/psp-names.ts'
import { useFormats } from '../../kit/session/session-store.ts'
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx'
import { DayCourse } from './day-course.tsx'
import { useFold } from './fold.tsx'
import { HomeLink } from './home-link.tsx'
import styles from './home.module.css'

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

/** How much more or less than before; nothing to compare with says nothing. */
function Change({ now, before }: { readonly now: number; readonly before: number }) {
  if (before === 0) return <span className={styles.quiet}>–</span>
  const change = Math.round((now / before - 1) * 100)
  return <>{change > 0 ? `+${change}` : change < 0 ? `−${-change}` : '0'} %</>
}

function VolumeTitle({ of: { to, search, label, value } }: { readonly of: HomeFigure }) {
  const formats = useFormats()
  return (
    <th scope="row">
      <HomeLink to={to} search={search}>
        {label}
      </HomeLink>
      <span className={styles.quiet}> · {formatNumber(value, formats)}</span>
    </th>
  )
}

export function Volume({ data: { lines, deposits, hours } }: { readonly data: VolumeWidgetData }) {
  const formats = useFormats()
  const { shown, button } = useFold(lines)
  if (lines.length === 0) return <p className={styles.quiet}>No payments yet, today or yesterday.</p>
  return (
    <>
      <table className={styles.table} data-figures>
        <thead>
          <tr>
            <th scope="col">Successful</th>
            <th scope="col">Today</th>
            <th scope="col" className={styles.minor}>
              Same time yesterday
            </th>
            <th scope="col">Change</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((line) => (
            <tr key={`${line.currency}-${line.method}`}>
              <VolumeTitle of={volumeFigure(line)} />
              <td>
                {formatNumber(line.today.amount, formats)} {line.currency}
              </td>
              <td className={styles.minor}>
                {formatNumber(line.yesterday.amount, formats)} {line.currency}
              </td>
              <td>
                <Change now={Number(line.today.amount)} before={Number(line.yesterday.amount)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {button}
      <p className={styles.quiet}>
        {percent(deposits.today.successful, deposits.today.ended)} of today’s deposits succeeded, yesterday{' '}
        {percent(deposits.yesterday.successful, deposits.yesterday.ended)}
      </p>
      {hours.length === 0 ? null : <DayCourse hours={hours} />}
    </>
  )
}

const lights: Readonly<Record<PspLight, { readonly tone: Tone; readonly word: string }>> = {
  well: { tone: 'positive', word: 'Healthy' },
  weak: { tone: 'attention', word: 'Degraded' },
  down: { tone: 'negative', word: 'Down' },
  few: { tone: 'neutral', word: 'Too few payments' },
  quiet: { tone: 'neutral', word: 'No traffic' },
  maintenance: { tone: 'input', word: 'In maintenance' },
}

function PspLine({ psp }: { readonly psp: PspHealth }) {
  const { tone, word } = lights[psp.light]
  const pspName = usePspName()
  return (
    <tr>
      <th scope="row">
        <HomeLink to="/transactions" search={{ created: 'today', psp: psp.psp }}>
          {pspName(psp.psp)}
        </HomeLink>
      </th>
      <td>{psp.attempts}</td>
      <td>{percent(psp.approved, psp.attempts)}</td>
      <td className={styles.minor}>
        <span className={styles.course}>
          <Sparkline values={psp.course} widthPx={72} heightPx={20} />
        </span>
      </td>
      <td className={styles.minor}>{psp.usualRate === null ? '–' : percent(psp.usualRate, 1)}</td>
      <td className={styles.minor}>{psp.p90Ms === null ? '–' : `${psp.p90Ms} ms`}</td>
      <td>
        <StatusBadge tone={tone}>{word}</StatusBadge>
      </td>
    </tr>
  )
}

/** What a status code means, without the full stop of a sentence. */
const wordsOf = (code: string): string => statusCodesNamed(code)[0]?.text.replace(/\.$/, '') ?? code

export function Health({ data: { psps, declines } }: { readonly data: HealthWidgetData }) {
  const formats = useFormats()
  const { shown, button } = useFold(psps)
  return (
    <>
      {psps.length === 0 ? (
        <p className={styles.quiet}>No payments were sent to a PSP.</p>
      ) : (
        <table className={styles.table} data-figures>
          <thead>
            <tr>
              <th scope="col">PSP</th>
              <th scope="col">Attempts</th>
              <th scope="col">Approved</th>
              <th scope="col" className={styles.minor}>
                12 hours
              </th>
              <th scope="col" className={styles.minor}>
                Usually
              </th>
              <th scope="col" className={styles.minor}>
                p90
              </th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((psp) => (
              <PspLine key={psp.psp} psp={psp} />
            ))}
          </tbody>
        </table>
      )}
      {button}
      {declines.length === 0 ? null : (
        <>
          <h3 className={styles.subheading}>Failed in the last hour</h3>
          <ul className={styles.list}>
            {declines.map(declineFigure).map(({ to, search, label, value }) => (
              <li key={label} className={styles.row}>
                <span className={styles.grow}>
                  <HomeLink to={to} search={search}>
                    {wordsOf(label)}
                  </HomeLink>
                </span>
                <span>{formatNumber(value, formats)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  )
}
