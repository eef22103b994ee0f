import type { AuditOptions } from '@signalbox/model/calls/audit'
import type { FilterDeclaration } from '@signalbox/model/field/entity'
import { field } from '@signalbox/model/field/field'
import { codeWords } from '@signalbox/model/text/code-words'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../../kit/api.ts'
import { auditType } from '../../../kit/audit-words.ts'
import type { Listing, Row } from '../../../kit/list/listing.ts'
import { useSession } from '../../../kit/session/session-store.ts'

const fields = {
  at: field.instant({ label: 'Time' }),
  actorName: field.string({ label: 'Actor', width: 120 }),
  action: field.string({ label: 'Action', names: 'code', width: 140 }),
  entityLabel: field.string({ label: 'Object', width: 180 }),
  entityType: field.string({ label: 'Type', width: 110 }),
  changeType: field.string({ label: 'Change', width: 105 }),
  result: field.string({ label: 'Result', width: 110 }),
  note: field.string({ label: 'Note', width: 180 }),
  merchantId: field.merchant({ label: 'Merchant', width: 130 }),
  seq: field.number({ label: 'Number', column: 'hidden', width: 90 }),
  actorType: field.choice({
    label: 'Actor type',
    options: { USER: 'User', API_CLIENT: 'API client', SYSTEM: 'System', PSP: 'PSP' },
    column: 'hidden',
  }),
  entityId: field.string({ label: 'Object id', mono: true, column: 'hidden' }),
  ip: field.string({ label: 'Address', mono: true, column: 'hidden' }),
  errorCode: field.string({ label: 'Refused with', names: 'code', column: 'hidden' }),
  chainId: field.merchant({ label: 'Chain', column: 'hidden' }),
  hash: field.string({ label: 'Hash', mono: true, column: 'hidden' }),
}

/** Entries are numbered within their chain; the two together name one. */
const entryKey = (row: Row): string => `${Number(row.chainId)}-${Number(row.seq)}`

/** Chain and number of an entry key, or null when the text is none. */
export function readEntryKey(key: string): { chainId: number; seq: number } | null {
  const [, chainId, seq] = /^(\d+)-(\d+)$/.exec(key) ?? []
  return chainId === undefined ? null : { chainId: Number(chainId), seq: Number(seq) }
}

const actionsIn = (options: AuditOptions | undefined): Record<string, string> =>
  Object.fromEntries((options?.actions ?? []).map((action) => [action, codeWords(action)]))

const typesIn = (options: AuditOptions | undefined): Record<string, string> =>
  Object.fromEntries((options?.entityTypes ?? []).map((type) => [type, auditType(type)]))

const filtersWith = (options: AuditOptions | undefined): FilterDeclaration[] => [
  { name: 'keyword', kind: 'KEYWORD', label: 'Search', over: ['entityLabel', 'note'] },
  { name: 'at', kind: 'DATE', label: 'Time' },
  { name: 'whose', kind: 'SELECT', label: 'Whose', options: { you: 'Yours', others: 'Others’', all: 'All' } },
  { name: 'entityType', kind: 'LIST', label: 'Type', options: typesIn(options) },
  { name: 'entityId', kind: 'KEYWORD', label: 'Object id' },
  { name: 'action', kind: 'LIST', label: 'Action', options: actionsIn(options) },
  {
    name: 'changeType',
    kind: 'LIST',
    label: 'Change',
    options: { CREATE: 'Create', UPDATE: 'Update', DELETE: 'Delete' },
  },
  {
    name: 'actor',
    kind: 'LIST',
    label: 'Actor',
    options: Object.fromEntries((options?.actors ?? []).map(({ id, name }) => [id, name])),
  },
  { name: 'merchants', kind: 'LIST', label: 'Merchants', field: field.merchants({ label: 'Merchants' }) },
  { name: 'result', kind: 'SELECT', label: 'Result', options: { OK: 'Done', REFUSED: 'Refused' } },
]

/** The log as a list; what its filters offer is what occurs in it. */
export function useAuditListing(): Listing {
  const { merchantId } = useSession()
  const { data: options } = useQuery({
    queryKey: ['audit', 'options', merchantId],
    queryFn: ({ signal }) => api('GET /audit/options', { signal, suppressToast: true }),
    staleTime: 5 * 60_000,
  })
  return useMemo(
    () => ({
      slug: 'audit',
      label: 'Entry',
      plural: 'Entries',
      titleField: 'entityLabel',
      fields,
      filters: filtersWith(options),
      // The order of the chain is the only one that proves anything.
      sortable: [],
      defaultSort: 'seq:desc',
      keyOf: entryKey,
    }),
    [options],
  )
}
