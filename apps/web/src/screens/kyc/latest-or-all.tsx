import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../kit/list/list-state.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'

/** A user is checked many times; what counts is the last. */
export function LatestOrAll({ list }: { readonly list: ListPageModel }) {
  const { showAll, ...filters } = list.state.filters
  return (
    <SegmentedControl
      aria-label="Show"
      value={showAll === 'true' ? 'all' : 'latest'}
      onChange={(shown) =>
        list.change({
          ...emptyListState,
          sort: list.state.sort,
          filters: shown === 'all' ? { ...filters, showAll: 'true' } : filters,
        })
      }
      data={[
        { value: 'latest', label: 'Latest per user' },
        { value: 'all', label: 'Show all' },
      ]}
    />
  )
}
