import { loadable } from '../../ui/loadable.tsx'

/** Parts of a list nobody sees until they ask for them. The first rows do not wait for their code. */
export const AllViews = loadable(async () => (await import('./all-views.tsx')).AllViews)
export const ColumnChooser = loadable(async () => (await import('./column-chooser.tsx')).ColumnChooser)
export const FilterPanel = loadable(async () => (await import('../filter/filter-panel.tsx')).FilterPanel)
export const ListForbidden = loadable(async () => (await import('./list-forbidden.tsx')).ListForbidden)
export const ViewDialog = loadable(async () => (await import('./view-dialog.tsx')).ViewDialog)

/** What is fetched as soon as the rows are there, what is used most first. */
export const lazyListComponents = [FilterPanel, AllViews, ColumnChooser, ViewDialog]
