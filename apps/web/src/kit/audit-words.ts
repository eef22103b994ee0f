import { entities } from '@signalbox/model/entities/index'
import { tableOfSlug } from '@signalbox/model/rules/tables/index'

interface Named {
  readonly entityType: string
  readonly entityLabel: string
}

const labels = new Map<string, string>(entities.map(({ slug, label }) => [slug, label]))

/** What kind of thing an entry of the audit log is about. */
export function auditType(entityType: string): string {
  const known = labels.get(entityType)
  if (known !== undefined) return known
  const words = entityType.replaceAll(/[-_]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The decision table a ruleset belongs to: its label in the log begins with it. */
export const auditTable = ({ entityType, entityLabel }: Named) =>
  entityType === 'ruleset' ? tableOfSlug(entityLabel.split(' ', 1)[0] ?? '') : undefined

/** What an entry of the audit log is about, as the console calls it. */
export function auditObject(entry: Named): string {
  const table = auditTable(entry)
  return table ? table.title + entry.entityLabel.slice(table.slug.length) : entry.entityLabel
}
