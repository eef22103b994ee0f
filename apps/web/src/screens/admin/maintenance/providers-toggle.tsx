import { SegmentedControl } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'

/** The windows, or the PSPs and how each of them stands. */
export function ProvidersToggle({ list }: { readonly list: ListPageModel }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="View"
      value={list.state.mode ?? 'windows'}
      data={[
        { value: 'windows', label: 'Windows' },
        { value: 'providers', label: 'PSPs' },
      ]}
      onChange={(mode) => list.change((state) => ({ ...state, mode: mode === 'windows' ? null : mode }))}
    />
  )
}
