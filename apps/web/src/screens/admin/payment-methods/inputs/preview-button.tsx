import { Button } from '@mantine/core'
import type { ListPageModel } from '../../../../kit/list/use-list-page.ts'
import { CashierLink } from '../../../../kit/cashier-link.tsx'
import { Icon } from '../../../../ui/icon.tsx'

export function PreviewButton({ list }: { readonly list: ListPageModel }) {
  return (
    <>
      <CashierLink />
      <Button
        variant="default"
        leftSection={<Icon name="eye" size={16} />}
        onClick={() => list.openDialog('preview', null)}
      >
        Preview
      </Button>
    </>
  )
}
