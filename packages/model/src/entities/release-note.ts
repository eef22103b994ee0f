import { entity } from '../field/entity.ts'
import { field } from '../field/field.ts'
import { roleOptions } from './user.ts'

export const releaseNoteCategories = {
  FEATURE: 'Feature',
  IMPROVEMENT: 'Improvement',
  BUG: 'Bug fix',
  TASK: 'Task',
} as const
export type ReleaseNoteCategory = keyof typeof releaseNoteCategories

const edit = 'release-notes.edit'

/** What is new, written by the platform's staff and read by everybody it concerns. */
export const releaseNote = entity({
  slug: 'release-note',
  label: 'Release note',
  plural: 'Release notes',
  titleField: 'title',
  scope: 'platform',
  note: 'optional',
  defaultSort: 'date:desc',
  access: { view: 'release-notes.view', create: edit, edit, remove: edit },
  filters: {
    keyword: { kind: 'KEYWORD', label: 'Search', over: ['title', 'release', 'bodyMd'] },
    published: { kind: 'TOGGLE', label: 'Published' },
  },
  operations: {
    publish: {
      label: 'Publish',
      access: edit,
      done: 'published',
      reason: 'none',
      confirm:
        'It appears in the header for its audience. People who chose release notes by email receive one.',
    },
    withdraw: {
      label: 'Withdraw',
      access: edit,
      done: 'withdrawn',
      reason: 'optional',
      confirm: 'It is no longer shown. Emails already sent cannot be recalled.',
      danger: true,
    },
  },
  fields: {
    title: field.string({ label: 'Title', required: true, min: 3, max: 120, sortable: true, width: 360 }),
    // `version` is the version of the record.
    release: field.string({
      label: 'Version',
      required: true,
      max: 20,
      matches: /^\d{1,4}\.\d{1,4}(?:\.\d{1,4})?$/,
      matchesText: 'Use numbers such as 2.43.0',
      sortable: true,
      filter: 'KEYWORD',
      width: 100,
    }),
    date: field.string({
      label: 'Date',
      required: true,
      format: 'DAY',
      sortable: true,
      width: 110,
    }),
    category: field.choice({
      label: 'Category',
      required: true,
      options: releaseNoteCategories,
      default: 'FEATURE',
      filter: 'LIST',
      width: 130,
    }),
    bodyMd: field.text({
      label: 'Text',
      required: true,
      min: 1,
      max: 10_000,
      language: 'plain',
      help: 'Markdown: headings, lists, **bold**, *italic*, `code`, links and tables',
      column: 'never',
    }),
    audienceRoles: field.choices({
      label: 'For',
      item: 'role',
      options: roleOptions,
      help: 'Roles that see it. Blank: everybody.',
      width: 220,
    }),
    publishedAt: field.instant({ label: 'Published', readOnly: true, sortable: true, width: 150 }),
  },
})
