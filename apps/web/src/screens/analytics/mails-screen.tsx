import { analyticsMail } from '@signalbox/model/entities/analytics-mail'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../kit/api.ts'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { resourceScreen } from '../../kit/resource-screen.tsx'
import { useFormats } from '../../kit/session/session-store.ts'

function Zone({ children }: { readonly children: string }) {
  return (
    <Text span size="xs" c="dimmed">
      {children}
    </Text>
  )
}

/** The hour goes by the clock of the merchant, which may be another one than that of the reader. */
function Hour({ value, row }: { readonly value: unknown; readonly row: Row }) {
  const merchantId = Number(row.merchantId)
  const { data } = useQuery({
    queryKey: ['metadata', merchantId],
    queryFn: ({ signal }) =>
      api('GET /metadata/{merchantId}', { params: { merchantId }, signal, suppressToast: true }),
    staleTime: Infinity,
  })
  if (typeof value !== 'number') return null
  return (
    <>
      {String(value).padStart(2, '0')}:00 <Zone>{data?.merchant?.timeZone ?? ''}</Zone>
    </>
  )
}

/** In the zone of the reader, as all moments are. */
function Next({ value }: { readonly value: unknown }) {
  const { timeZone } = useFormats()
  if (typeof value !== 'string') return null
  return (
    <>
      <InstantView iso={value} /> <Zone>{timeZone}</Zone>
    </>
  )
}

export default resourceScreen({
  entity: analyticsMail,
  purpose: 'A scheduled email brings the figures of a dashboard to colleagues every day, week or month.',
  columns: ['name', 'dashboard', 'rhythm', 'hour', 'recipients', 'enabled', 'nextAt', 'lastSentAt', 'sentTo'],
  cards: ['dashboard', 'rhythm', 'hour', 'recipients', 'nextAt'],
  cells: { hour: Hour, nextAt: Next },
  form: { startWith: () => ({ dashboard: 'overview', rhythm: 'WEEKLY', hour: 7, enabled: true }) },
})
