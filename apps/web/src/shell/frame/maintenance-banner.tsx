import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { api } from '../../kit/api.ts'
import { live } from '../../kit/live.ts'
import { useMay, useSession } from '../../kit/session/session-store.ts'
import { Icon } from '../../ui/icon.tsx'
import styles from './environment-banner.module.css'

/** Windows begin and end by the clock, without anybody telling. */
const pollMs = 60_000

/** What is closed right now, for those who have to do with it. */
export function MaintenanceBanner() {
  const { merchantId } = useSession()
  const mayView = useMay('maintenance.view')
  const client = useQueryClient()
  const { data } = useQuery({
    queryKey: ['maintenance', 'current', merchantId],
    queryFn: ({ signal }) => api('GET /maintenance/current', { signal, suppressToast: true }),
    enabled: mayView,
    refetchInterval: pollMs,
  })
  useEffect(
    () =>
      live.on('maintenance', () => void client.invalidateQueries({ queryKey: ['maintenance', 'current'] })),
    [client],
  )
  const [first, ...others] = data?.items ?? []
  if (!first) return null
  return (
    <div className={styles.banner} data-environment="maintenance" role="note">
      <Icon name="clock" size={16} />
      <Link to="/admin/maintenance" className={styles.link}>
        In maintenance: {first.title}
        {others.length > 0 ? ` and ${others.length} more` : ''}
      </Link>
    </div>
  )
}
