import { ApiError, type ReplyOf } from '../../kit/api.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorPanel } from '../../ui/error-panel.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Skeleton, SkeletonLines } from '../../ui/skeleton.tsx'
import styles from './usage-tab.module.css'
import { useTemplateUsage } from './use-templates.ts'

type Usage = ReplyOf<'GET /template/{id}/usage'>

function Merchants({ id, merchants }: { readonly id: string; readonly merchants: Usage['merchants'] }) {
  const merchantName = useMerchantName()
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Merchant</th>
          <th scope="col">Template of</th>
        </tr>
      </thead>
      <tbody>
        {merchants.map(({ merchantId, ownerId, templateId }) => (
          <tr key={merchantId} data-other={templateId !== id || undefined}>
            <td>{merchantName(merchantId)}</td>
            <td>
              {merchantId === ownerId ? (
                merchantName(ownerId)
              ) : (
                <span className={styles.inherits}>
                  <Icon name="inherit" size={14} />
                  {merchantName(ownerId)}
                </span>
              )}
              {templateId === id ? null : <span className={styles.other}> overrides this one</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** What asks for a template of this name, and on which merchants this one answers. */
export function UsageTab({ id }: { readonly id: string }) {
  const query = useTemplateUsage(id)
  if (query.isPending) {
    return (
      <Skeleton>
        <SkeletonLines lines={6} />
      </Skeleton>
    )
  }
  if (query.isError) {
    return (
      <ErrorPanel
        title="What uses this template could not be loaded."
        requestId={query.error instanceof ApiError ? query.error.body.errorId : undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  const { platform, merchants } = query.data
  return (
    <div className={styles.tab}>
      <Card title="Used by the platform">
        {platform.length === 0 ? (
          <p className={styles.none}>
            The platform does not use a template with this name, and no rule or setting refers to it.
          </p>
        ) : (
          <ul className={styles.list}>
            {platform.map(({ what, when }) => (
              <li key={what}>
                <strong>{what}</strong> {when}
              </li>
            ))}
          </ul>
        )}
      </Card>
      <Card
        title="Merchants"
        description="Effective template per merchant for this name, locale, channel and site"
        flush
      >
        <Merchants id={id} merchants={merchants} />
      </Card>
    </div>
  )
}
