import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { requiredActions, roleOptions } from './user.ts'

/** A named set of roles. Whoever creates or edits somebody can start from it; changing it later changes nobody. */
export const rolePreset = entity({
  slug: 'role-preset',
  label: 'Role preset',
  plural: 'Role presets',
  titleField: 'name',
  scope: 'inherited',
  overrideKey: ['name'],
  note: 'required',
  defaultSort: 'name',
  access: {
    view: 'backoffice-users.view',
    create: 'backoffice-users.edit',
    edit: 'backoffice-users.edit',
    remove: 'backoffice-users.edit',
  },
  filters: { keyword: { kind: 'KEYWORD', label: 'Search', over: ['name', 'description'] } },
  fields: {
    // People carry the name of the preset they were made from, so it stays.
    name: field.string({
      label: 'Name',
      required: true,
      createOnly: true,
      min: 2,
      max: 60,
      sortable: true,
      width: 200,
    }),
    description: field.string({ label: 'For whom', max: 200, width: 260 }),
    roles: field.choices({
      label: 'Roles',
      item: 'role',
      required: true,
      options: roleOptions,
      filter: 'LIST',
      width: 320,
    }),
    requiredActions: field.choices({
      label: 'Required actions',
      item: 'action',
      options: requiredActions,
      help: 'Done at the first login',
      width: 160,
    }),
  },
})
