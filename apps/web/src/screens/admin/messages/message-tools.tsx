import { Button, SegmentedControl } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { CashierLink } from '../../../kit/cashier-link.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Icon } from '../../../ui/icon.tsx'

/** New keys, locales, what is missing, and what a user would read. */
export function MessageTools({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay('messages.edit')
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="View"
        value={list.state.mode ?? 'all'}
        data={[
          { value: 'all', label: 'All texts' },
          { value: 'missing', label: 'Missing translations' },
        ]}
        onChange={(mode) => list.change((state) => ({ ...state, mode: mode === 'all' ? null : mode }))}
      />
      <IconButton
        icon="eye"
        label="Preview with a sample transaction"
        bordered
        onClick={() => list.openDialog('preview', null)}
      />
      <CashierLink />
      {mayEdit ? (
        <>
          <IconButton
            icon="globe"
            label="Add or copy a locale"
            bordered
            onClick={() => list.openDialog('locale', null)}
          />
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => list.openDialog('key', null)}>
            New key
          </Button>
        </>
      ) : null}
    </>
  )
}
