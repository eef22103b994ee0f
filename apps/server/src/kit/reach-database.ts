import pg from 'pg'

/** Connects once and tells in a few words what keeps us from the database; undefined when nothing does. */
export async function whyUnreachable(url: string): Promise<string | undefined> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return undefined
  } catch (error) {
    // A name with several addresses fails once for each of them.
    const { message, code, errors } = error as Error & { code?: string; errors?: Error[] }
    return message || errors?.[0]?.message || code || 'no reason given'
  } finally {
    await client.end().catch(() => undefined)
  }
}
