import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import type { inheritances } from '../rules/rule.ts'
import { decisionTables } from '../rules/tables/index.ts'

const view = 'rules-hub.view'
const read = { required: true, readOnly: true } as const

const tableTitles = Object.fromEntries(decisionTables.map(({ slug, title }) => [slug, title]))

const stateLabels = {
  DRAFT: 'Draft',
  PENDING_APPROVAL: 'Waiting for approval',
  SCHEDULED: 'Scheduled',
  ACTIVE: 'Active',
  ARCHIVED: 'Archived',
  REJECTED: 'Denied',
} as const

const inheritLabels = { OVERRIDABLE: 'Overridable', ENFORCED: 'Enforced' } as const satisfies Record<
  (typeof inheritances)[number],
  string
>

/** A ruleset of any table, as the rules hub lists it. It is changed in the editor of its table. */
export const rulesetOverview = entity({
  slug: 'ruleset-overview',
  label: 'Ruleset',
  plural: 'Rulesets',
  titleField: 'name',
  scope: 'own',
  note: 'optional',
  defaultSort: 'place:asc',
  access: { view, create: 'rules-hub.edit', edit: 'rules-hub.edit', remove: 'rules-hub.edit' },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Name, note or cell value', max: 200 },
    findings: { kind: 'TOGGLE', label: 'Only with findings' },
    whose: { kind: 'SELECT', label: 'Whose', options: { you: 'Yours', others: 'Others’', all: 'All' } },
    updatedAt: { kind: 'DATE', label: 'Updated' },
  },
  fields: {
    /** Table by table, merchant by merchant, in the order in which they are asked. */
    place: field.string({ label: 'Order', ...read, sortable: true, column: 'never' }),
    priority: field.number({ label: 'Priority', ...read, integer: true, sortable: true, width: 76 }),
    state: field.choice({
      label: 'State',
      ...read,
      options: stateLabels,
      sortable: true,
      filter: 'LIST',
      width: 150,
    }),
    openState: field.choice({
      label: 'Next version',
      readOnly: true,
      options: stateLabels,
      column: 'hidden',
    }),
    name: field.string({ label: 'Name', ...read, sortable: true, width: 200 }),
    note: field.string({ label: 'Note', ...read, column: 'hidden', width: 200 }),
    category: field.choice({
      label: 'Category',
      ...read,
      options: tableTitles,
      sortable: true,
      filter: 'LIST',
      width: 130,
    }),
    rulesEnabled: field.number({ label: 'Rules on', ...read, integer: true, sortable: true, width: 80 }),
    rules: field.number({
      label: 'Rules',
      ...read,
      integer: true,
      sortable: true,
      column: 'hidden',
      width: 80,
    }),
    hitsLastDay: field.number({ label: 'Hits 24 h', ...read, integer: true, sortable: true, width: 80 }),
    lintErrors: field.number({ label: 'Findings', ...read, integer: true, sortable: true, width: 80 }),
    lintWarnings: field.number({ label: 'Warnings', ...read, integer: true, column: 'hidden', width: 90 }),
    rulesetVersion: field.number({ label: 'Version', ...read, integer: true, sortable: true, width: 76 }),
    inherit: field.choice({ label: 'Inheritance', ...read, options: inheritLabels, column: 'hidden' }),
    rulesetNo: field.number({ label: 'Number', ...read, integer: true, column: 'hidden', width: 80 }),
    editedVersion: field.number({ label: 'Edited version', ...read, integer: true, column: 'never' }),
    editedRevision: field.number({ label: 'Edited revision', ...read, integer: true, column: 'never' }),
  },
})
