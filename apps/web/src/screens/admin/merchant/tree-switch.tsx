import { SegmentedControl } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

export function TreeSwitch({ list }: { readonly list: ListPageModel }) {
  return (
    <SegmentedControl
      aria-label="Show as"
      value={list.state.mode ?? 'list'}
      onChange={(mode) => list.change((state) => ({ ...state, mode: mode === 'list' ? null : mode }))}
      data={[
        { value: 'list', label: 'List' },
        { value: 'tree', label: 'Tree' },
      ]}
    />
  )
}
