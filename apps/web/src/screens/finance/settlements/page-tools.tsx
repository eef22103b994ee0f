import { Button, SegmentedControl } from '@mantine/core'
import { emptyListState } from '../../../kit/list/list-state.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './settlements.module.css'

const parts = ['batches', 'lines', 'profiles', 'bank', 'bank-entries', 'bank-accounts'] as const
type Part = (typeof parts)[number]

export const partOf = (mode: unknown): Part => parts.find((part) => part === mode) ?? 'batches'

/** Batches, their lines or profiles, and the beginning of an import. */
export function PageTools({ list }: { readonly list: ListPageModel }) {
  const mayEdit = useMay('settlements.edit')
  const part = partOf(list.state.mode)
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label="Show"
        classNames={{ root: styles.switchParts, control: styles.switchPart }}
        value={part}
        onChange={(next) => list.change({ ...emptyListState, mode: next === 'batches' ? null : next })}
        data={[
          { value: 'batches', label: 'Batches' },
          { value: 'lines', label: 'Lines' },
          { value: 'profiles', label: 'Import profiles' },
          { value: 'bank', label: 'Bank statements' },
          { value: 'bank-entries', label: 'Bank entries' },
          { value: 'bank-accounts', label: 'Bank accounts' },
        ]}
      />
      {mayEdit && part === 'batches' ? (
        <Button
          leftSection={<Icon name="upload" size={16} />}
          onClick={() => list.openDialog('import-file', null)}
        >
          Import file
        </Button>
      ) : null}
    </>
  )
}
