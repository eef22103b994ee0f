import { sql } from 'kysely'
import type { HelpAnswer, HelpExchange } from '@signalbox/model/calls/help'
import type { Tx } from '../../kit/database.ts'
import type { ExpiredSource } from '../../kit/purge-expired.ts'

interface Person {
  readonly merchantId: number
  readonly userId: string
}

interface NewExchange extends Person {
  readonly id: string
  readonly page: string
  readonly question: string
  readonly answer: HelpAnswer
}

export async function insertExchange(tx: Tx, exchange: NewExchange, now: Date): Promise<void> {
  const { merchantId, userId, id, page, question, answer } = exchange
  await sql`insert into help_exchange (merchant_id, id, user_id, asked_at, page, tx_id, question, answer)
    values (${merchantId}, ${id}, ${userId}, ${now}, ${page}, ${answer.txId}, ${question},
      ${JSON.stringify(answer)}::jsonb)`.execute(tx)
}

const keptDays = 30
const expired = (now: Date) =>
  sql<boolean>`asked_at < ${now}::timestamptz - make_interval(days => ${keptDays})`

/** The newest, in the order in which they were asked. */
export async function exchangesOf(
  tx: Tx,
  { merchantId, userId }: Person,
  { now, most }: { readonly now: Date; readonly most: number },
): Promise<HelpExchange[]> {
  const { rows } = await sql<HelpExchange>`
    select id::text as id, asked_at, question, answer from help_exchange
    where merchant_id = ${merchantId} and user_id = ${userId} and not ${expired(now)}
    order by asked_at desc, id desc limit ${most}`.execute(tx)
  return rows.toReversed()
}

export async function deleteExchanges(tx: Tx, { merchantId, userId }: Person): Promise<number> {
  const { numAffectedRows = 0n } = await sql`delete from help_exchange
    where merchant_id = ${merchantId} and user_id = ${userId}`.execute(tx)
  return Number(numAffectedRows)
}

/** What somebody asked and read goes with them. */
export async function forgetHelpOf(tx: Tx, person: Person): Promise<void> {
  await deleteExchanges(tx, person)
  await sql`delete from release_note_read
    where merchant_id = ${person.merchantId} and user_id = ${person.userId}`.execute(tx)
}

export const expiredExchanges: ExpiredSource = (now) => [
  {
    what: 'questions to the help',
    table: 'help_exchange',
    key: ['merchant_id', 'id'],
    expired: expired(now),
  },
]
