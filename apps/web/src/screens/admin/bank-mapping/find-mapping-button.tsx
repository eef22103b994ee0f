import { Button } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Icon } from '../../../ui/icon.tsx'

export function FindMappingButton({ list }: { readonly list: ListPageModel }) {
  return (
    <Button
      variant="default"
      leftSection={<Icon name="search" size={16} />}
      onClick={() => list.openDialog('find', null)}
    >
      Find mapping
    </Button>
  )
}
