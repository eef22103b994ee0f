interface Reply {
  readonly items?: readonly object[]
  readonly id?: unknown
}

/** The records of a reply: those of a list, or the one it is. Versions of a record are not told of as it stands today. */
export function recordsOf(reply: unknown): readonly { readonly id: string }[] {
  const { items, id } = reply as Reply
  const records = Array.isArray(items) ? (items as Reply[]) : [{ ...(reply as object), id }]
  return records.filter((record): record is { id: string } => typeof record.id === 'string')
}

/** A reply with what holds of its records beside what is stored of them, by their ids. */
export function marked(reply: unknown, marks: ReadonlyMap<string, object>): unknown {
  const { items, id } = reply as Reply
  if (Array.isArray(items)) return { ...(reply as object), items: items.map((item) => marked(item, marks)) }
  const mark = typeof id === 'string' ? marks.get(id) : undefined
  return mark ? { ...(reply as object), ...mark } : reply
}
