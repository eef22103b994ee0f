import { Alert } from '@mantine/core'
import { InstantView } from '../../kit/field/instant-view.tsx'
import type { Row } from '../../kit/list/listing.ts'
import { useMerchantName } from '../../kit/merchant-names.ts'
import { useNow } from '../../kit/use-now.ts'
import { Icon } from '../../ui/icon.tsx'
import { NotErasedYet } from './not-erased-yet.tsx'
import { BlockReason } from './account-badges.tsx'

function Blocked({ record }: { readonly record: Row }) {
  const merchantName = useMerchantName()
  const { blockReason, blockedBy, blockedAt, blockScopeMid } = record
  return (
    <Alert mb={20} color="red" variant="light" icon={<Icon name="shield" />} title="Blocked">
      <BlockReason value={blockReason} />
      {typeof blockedBy === 'string' ? `. By ${blockedBy}` : null}
      {typeof blockedAt === 'string' ? (
        <>
          , <InstantView iso={blockedAt} />
        </>
      ) : null}
      {typeof blockScopeMid === 'number' ? `, for ${merchantName(blockScopeMid)} and all below` : null}
    </Alert>
  )
}

/** Why an account cannot be used, or not for everything, before anything else about it. */
export function AccountAbout({ record }: { readonly record: Row }) {
  const now = useNow()
  const { status, holdUntil, erasureDueAt } = record
  const isHeld = typeof holdUntil === 'string' && holdUntil > now
  return (
    <>
      {typeof erasureDueAt === 'string' ? <NotErasedYet dueAt={erasureDueAt} /> : null}
      {status === 'BLOCKED' ? <Blocked record={record} /> : null}
      {isHeld ? (
        <Alert mb={20} color="indigo" variant="light" icon={<Icon name="pause" />}>
          The account data was changed. Withdrawals to this account wait until <InstantView iso={holdUntil} />
          .
        </Alert>
      ) : null}
    </>
  )
}
