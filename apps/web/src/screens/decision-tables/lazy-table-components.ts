import { CellPicker } from '../../kit/decision-grid/cell-editor.tsx'
import { loadable } from '../../ui/loadable.tsx'

/** Parts of the table nobody sees until they ask for them. The rows do not wait for their code. */
export const SaveDialog = loadable(async () => (await import('./save-dialog.tsx')).SaveDialog)
export const ConflictDialog = loadable(async () => (await import('./conflict-dialog.tsx')).ConflictDialog)
export const MergeDialog = loadable(async () => (await import('./merge-dialog.tsx')).MergeDialog)
export const RulesetDialog = loadable(async () => (await import('./ruleset-dialog.tsx')).RulesetDialog)
export const ImportDialog = loadable(async () => (await import('./import-dialog.tsx')).ImportDialog)
export const ColumnsDialog = loadable(async () => (await import('./columns-dialog.tsx')).ColumnsDialog)
export const RulesetOperationDialog = loadable(
  async () => (await import('./ruleset-operation-dialog.tsx')).RulesetOperationDialog,
)
export const EmergencyDrawer = loadable(async () => (await import('./emergency-drawer.tsx')).EmergencyDrawer)
export const ReviewDrawer = loadable(async () => (await import('./review-drawer.tsx')).ReviewDrawer)
export const HistoryDrawer = loadable(async () => (await import('./history-drawer.tsx')).HistoryDrawer)
export const TryPanel = loadable(async () => (await import('./try-it/try-panel.tsx')).TryPanel)
export const PhoneRows = loadable(async () => (await import('./phone-rows.tsx')).PhoneRows)

/** What is fetched as soon as the rows are there, what is used most first. */
export const lazyTableComponents = [
  CellPicker,
  SaveDialog,
  TryPanel,
  RulesetDialog,
  RulesetOperationDialog,
  EmergencyDrawer,
  ReviewDrawer,
  HistoryDrawer,
  ImportDialog,
  ColumnsDialog,
  ConflictDialog,
  MergeDialog,
]
