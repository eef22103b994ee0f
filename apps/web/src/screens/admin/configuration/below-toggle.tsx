import { SegmentedControl } from '@mantine/core'
import { config } from '@signalbox/model/entities/config'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'

const modes = ['below', 'copy']

/** What counts for the selected merchant, what merchants below have of their own, or another merchant beside it. */
export function BelowToggle({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay(config.access.edit)
  const { mode } = list.state
  return (
    <SegmentedControl
      aria-label="Show"
      value={mode !== null && modes.includes(mode) ? mode : 'here'}
      onChange={(chosen) => list.change({ ...emptyListState, mode: modes.includes(chosen) ? chosen : null })}
      data={[
        { value: 'here', label: 'In effect here' },
        { value: 'below', label: 'Set below' },
        ...(mayEdit ? [{ value: 'copy', label: 'Copy from…' }] : []),
      ]}
    />
  )
}
