import { settlementProfile } from '@signalbox/model/entities/settlement-profile'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { PageTools } from './page-tools.tsx'

const ColumnsEditor = loadable(async () => (await import('./columns-editor.tsx')).ColumnsEditor)
const SplitEditor = loadable(async () => (await import('./split-editor.tsx')).SplitEditor)
const PspSelect = loadable(async () => (await import('./psp-select.tsx')).PspSelect)
const TypeWordsEditor = loadable(async () => (await import('./type-words-editor.tsx')).TypeWordsEditor)

export const ProfilesPage = resourceScreen({
  entity: settlementProfile,
  part: 'profiles',
  purpose: 'How the settlement files of each PSP are read. Files with the generic header need no profile.',
  columns: ['title', 'psp', 'separator', 'decimalSign', 'dateFormat', 'merchantId', 'updatedAt'],
  form: {
    editors: {
      psp: PspSelect,
      columns: ColumnsEditor,
      splitColumns: SplitEditor,
      typeWords: TypeWordsEditor,
    },
    startWith: () => ({ columns: {}, splitColumns: {}, typeWords: {} }),
  },
  around: { Tools: PageTools },
})
