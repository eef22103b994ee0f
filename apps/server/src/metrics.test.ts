import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startBackground } from './jobs/index.ts'
import { paymentPlatform, type PaymentPlatform } from './payments/testing/payment-platform.ts'
import { eventually } from './testing/eventually.ts'
import { parseMetrics, sumOf } from './testing/parse-metrics.ts'

let platform: PaymentPlatform
let background: Awaited<ReturnType<typeof startBackground>>
beforeAll(async () => {
  platform = await paymentPlatform()
  const { app, deps, config, queueUrl } = platform
  background = await startBackground({
    config,
    deps,
    queueUrl,
    payments: app.payments,
    workSources: app.workSources,
    readiness: app.readiness,
    metrics: app.metrics,
  })
})
afterAll(async () => {
  await background.stop()
  await platform.close()
})

const scrape = async (): Promise<string> => {
  const { statusCode, body, headers } = await platform.app.inject({ url: '/metrics' })
  expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; version=0.0.4; charset=utf-8'])
  return body
}

/** By how much each of these samples grew meanwhile. */
async function growth(samples: Readonly<Record<string, string>>[], during: () => Promise<unknown>) {
  const before = await scrape()
  await during()
  const after = await scrape()
  return samples.map(({ name = '', ...labels }) => sumOf(after, name, labels) - sumOf(before, name, labels))
}

