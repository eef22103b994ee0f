import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { PaymentAnswer } from '@signalbox/model/payments/payment-answer'
import { buildApp } from '../../app.ts'
import { createDatabase } from '../../kit/database.ts'
import { patientPool } from '../../kit/testing/patient-pool.ts'
import { eventually } from '../../testing/eventually.ts'
import { testPlatform, testUrls, type TestPlatform } from '../../testing/test-app.ts'
import { rulePublisher } from './publish-rules.ts'
import type { ScriptedServices } from './scripted-services.ts'

const merchantId = 100010001

export interface SkewedPlatform extends TestPlatform {
  readonly nodes: readonly FastifyInstance[]
  /** Puts rules into effect and waits until all nodes decide by them. */
  readonly publish: Awaited<ReturnType<typeof rulePublisher>>
  pay(node: FastifyInstance, path: string, payment: Record<string, unknown>): Promise<PaymentAnswer>
}

/** Servers whose clocks are wrong by so many seconds, on one database. */
export async function skewedPlatform(
  services: ScriptedServices,
  seconds: readonly number[],
  watch: (pool: pg.Pool) => void = () => undefined,
): Promise<SkewedPlatform> {
  const platform = await testPlatform({}, { services })
  const closers: (() => Promise<unknown>)[] = []
  const nodeOffBy = async (offSeconds: number): Promise<FastifyInstance> => {
    const pool = patientPool(platform.url, 6)
    watch(pool)
    const db = createDatabase(pool)
    const lookups = createDatabase(patientPool(platform.url, 2))
    const app = await buildApp({
      config: platform.config,
      deps: { ...platform.deps, db, now: () => new Date(Date.now() + offSeconds * 1000) },
      database: { ...testUrls(platform.ownerUrl), lanes: { payments: db, lookups } },
      payments: { services },
    })
    closers.unshift(async () => {
      await app.close()
      await Promise.all([db.destroy(), lookups.destroy()])
    })
    await app.ready()
    return app
  }
  const nodes: FastifyInstance[] = []
  for (const each of seconds) nodes.push(await nodeOffBy(each))
  const granted = await platform.app.inject({
    method: 'POST',
    url: '/signalbox/oauth/token?grant_type=client_credentials',
    headers: {
      authorization: `Basic ${Buffer.from('demo-client:demo-client-secret').toString('base64')}`,
    },
  })
  const token = granted.json<{ access_token: string }>().access_token
  const publishHere = await rulePublisher(platform, merchantId)
  return {
    ...platform,
    nodes,
    publish: async (table, ...rows) => {
      const id = await publishHere(table, ...rows)
      for (const node of nodes) {
        const { rules } = node.payments.machine.deps
        const inForce = async () =>
          (await rules.effective(merchantId, table)).rulesets.map(({ version }) => version.rulesetId)
        await eventually(inForce, (ids) => ids.includes(id), `${table} is not in force`)
      }
      return id
    },
    pay: async (node, path, payment) => {
      const answer = await node.inject({
        method: 'POST',
        url: `/signalbox/api/v1${path}`,
        headers: { authorization: `Bearer ${token}`, 'idempotency-key': randomUUID() },
        payload: path.startsWith('/payments/') ? payment : { merchantId, sessionId: 's-1', ...payment },
      })
      if (answer.statusCode !== 201) throw new Error(`${answer.statusCode} ${answer.body}`)
      return answer.json<PaymentAnswer>()
    },
    close: async () => {
      for (const close of closers) await close()
      await platform.close()
    },
  }
}
