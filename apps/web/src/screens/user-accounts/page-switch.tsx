import { SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../kit/list/list-state.ts'
import { useMay } from '../../kit/session/session-store.ts'
import type { ListPageModel } from '../../kit/list/use-list-page.ts'
import { BlockReasons } from './block-reasons.tsx'

const parts = ['accounts', 'gdpr'] as const
type Part = (typeof parts)[number]

export const partOf = (mode: unknown): Part => parts.find((part) => part === mode) ?? 'accounts'

/** From accounts to requests and back, for those who deal with both. */
export function PageSwitch({ list }: { readonly list: ListPageModel }) {
  const mayErase = useMay('user-accounts.erase')
  return (
    <>
      <BlockReasons />
      {mayErase ? (
        <SegmentedControl
          aria-label="Show"
          value={partOf(list.state.mode)}
          onChange={(part) => list.change({ ...emptyListState, mode: part === 'accounts' ? null : part })}
          data={[
            { value: 'accounts', label: 'Accounts' },
            { value: 'gdpr', label: 'GDPR requests' },
          ]}
        />
      ) : null}
    </>
  )
}
