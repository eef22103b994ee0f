import { merchant } from '@signalbox/model/entities/merchant'
import { resourceScreen } from '../../../kit/resource-screen.tsx'
import { loadable } from '../../../ui/loadable.tsx'
import { MerchantAbout } from './merchant-about.tsx'
import { MerchantState } from './merchant-state.tsx'
import { MerchantTree } from './merchant-tree.tsx'
import { checkMerchant, operationRefusal } from './merchant-rules.ts'
import { TreeSwitch } from './tree-switch.tsx'

const MoveDialog = loadable(async () => (await import('./move-dialog.tsx')).MoveDialog)
const ChecklistTab = loadable(async () => (await import('./checklist-tab.tsx')).ChecklistTab)
const ParentEditor = loadable(async () => (await import('./parent-editor.tsx')).ParentEditor)

export default resourceScreen({
  entity: merchant,
  purpose: 'Operators and their brands. Each inherits the settings of the merchant above it.',
  columns: ['name', 'id', 'parentId', 'level', 'state', 'country', 'baseCurrency', 'currencies'],
  cells: { state: MerchantState },
  form: {
    editors: { parentId: ParentEditor },
    check: checkMerchant,
    startWith: (seed) => (seed === null ? {} : { parentId: Number(seed) }),
  },
  operations: { refusal: operationRefusal, without: ['delete'] },
  about: MerchantAbout,
  tabs: [{ name: 'checklist', label: 'Go-live', access: merchant.access.view, Content: ChecklistTab }],
  around: { Tools: TreeSwitch, Overlay: MoveDialog, modes: { tree: MerchantTree } },
})
