import { sql } from 'kysely'
import { allPeople, type People } from '@signalbox/model/access/people'
import type { Database, Tx } from '../../kit/database.ts'

/** A client and the humans who stand behind what it does. */
export interface ClientPeople {
  /** All ids and names that count as the same person as the client. */
  readonly people: People
  /** How it is named where somebody reads what it did. */
  readonly label: string
}

interface Row {
  readonly id: string
  readonly clientId: string
  readonly name: string
  readonly createdBy: string
  readonly signingKeyBy: string | null
  readonly holders: readonly string[]
  readonly keyHolders: readonly string[]
}

/** Also of a key that another one has replaced: what was begun with it was theirs. */
const whoPutKeysIn = sql`array(select distinct v.by_user from (
    select by_user, record ->> 'signingKeyPublic' as own,
      lag(record ->> 'signingKeyPublic') over (order by version) as former
    from record_version
    where merchant_id = c.merchant_id and entity = 'api-client' and record_id = c.id::text) v
  where v.own is not null and v.own is distinct from v.former order by 1)`

/** What nobody made came with the platform, and is called what it signs in with. */
function labelOf({ clientId, name, createdBy, signingKeyBy, holders, keyHolders }: Row): string {
  const [maker, ...others] = allPeople(createdBy, signingKeyBy, ...keyHolders, ...holders)
  if (maker === undefined) return clientId
  const held = others.length > 0 ? `, secret held by ${others.join(', ')}` : ''
  return maker === createdBy
    ? `client ${name}, created by ${maker}${held}`
    : `client ${name}, secret held by ${[maker, ...others].join(', ')}`
}

const peopleOfRow = (row: Row): ClientPeople => ({
  people: allPeople(row.id, row.clientId, row.createdBy, row.signingKeyBy, ...row.keyHolders, ...row.holders),
  label: labelOf(row),
})

/**
 * Whoever made a client, made one of its secrets or put a signing key in, also one that has ended. By the id of the
 * client or by what it signs in with.
 */
export async function peopleBehindClients(
  db: Database | Tx,
  clients: readonly string[],
): Promise<ReadonlyMap<string, ClientPeople>> {
  if (clients.length === 0) return new Map()
  const { rows } =
    await sql<Row>`select c.id::text as id, c.client_id, c.name, c.created_by, c.signing_key_by,
      array(select distinct s.created_by from api_client_secret s
        where s.merchant_id = c.merchant_id and s.api_client_id = c.id order by 1) as holders,
      ${whoPutKeysIn} as key_holders
    from api_client c
    where c.id::text = any(${[...clients]}::text[]) or c.client_id = any(${[...clients]}::text[])`.execute(db)
  return new Map(
    rows.flatMap((row) => {
      const found = peopleOfRow(row)
      return [[row.id, found] as const, [row.clientId, found] as const]
    }),
  )
}
