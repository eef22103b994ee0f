import { Button, Group } from '@mantine/core'
import type { Row } from '../../../kit/list/listing.ts'
import { PendingChanges } from '../../../kit/record/pending-changes.tsx'
import { useMay } from '../../../kit/session/session-store.ts'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Icon } from '../../../ui/icon.tsx'

interface AboutProps {
  readonly record: Row
  readonly list: ListPageModel
}

/** What waits for a second person, and what one does with a merchant's place in the tree. */
export const MerchantAbout = ({ record, list }: AboutProps) => (
  <>
    <PendingChanges record={record} />
    <Place record={record} list={list} />
  </>
)

function Place({ record, list }: AboutProps) {
  const mayOperate = useMay('merchant.operate')
  if (!mayOperate) return null
  return (
    <Group gap={8} mb={20}>
      <Button
        variant="default"
        leftSection={<Icon name="plus" size={16} />}
        disabled={record.state === 'CLOSED'}
        onClick={() => list.openDialog(`create:${String(record.id)}`, null)}
      >
        Create child
      </Button>
      <Button
        variant="default"
        leftSection={<Icon name="tree" size={16} />}
        disabled={record.parentId === null}
        onClick={() => list.openDialog('move')}
      >
        Move
      </Button>
    </Group>
  )
}
