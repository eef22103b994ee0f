import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../metrics.ts'
import type { Readiness } from './readiness.ts'

interface ReadyRouteDeps {
  readonly readiness: Pick<Readiness, 'check'>
  readonly metrics: Metrics
  /** Names of migrations that have not run yet. */
  readonly pendingMigrations: () => Promise<readonly string[]>
  readonly isLeaving: () => boolean
  /** What should be mended although the node works. The log has the words: anybody may ask here. */
  readonly warnings?: readonly string[]
}

const ok = 200
const unavailable = 503

/** `GET /readyz`: whether a balancer should send requests here, and if not, why. */
export function readyRoute(app: FastifyInstance, deps: ReadyRouteDeps): void {
  app.get('/readyz', { config: { access: 'public' } }, async (_request, reply) => {
    if (deps.isLeaving()) return reply.code(unavailable).send({ status: 'stopping' })
    const pending = await deps.pendingMigrations()
    if (pending.length > 0) return reply.code(unavailable).send({ status: 'migrating' })
    const { problems, freeBytes } = await deps.readiness.check()
    deps.metrics.ready.set(problems.length === 0 ? 1 : 0)
    if (freeBytes !== null) deps.metrics.diskFree.set(freeBytes)
    if (problems.length === 0) {
      const warnings = deps.warnings?.length ? { warnings: deps.warnings.length } : {}
      return reply.code(ok).send({ status: 'ready', ...warnings })
    }
    return reply.code(unavailable).send({ status: 'not ready', reasons: problems })
  })
}
