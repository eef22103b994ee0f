import { Alert, Button, Group } from '@mantine/core'
import { voucher } from '@signalbox/model/entities/voucher'
import { whyNotVoucher, type VoucherState } from '@signalbox/model/store/store-state'
import type { Row } from '../../../kit/list/listing.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { CheckDialog } from './check-dialog.tsx'
import { PageSwitch } from './page-switch.tsx'
import { RangeDialog } from './range-dialog.tsx'
import { ReissueButton } from './reissue-button.tsx'
import { PaymentLink, VoucherBadge } from './store-badges.tsx'
import { voucherStakes } from './voucher-stakes.ts'

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const refusal = (name: string, row: Row): string | null =>
  whyNotVoucher(name, {
    state: row.state as VoucherState,
    activatedAt: textOf(row.activatedAt),
    reissuedAs: textOf(row.reissuedAs),
  }) ?? null

function Tools({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay('store.edit')
  return (
    <>
      <PageSwitch list={list} />
      <Button
        variant="default"
        leftSection={<Icon name="search" size={16} />}
        onClick={() => list.openDialog('check', null)}
      >
        Find by code
      </Button>
      {mayEdit ? (
        <Button variant="default" onClick={() => list.openDialog('range', null)}>
          Block range
        </Button>
      ) : null}
    </>
  )
}

function Overlay({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay('store.edit')
  if (list.state.dialog === 'check') return <CheckDialog list={list} />
  return list.state.dialog === 'range' && mayEdit ? <RangeDialog list={list} /> : null
}

/** What stands in the way of the voucher, and its replacement. */
function About({ record }: { readonly record: Row }) {
  const mayEdit = useMay('store.edit')
  const reason = textOf(record.blockReason)
  return (
    <>
      {record.state === 'BLOCKED' && reason ? (
        <Alert mb={16} color="red" variant="light" icon={<Icon name="lock" />} title="Blocked">
          {reason}
        </Alert>
      ) : null}
      {mayEdit && refusal('reissue', record) === null ? (
        <Group mb={16}>
          <ReissueButton record={record} />
        </Group>
      ) : null}
    </>
  )
}

export const VouchersPage = resourceScreen({
  entity: voucher,
  part: null,
  purpose: 'Single vouchers. Created by batches and redeemed by deposits.',
  columns: [
    'serial',
    'codeLast4',
    'sku',
    'batch',
    'value',
    'state',
    'expiresAt',
    'redeemedAt',
    'redeemedBy',
    'redeemTxId',
    'merchantId',
  ],
  cells: { state: VoucherBadge, redeemTxId: PaymentLink },
  operations: { refusal, stakes: voucherStakes, without: ['create', 'edit', 'delete'] },
  about: About,
  around: { Tools, Overlay },
})
