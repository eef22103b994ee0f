import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeAt } from './people/identity/testing/authenticator-app.ts'
import { mailTasks } from './jobs/index.ts'
import { runQueuedJobs } from './kit/jobs/job-queue.ts'
import { testPlatform, type TestPlatform } from './testing/test-app.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await testPlatform()
})
afterAll(() => platform.close())

interface CapturedMail {
  readonly to: string
  readonly template: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

async function delivered(): Promise<CapturedMail[]> {
  const { config, deps, queueUrl } = platform
  await runQueuedJobs({ url: queueUrl, log: deps.log, tasks: mailTasks(config, deps) })
  const folder = join(config.dataDir, 'mail')
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  return names.toSorted().map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as CapturedMail)
}

it('a second device and a new factor each bring a mail in the words of the templates', async () => {
  await platform.as('operator')
  const person = await platform.as('operator')
  const { secret } = (await person.post('/me/security/authenticator/begin')).body
  const code = await codeAt(secret, new Date())
  expect((await person.post('/me/security/authenticator/confirm', { code })).status).toBe(200)

  const mails = await delivered()
  expect(mails.map(({ template, to }) => [template, to])).toEqual([
    ['LoginAlert', 'operator@northlight.example'],
    ['SecondFactorAdded', 'operator@northlight.example'],
  ])
  const [alert, added] = mails
  expect(alert?.subject).toBe('New sign-in to your account')
  expect(alert?.text).toContain('from the address 127.0.0.1')
  expect(alert?.html).toContain('operator')
  expect(added?.text).toContain('an authenticator app')
})
