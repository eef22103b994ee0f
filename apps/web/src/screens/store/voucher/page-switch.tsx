import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

const parts = ['vouchers', 'batches'] as const
type Part = (typeof parts)[number]

export const partOf = (mode: unknown): Part => parts.find((part) => part === mode) ?? 'vouchers'

/** From single vouchers to their batches and back. */
export function PageSwitch({ list }: { readonly list: ListPageModel }) {
  return (
    <SegmentedControl
      aria-label="Show"
      value={partOf(list.state.mode)}
      onChange={(part) => list.change({ ...emptyListState, mode: part === 'vouchers' ? null : part })}
      data={[
        { value: 'vouchers', label: 'Vouchers' },
        { value: 'batches', label: 'Batches' },
      ]}
    />
  )
}
