import { Button } from '@mantine/core'
import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { useMay } from '../../../kit/session/session-store.ts'

/** Name of the dialog in the address; what it shows is loaded when it opens. */
export const generateDialog = 'generate'

export function GenerateButton({ list }: { readonly list: ListPageModel }) {
  if (!useMay('invoice.edit')) return null
  return (
    <Button variant="default" onClick={() => list.openDialog(generateDialog)}>
      Generate drafts
    </Button>
  )
}
