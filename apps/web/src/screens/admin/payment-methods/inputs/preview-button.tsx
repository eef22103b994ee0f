import { Button } from '@mantine/core'
import type { ListPageModel } from '../../../../kit/list/use-list-page.ts'
import { Icon } from '../../../../ui/icon.tsx'

export function PreviewButton({ list }: { readonly list: ListPageModel }) {
  return (
    <Button
      variant="default"
      leftSection={<Icon name="eye" size={16} />}
      onClick={() => list.openDialog('preview', null)}
    >
      Preview
    </Button>
  )
}
