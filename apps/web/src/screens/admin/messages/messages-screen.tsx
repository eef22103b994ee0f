import { message } from '@signalbox/model/entities/message'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { MessageTools } from './message-tools.tsx'

const KeyTab = loadable(async () => (await import('./key-form.tsx')).KeyTab)
const MessageDialogs = loadable(async () => (await import('./message-dialogs.tsx')).MessageDialogs)
const MissingPage = loadable(async () => (await import('./missing-page.tsx')).MissingPage)

export default resourceScreen({
  entity: message,
  purpose: 'Texts that users read in the cashier, in errors, receipts and emails.',
  columns: ['key', 'locale', 'value', 'category', 'merchantId', 'updatedAt'],
  // A key is created in all locales at once.
  operations: { without: ['create'] },
  tabs: [{ name: 'locales', label: 'All locales', access: 'messages.view', Content: KeyTab }],
  around: { Tools: MessageTools, Overlay: MessageDialogs, pages: { missing: MissingPage } },
})