describe('what Prometheus reads', () => {
  it('has HELP, TYPE and a name by its conventions for every family', async () => {
    await platform.deposit()
    const families = parseMetrics(await scrape())
    for (const [name, { type, help }] of families) {
      expect([name, help.length > 10]).toEqual([name, true])
      expect([name, type, name.endsWith('_total')]).toEqual([name, type, type === 'counter'])
      if (type === 'histogram') expect(name).toMatch(/_seconds$/)
      // Base units: https://prometheus.io/docs/practices/naming/
      expect(name).not.toMatch(/_(ms|milliseconds|minutes|kb|mb|megabytes)(_|$)/)
    }
    expect([...families.keys()]).toEqual(
      expect.arrayContaining([
        'signalbox_requests_total',
        'signalbox_unauthenticated_total',
        'signalbox_http_request_duration_seconds',
        'signalbox_payments_begun_total',
        'signalbox_payments_ended_total',
        'signalbox_payments_open',
        'signalbox_payments_waiting',
        'signalbox_payments_refused_total',
        'signalbox_payment_step_duration_seconds',
        'signalbox_psp_call_duration_seconds',
        'signalbox_outside_call_duration_seconds',
        'signalbox_message_duration_seconds',
        'signalbox_messages_waiting',
        'signalbox_messages_oldest_seconds',
        'signalbox_job_duration_seconds',
        'signalbox_jobs_waiting',
        'signalbox_jobs_given_up',
        'signalbox_jobs_oldest_seconds',
        'signalbox_database_connections',
        'signalbox_database_connections_busy',
        'signalbox_database_connections_waited_for',
        'signalbox_outbound_refused_total',
        'signalbox_logins_refused_total',
        'signalbox_rule_questions_total',
        'signalbox_rule_seconds_total',
        'signalbox_spans_total',
        'signalbox_ready',
        'signalbox_disk_free_bytes',
        'nodejs_eventloop_lag_p99_seconds',
        'process_resident_memory_bytes',
        'process_cpu_seconds_total',
        'process_start_time_seconds',
      ]),
    )
  })

  it('counts a payment, its steps and its calls', async () => {
    const type = 'CreditcardDeposit'
    const deposits = { method: 'POST', route: '/signalbox/api/v1/deposits' }
    const grown = await growth(
      [
        { name: 'signalbox_payments_begun_total', type, method: 'DEPOSIT' },
        { name: 'signalbox_payments_ended_total', type, method: 'DEPOSIT', state: 'SUCCESSFUL' },
        { name: 'signalbox_payments_ended_total', type, method: 'DEPOSIT', state: 'FAILED' },
        { name: 'signalbox_payment_step_duration_seconds_count', step: 'submit' },
        { name: 'signalbox_payment_step_duration_seconds_count', step: 'submit', outcome: 'failed' },
        { name: 'signalbox_payment_step_duration_seconds_count', step: 'limits' },
        { name: 'signalbox_psp_call_duration_seconds_count', operation: 'submit', outcome: 'approved' },
        { name: 'signalbox_psp_call_duration_seconds_count', operation: 'submit', outcome: 'declined' },
        { name: 'signalbox_outside_call_duration_seconds_count', target: 'MERCHANT', outcome: 'answered' },
        { name: 'signalbox_http_request_duration_seconds_count', ...deposits, status: '2xx' },
      ],
      async () => {
        expect((await platform.deposit({ userId: 'counted-1' })).body.state).toBe('SUCCESSFUL')
        const card = { pan: '4000000000000002', expiry: '2030-12', cvv: '123', holder: 'Ada Lindberg' }
        expect((await platform.deposit({ userId: 'counted-2', card })).body.state).toBe('FAILED')
      },
    )
    const [begun, successful, failed, submits, failedSteps, limits, approved, declined, merchant, requests] =
      grown
    expect({ begun, successful, failed, approved, failedSteps, requests }).toEqual({
      begun: 2,
      successful: 1,
      failed: 1,
      approved: 1,
      failedSteps: 0,
      requests: 2,
    })
    // A declined card may be tried at another PSP.
    expect(submits).toBeGreaterThanOrEqual(2)
    expect(declined).toBeGreaterThanOrEqual(1)
    expect(limits).toBeGreaterThanOrEqual(2)
    expect(merchant).toBeGreaterThanOrEqual(3)
  })

  it('counts a payment once whose transaction had to be run again, and none that was rolled back', async () => {
    const key = randomUUID()
    const begun = [{ name: 'signalbox_payments_begun_total' }]
    const grown = await growth(begun, async () => {
      await platform.deposit({ userId: 'same-key' }, key)
      expect((await platform.deposit({ userId: 'same-key' }, key)).replayed).toBe(true)
      expect((await platform.deposit({ merchantId: 1 })).status).toBeGreaterThanOrEqual(400)
    })
    expect(grown).toEqual([1])
  })

  it('keeps routes by their template: no path anybody can think of makes a new series', async () => {
    const lines = async () =>
      (await scrape()).split('\n').filter((line) => /^signalbox_(http|requests|logins|unauth)/.test(line))
        .length
    const strange = (n: number) => [
      `/signalbox/api/v1/payments/${n}`,
      `/signalbox/backoffice/api/transaction/${n}`,
      `/signalbox/backoffice/api/no-such-${n}`,
      `/nowhere/${n}?a=${n}`,
      `/signalbox/oauth/no-${n}`,
    ]
    const knock = async (n: number) => {
      for (const url of strange(n))
        for (const method of ['GET', 'POST', 'DELETE'] as const) await platform.app.inject({ method, url })
    }
    await knock(0)
    const before = await lines()
    for (let n = 1; n <= 20; n++) await knock(n)
    expect(await lines()).toBe(before)
    expect(await scrape()).not.toContain('nowhere')
  })

  it('counts logins and calls that were refused', async () => {
    const refusedLogin = { name: 'signalbox_logins_refused_total' }
    const grown = await growth(
      [
        { ...refusedLogin, door: 'console', status: '401' },
        { ...refusedLogin, door: 'api', status: '401' },
      ],
      async () => {
        const payload = { username: 'nobody-at-all', password: 'not the password' }
        await platform.app.inject({ method: 'POST', url: '/signalbox/login', payload })
        await platform.app.inject({
          method: 'POST',
          url: '/signalbox/oauth/token?grant_type=client_credentials',
          headers: { authorization: `Basic ${Buffer.from('demo-client:wrong').toString('base64')}` },
        })
      },
    )
    expect(grown).toEqual([1, 1])
  })

  it('tells of messages and jobs: what was done and what waits', async () => {
    const done = await eventually(
      scrape,
      (text) => sumOf(text, 'signalbox_job_duration_seconds_count', { outcome: 'done' }) > 0,
      'no job was counted',
    )
    expect(sumOf(done, 'signalbox_jobs_given_up')).toBe(0)
    expect(sumOf(done, 'signalbox_job_duration_seconds_count', { outcome: 'failed' })).toBe(0)
    await platform.deposit({ userId: 'announced' })
    await eventually(
      scrape,
      (text) => sumOf(text, 'signalbox_message_duration_seconds_count', { outcome: 'sent' }) > 0,
      'no message was counted',
    )
  })
})
