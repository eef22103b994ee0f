import { sql } from 'kysely'
import type { TestPlatform } from './test-app.ts'

/** Of the demo client. Tests that let hours pass need many, and nobody may ask for more than ten a second. */
export async function newApiToken({ app, db }: Pick<TestPlatform, 'app' | 'db'>): Promise<string> {
  await sql`delete from login_throttle where key like 'token:%'`.execute(db)
  const basic = Buffer.from('demo-client:demo-client-secret').toString('base64')
  const granted = await app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: { authorization: `Basic ${basic}` },
  })
  return granted.json<{ access_token: string }>().access_token
}
