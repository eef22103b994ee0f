import { rateServices } from '@signalbox/model/money/rate-services'
import { formatInstant } from '@signalbox/model/text/user-formats'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useFormats, useSession } from '../../../kit/session/session-store.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import styles from './forex-rates.module.css'

const serviceName = (service: string): string => {
  const names: Readonly<Record<string, string>> = rateServices
  return names[service] ?? service
}

/** Whose rates payments use, when rates were last imported, and whether that went well. */
export function ImporterLine() {
  const { merchantId } = useSession()
  const formats = useFormats()
  const { data } = useQuery({
    queryKey: ['forex-rate', 'importer', merchantId],
    queryFn: ({ signal }) => api('GET /forex-rate/importer', { signal, suppressToast: true }),
  })
  if (!data) return null
  const serviceText = (
    <span className={styles.importer}>Payments use rates of: {serviceName(data.service)}</span>
  )
  if (!data.lastRunAt) return serviceText
  const failed = data.outcome !== null && data.outcome !== 'OK' && data.outcome !== 'DONE'
  return (
    <>
      {serviceText}
      <Tooltip content={data.summary ?? 'No message'}>
        <span className={styles.importer}>
          <StatusBadge tone={failed ? 'negative' : 'positive'} icon={failed ? 'warning' : 'check'}>
            {failed ? 'Import failed' : 'Imported'} {formatInstant(data.lastRunAt, formats)}
          </StatusBadge>
        </span>
      </Tooltip>
    </>
  )
}
