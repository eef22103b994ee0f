import { Button, Group } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import type { Row } from '../../../kit/list/listing.ts'
import { PendingChanges } from '../../../kit/record/pending-changes.tsx'
import { sessionStore, useMay } from '../../../kit/session/session-store.ts'
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
    <CopyConfiguration record={record} />
  </>
)

/** Settings are copied to a merchant on the page of its configuration. */
function CopyConfiguration({ record }: Pick<AboutProps, 'record'>) {
  const navigate = useNavigate()
  if (!useMay('configuration.edit') || record.state === 'CLOSED') return null
  const open = () => {
    sessionStore.selectMerchant(Number(record.id))
    void navigate({ to: '/admin/configuration', search: { mode: 'copy' } })
  }
  return (
    <Button variant="default" mb={20} leftSection={<Icon name="copy" size={16} />} onClick={open}>
      Copy configuration
    </Button>
  )
}

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
