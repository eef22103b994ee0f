import { Logger as QueueLogger } from 'graphile-worker'
import pg from 'pg'
import type { Logger } from 'pino'

const connections = 4

/** Connections of the queue's own, so that slow jobs and requests never wait for each other's. */
export function createQueuePool(url: string, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    max: connections,
    connectionTimeoutMillis: 5_000,
    application_name: 'signalbox-jobs',
  })
  // Without listeners on both, a database restart would end the process instead of the connection.
  const noteLoss = (error: Error) => log.warn({ err: error }, 'the job queue lost a connection')
  pool.on('error', noteLoss)
  pool.on('connect', (client) => client.on('error', noteLoss))
  return pool
}

/** Payloads never reach the log: they hold addresses and links that let people in. */
export const queueLogger = (log: Logger): QueueLogger =>
  new QueueLogger(() => (level, message) => {
    const name: string = level
    if (name === 'error') log.error(message)
    else if (name === 'warning') log.warn(message)
    else log.debug(message)
  })
