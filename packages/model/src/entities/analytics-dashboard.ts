import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'

/** Somebody's own dashboard of the explorer. Others see it once it is shared. */
export const analyticsDashboard = entity({
  slug: 'analytics-dashboard',
  label: 'Dashboard',
  plural: 'Dashboards',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'name',
  access: {
    view: 'os-analytics.view',
    create: 'os-analytics.edit',
    edit: 'os-analytics.edit',
    remove: 'os-analytics.edit',
  },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['name'] } },
  fields: {
    name: field.string({ label: 'Name', required: true, min: 2, max: 80, sortable: true, width: 240 }),
    owner: field.string({ label: 'Owner', readOnly: true, max: 100, sortable: true, width: 140 }),
    shared: field.boolean({ label: 'Shared', help: 'Others see it too', filter: 'TOGGLE', width: 90 }),
    widgets: field.json({ label: 'Charts', required: true, width: 300 }),
    layout: field.json({ label: 'Layout', required: true, width: 300 }),
  },
})
