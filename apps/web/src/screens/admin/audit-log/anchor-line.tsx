import { useQuery } from '@tanstack/react-query'
import { api } from '../../../kit/api.ts'
import { useMerchantName } from '../../../kit/merchant-names.ts'
import { useSession } from '../../../kit/session/session-store.ts'
import { CopyText } from '../../../ui/copy-text.tsx'
import styles from './anchor-line.module.css'

/** The newest seal of each chain: whoever wrote it down can prove later that nothing before it was changed. */
export function AnchorLine() {
  const { merchantId } = useSession()
  const merchantName = useMerchantName()
  const { data } = useQuery({
    queryKey: ['audit', 'anchor', merchantId],
    queryFn: ({ signal }) => api('GET /audit/anchor', { signal, suppressToast: true }),
  })
  if (!data || data.items.length === 0) return null
  return (
    <ul className={styles.anchors} aria-label="Newest anchors">
      {data.items.map(({ chainId, day, lastSeq, hash }) => (
        <li key={chainId}>
          Anchor of {merchantName(chainId)}, {day}, entry {lastSeq}: <CopyText value={hash} maxChars={20} />
        </li>
      ))}
    </ul>
  )
}
