import type { MerchantNode } from '@signalbox/model/access/session'
import { useEffect } from 'react'
import { api } from '../../../kit/api.ts'
import type { Row } from '../../../kit/list/listing.ts'
import { sessionStore, useSession } from '../../../kit/session/session-store.ts'

const differs = (row: Row, known: MerchantNode | undefined): boolean =>
  !known || known.name !== row.name || known.state !== row.state || known.parentId !== row.parentId

/** Names and states of merchants are shown all over the console; here is where they change. */
export function useFreshMerchants(rows: readonly Row[]): void {
  const { metadata, merchantId } = useSession()
  const outdated = rows.some((row) =>
    differs(
      row,
      metadata.merchants.find(({ id }) => id === Number(row.id)),
    ),
  )
  useEffect(() => {
    if (!outdated) return
    void api('GET /metadata/{merchantId}', { params: { merchantId }, suppressToast: true }).then(
      sessionStore.setMetadata,
      () => undefined,
    )
  }, [outdated, rows, merchantId])
}
