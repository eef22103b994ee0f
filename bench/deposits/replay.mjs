import { randomBytes, randomUUID } from 'node:crypto'

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/g
const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/
const bornAt = (id) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)

/** What the server does meanwhile for other reasons than the payment: jobs, events for browsers, notes about clients. */
const background =
  /graphile_worker|job_status|job_worker|pg_snapshot_xmin|pg_notify|\bapi_client_(day|call)\b|update "api_client"|tx_node|\blisten\b/

/**
 * The statements of one deposit as they were recorded, in their order, to be sent again for a payment of another number.
 * Whatever was made for this one payment (ids, keys) becomes something new each time; everything else stays.
 * @param {{ text: string, values: unknown[] }[]} recorded
 * @param {{ txId: number, key: string, sinceMs: number }} payment
 */
export function scriptOf(recorded, { txId, key, sinceMs }) {
  const statements = recorded.filter(({ text }) => !background.test(text))
  const token = statements.find(({ text }) => text.startsWith('insert into card_token'))?.values[1]
  return {
    statements,
    commits: commitsOf(statements),

    /** @param {number} newTxId */
    forPayment(newTxId) {
      const ids = new Map()
      const fresh = (id) => {
        if (bornAt(id) < sinceMs) return id
        if (!ids.has(id)) ids.set(id, `${id.slice(0, 14)}7${randomUUID().slice(15)}`)
        return ids.get(id)
      }
      const newKey = randomUUID()
      const newToken = randomBytes(32).toString('hex')
      // Times move along, or the server would take the payments over: it looks for those whose runner has left.
      const laterMs = Date.now() - sinceMs
      const later = (at) => new Date(Date.parse(at) + laterMs)
      const renew = (value) => {
        if (value instanceof Date) return later(value.toISOString())
        if (typeof value === 'string' && instant.test(value)) return later(value).toISOString()
        if (value === txId) return newTxId
        if (value === token) return newToken
        if (typeof value === 'string')
          return value.replaceAll(String(txId), String(newTxId)).replaceAll(key, newKey).replace(uuid, fresh)
        return Array.isArray(value) ? value.map(renew) : value
      }
      return statements.map(({ text, values }) => ({ text, values: values.map(renew) }))
    },
  }
}

/** Transactions, and whatever writes outside one, which is a transaction of its own. */
function commitsOf(statements) {
  let commits = 0
  let isOpen = false
  for (const { text } of statements) {
    if (/^begin/i.test(text)) isOpen = true
    else if (/^commit/i.test(text)) {
      isOpen = false
      commits++
    } else if (!isOpen && /^\s*(insert|update|delete|with\b.*\binsert)/is.test(text)) commits++
  }
  return commits
}

/**
 * Sends a script again and again over one connection until the time is up, and says how often.
 * @param {import('pg').Client} client
 */
export async function replayUntil(client, script, nextId, deadline) {
  let done = 0
  while (performance.now() < deadline) {
    for (const { text, values } of script.forPayment(nextId()))
      await (values.length > 0 ? client.query(text, values) : client.query(text))
    done++
  }
  return done
}
