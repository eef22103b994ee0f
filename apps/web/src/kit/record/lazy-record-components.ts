import { loadable } from '../../ui/loadable.tsx'
import { recordLoading } from './record-loading.tsx'

/** Parts of a record: the list of records opens without waiting for their code. */
export const ActionDialog = loadable(async () => (await import('../action/action-dialog.tsx')).ActionDialog)
export const ImportDialog = loadable(async () => (await import('../import/import-dialog.tsx')).ImportDialog)
export const RecordDrawer = loadable(async () => (await import('./record-drawer.tsx')).RecordDrawer)
/** Brings the checks of every field kind. */
export const RecordForm = loadable(async () => (await import('./record-form.tsx')).RecordForm, recordLoading)

/** What is fetched as soon as the rows are there, what is used most first. */
export const lazyRecordComponents = [RecordDrawer, RecordForm, ActionDialog, ImportDialog]
