import { sql } from 'kysely'
import { expect } from 'vitest'
import { requiredActions, roleLabel } from '@signalbox/model/entities/user'
import { roles, type Role } from '@signalbox/model/access/roles'
import { platform } from './cast.ts'

interface RequestedChange {
  readonly recordType: string
  readonly change: Record<string, unknown>
  readonly basis: Record<string, unknown>
  readonly summary: string
}
const leaves = (value: unknown): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : []
}
const actionLabels = new Map<string, string>(Object.entries(requiredActions))
const isRole = (text: string): text is Role => roles.some((role) => role === text)
/** What a change adds and takes away, in the words people know it by. */
const differences = ({ change, basis }: RequestedChange): string[] =>
  Object.keys(change)
    .filter((key) => key in basis)
    .flatMap((key) => {
      const [was, will] = [leaves(basis[key]), leaves(change[key])]
      return [...will.filter((each) => !was.includes(each)), ...was.filter((each) => !will.includes(each))]
    })
    .map((each) => (isRole(each) ? roleLabel(each) : (actionLabels.get(each) ?? each)))

/** Parts of changes that wait, or waited, of which their summary says nothing. */
export async function untold(): Promise<string[]> {
  const { rows } = await sql<RequestedChange>`select record_type as "recordType", change, basis, summary
    from pending_grant`.execute(platform.db.withoutPlugins())
  for (const { recordType, summary } of rows)
    if (recordType === 'merchant') expect(summary).toMatch(/^Move from below .+ to below .+$/)
  return rows.flatMap((asked) =>
    differences(asked)
      .filter((each) => !asked.summary.includes(each))
      .map((each) => `${asked.summary}: ${each}`),
  )
}
