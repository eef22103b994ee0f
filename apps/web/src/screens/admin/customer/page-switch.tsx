import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

const parts = ['customers', 'price-lists', 'legal-entities'] as const
type Part = (typeof parts)[number]

export const partOf = (mode: unknown): Part => parts.find((part) => part === mode) ?? 'customers'

export function PageSwitch({ list }: { readonly list: ListPageModel }) {
  return (
    <SegmentedControl
      aria-label="Show"
      value={partOf(list.state.mode)}
      onChange={(part) => list.change({ ...emptyListState, mode: part === 'customers' ? null : part })}
      data={[
        { value: 'customers', label: 'Customers' },
        { value: 'price-lists', label: 'Price lists' },
        { value: 'legal-entities', label: 'Legal entities' },
      ]}
    />
  )
}
