import { Button } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Icon } from '../../../ui/icon.tsx'

export function TestBinButton({ list }: { readonly list: ListPageModel }) {
  return (
    <Button
      variant="default"
      leftSection={<Icon name="search" size={16} />}
      onClick={() => list.openDialog('test', null)}
    >
      Test a BIN
    </Button>
  )
}
