import * as z from 'zod/mini'

const texts = z.object({ from: z.string(), to: z.string() })

/** What changed in a ruleset, as the audit log keeps it: in the words of the editor, and never more than somebody would read. */
export const changeSummarySchema = z.object({
  /** The version that was changed; entries from before it was written down do not say. */
  version: z.optional(z.number()),
  fields: z.record(z.string(), z.object({ from: z.unknown(), to: z.unknown() })),
  rows: z.array(
    z.object({
      change: z.enum(['added', 'removed', 'changed', 'moved']),
      no: z.nullable(z.number()),
      fromNo: z.optional(z.number()),
      name: z.string(),
      /** By fact, output or `name`, `note`, `enabled`; where a fact and an output have one name, as `c:` and `o:`. */
      cells: z.optional(z.record(z.string(), texts)),
    }),
  ),
  /** How many rows changed in all. */
  rowsChanged: z.number(),
})

export type ChangeSummary = z.infer<typeof changeSummarySchema>
