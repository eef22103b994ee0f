import { sql } from 'kysely'
import { levelsTelling, type AlertSeverity } from '@signalbox/model/inbox/alert-channels'
import type { Tx } from '../../kit/database.ts'

export interface Addressee {
  readonly id: string
  readonly merchantId: number
  readonly username: string
  readonly displayName: string
  readonly email: string
}

/** Whom a mail is for: everybody with one of these roles, who wants mails of a kind, or both where both are named. */
export interface Readers {
  readonly roles?: readonly string[]
  readonly preference?: string
  /** Only these people of them. */
  readonly usernames?: readonly string[]
  /** It tells of an alert this bad; who chose not to be told of those by mail is left out. */
  readonly alertSeverity?: AlertSeverity
  /** It concerns every merchant, not only those who see the one it belongs to. */
  readonly everywhere?: boolean
}

const mostReaders = 500

const wantedBy = ({ roles, preference }: Readers) => {
  const holds = sql<boolean>`u.roles && ${[...(roles ?? [])]}::text[]`
  const wants = sql<boolean>`${preference} = any(u.communication_preferences)`
  if (preference === undefined) return holds
  return roles === undefined ? wants : sql<boolean>`${wants} and ${holds}`
}

const named = ({ usernames }: Readers) =>
  usernames === undefined ? sql<boolean>`true` : sql<boolean>`u.username = any(${[...usernames]}::text[])`

const seesMerchant = sql<boolean>`
  case when cardinality(u.merchants) = 0 then asked.path like home.path || '%'
    else exists (select 1 from merchant s where s.id = any(u.merchants) and asked.path like s.path || '%') end`

/** Who receives alerts chooses how; others who are named for a mail get it. */
const toldByMail = ({ alertSeverity }: Readers) =>
  alertSeverity === undefined
    ? sql<boolean>`true`
    : sql<boolean>`(not 'ALERT_RECEIVER' = any(u.roles) or
        coalesce((select s.settings->'alertChannels'->>'email' from user_setting s
          where s.merchant_id = u.merchant_id and s.user_id = u.id), 'ALL')
        = any(${[...levelsTelling(alertSeverity)]}::text[]))`

/** Active people who may see a merchant, or all of them. */
export async function readersAt(tx: Tx, merchantId: number, to: Readers): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select u.id, u.merchant_id, u.username, u.email,
      coalesce(nullif(u.display_name, ''), u.first_name || ' ' || u.last_name) as display_name
    from backoffice_user u
    join merchant home on home.id = u.merchant_id
    join merchant asked on asked.id = ${merchantId}
    where u.state = 'ACTIVE' and ${wantedBy(to)} and ${toldByMail(to)} and ${named(to)} and ${to.everywhere ? sql`true` : seesMerchant}
    order by u.username limit ${to.everywhere ? null : mostReaders}`.execute(tx)
  return rows
}
