import type { ListPageModel } from '../../../kit/list/use-list-page.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { KeyForm } from './key-form.tsx'
import { LocaleDialog } from './locale-dialog.tsx'
import { MessagePreview } from './message-preview.tsx'
import { useLocales } from './use-locales.ts'

/** What opens over the list of messages, by the name in the address. */
export function MessageDialogs({ list }: { readonly list: ListPageModel }) {
  const { dialog } = list.state
  const close = () => list.openDialog(null)
  const locales = useLocales()
  const known = locales.data?.items ?? []
  return (
    <>
      <Dialog opened={dialog === 'key'} onClose={close} title="New key">
        <KeyForm
          saved={undefined}
          locales={known.map(({ locale }) => locale)}
          onSaved={close}
          onCancel={close}
        />
      </Dialog>
      {dialog === 'locale' ? <LocaleDialog known={known} onClose={close} /> : null}
      <Drawer opened={dialog === 'preview'} onClose={close} title="Preview with a sample transaction">
        <MessagePreview locales={known.map(({ locale }) => locale)} />
      </Drawer>
    </>
  )
}
