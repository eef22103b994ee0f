import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

/** What counts for the selected merchant, or what merchants below have of their own. */
export function BelowToggle({ list }: { readonly list: ListPageModel }) {
  return (
    <SegmentedControl
      aria-label="Show"
      value={list.state.mode === 'below' ? 'below' : 'here'}
      onChange={(mode) => list.change({ ...emptyListState, mode: mode === 'below' ? 'below' : null })}
      data={[
        { value: 'here', label: 'In effect here' },
        { value: 'below', label: 'Set below' },
      ]}
    />
  )
}
