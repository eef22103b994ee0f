import * as z from 'zod'
import type { SandboxClock } from '../clock.ts'
import type { Delays } from '../delays.ts'
import { documentsOf } from './kyc-documents.ts'
import { json, type Reply, type Route } from '../http-server.ts'

const checkShape = z.object({ subject: z.string().min(1), scopes: z.array(z.string()) })

const clean = { identity: 'VERIFIED', age: 'VERIFIED', address: 'VERIFIED', hits: [] as string[], score: 90 }

/** Users whose names say what a check of them finds. */
const findings: readonly (readonly [prefix: string, finding: typeof clean])[] = [
  ['kyc-underage', { ...clean, age: 'UNDER_AGE', score: 10 }],
  ['kyc-pep', { ...clean, hits: ['PEP_WARNING'], score: 40 }],
  [
    'kyc-partly',
    { ...clean, identity: 'UNDER_VERIFICATION', age: 'NOT_VERIFIED', address: 'NOT_VERIFIED', score: 45 },
  ],
  ['kyc-fail', { ...clean, identity: 'NOT_VERIFIED', address: 'NOT_VERIFIED', score: 5 }],
]
const waiting = { ...clean, identity: 'UNDER_VERIFICATION', score: 50 }

interface KycSimulatorDeps {
  readonly clock: SandboxClock
  readonly delays: () => Delays
}

/** Checks people. The id of a check holds all there is to know about it, so nothing has to be kept. */
export function kycRoutes({ clock, delays }: KycSimulatorDeps): readonly Route[] {
  const known = new Map<string, string>()

  const report = (checkId: string): Reply => {
    const { userId, begunAt } = readCheckId(checkId)
    const undecided = clock.now() < begunAt + delays().kycDecision
    const [, finding = clean] = findings.find(([prefix]) => userId.startsWith(prefix)) ?? []
    const found = userId.startsWith('kyc-pending') && undecided ? waiting : finding
    const documents = documentsOf(found, new Date(begunAt).toISOString())
    return json(200, { checkId, ...found, documents })
  }
  return ['kyc-sim', 'kyc-sim-2'].flatMap((provider): Route[] => [
    {
      method: 'POST',
      path: `/${provider}/checks`,
      run: ({ body, headers }) => {
        const { subject } = checkShape.parse(JSON.parse(body))
        if (subject.startsWith('kyc-down')) return json(503, { error: 'out of service' })
        const key = headers['idempotency-key'] ?? ''
        const checkId = known.get(key) ?? writeCheckId(subject, clock.now())
        if (key) known.set(key, checkId)
        return report(checkId)
      },
    },
    { method: 'GET', path: `/${provider}/checks/{id}`, run: ({ param }) => report(param('id')) },
  ])
}

const writeCheckId = (userId: string, at: number): string =>
  `${at.toString(36)}.${Buffer.from(userId).toString('base64url')}`

const readCheckId = (checkId: string): { userId: string; begunAt: number } => {
  const [at = '', user = ''] = checkId.split('.')
  return { userId: Buffer.from(user, 'base64url').toString('utf8'), begunAt: Number.parseInt(at, 36) }
}
