import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { Money } from '@signalbox/model/money/money'
import { html, json, seeOther, type Reply, type Route, type SandboxRequest } from '../http-server.ts'
import { challengeForm, closedPage } from '../psp/page-html.ts'
import { pageLanguage } from '../psp/page-words.ts'
import { goodCode } from '../psp/pages.ts'
import { requestedOf } from '../psp/provider-helpers.ts'
import { amountTrigger } from '../psp/triggers.ts'
import type { Authentication, Authentications, Course, Verdict } from './authentications.ts'

const provider = '3ds-sim'
const name = '3-D Secure'

const requestShape = z.object({
  threeDSRequestorRef: z.string(),
  acctNumber: z.string(),
  purchaseAmount: z.int().min(0),
  purchaseCurrency: z.string(),
  challengeInd: z.enum(['NO_PREFERENCE', 'NO_CHALLENGE', 'PREFER', 'MANDATE']),
  exemption: z.string(),
  browserLanguage: z.string().optional(),
  notificationURL: z.string(),
})

const amountCases: Readonly<Record<string, Course>> = {
  '01': 'passed',
  '02': 'rejected',
  '03': 'attempted',
  '04': { page: 'decides', verdict: 'passed' },
  '05': { page: 'decides', verdict: 'failed' },
  '06': { page: 'asks' },
  '07': { page: 'decides', verdict: 'expired' },
  '08': 'broken',
  '09': 'notEnrolled',
}

const challengeUnlessExempt = '4000000000003220'
const challengeAlways = '4000002760003184'

function courseOf(request: z.infer<typeof requestShape>, requested: Money): Course {
  const { family, case: trigger } = amountTrigger(requested)
  const triggered = family === '888' ? amountCases[trigger] : undefined
  if (triggered) return triggered
  const exempt = request.challengeInd === 'NO_CHALLENGE' && request.exemption !== 'NONE'
  const wanted =
    request.acctNumber === challengeAlways ||
    (request.acctNumber === challengeUnlessExempt && !exempt) ||
    request.challengeInd === 'MANDATE' ||
    request.challengeInd === 'PREFER'
  return wanted ? { page: 'asks' } : 'passed'
}

const answers: Readonly<Record<Verdict, Record<string, string>>> = {
  passed: { transStatus: 'Y', eci: '05' },
  attempted: { transStatus: 'A', eci: '06' },
  rejected: { transStatus: 'R' },
  failed: { transStatus: 'N' },
  expired: { transStatus: 'N', transStatusReason: 'expired' },
  broken: { transStatus: 'U', transStatusReason: 'technical' },
  notEnrolled: { transStatus: 'U', transStatusReason: 'notEnrolled' },
}

const mostTries = 3

const describe = (authentication: Authentication, host: string): Reply => {
  const { id, verdict, course } = authentication
  const proven = verdict === 'passed' || verdict === 'attempted'
  return json(200, {
    threeDSServerTransID: id,
    dsTransID: `ds-${id}`,
    messageVersion: '2.2.0',
    challenged: typeof course === 'object',
    ...(verdict
      ? answers[verdict]
      : { transStatus: 'C', acsURL: `http://${host}/${provider}/challenge/${id}` }),
    ...(proven && { authenticationValue: Buffer.from(id).toString('base64') }),
  })
}

const ask = (
  { amount, reference, locale }: Authentication,
  { headers }: SandboxRequest,
  wrong: boolean,
): Reply => {
  const language = pageLanguage(locale, headers)
  return html(
    200,
    challengeForm({ provider: name, language, amount, reference, wrong, payerIban: undefined }),
  )
}

const closed = ({ headers }: SandboxRequest, authentication?: Authentication): Reply =>
  html(404, closedPage(name, pageLanguage(authentication?.locale, headers)))

/** A 3-D Secure server with the bank's pages behind it. */
export const threeDsRoutes = (begun: Authentications): readonly Route[] => [
  ...serverRoutes(begun),
  ...challengeRoutes(begun),
]

/** What the platform asks. */
function serverRoutes(begun: Authentications): Route[] {
  return [
    {
      method: 'POST',
      path: `/${provider}/authenticate`,
      run: async (request) => {
        const asked = requestShape.parse(JSON.parse(request.body))
        const amount = { minor: BigInt(asked.purchaseAmount), currency: asked.purchaseCurrency }
        const course = courseOf(asked, requestedOf(request, amount))
        const count = String(begun.count)
        const id = createHash('sha256')
          .update(`${asked.threeDSRequestorRef} ${count}`)
          .digest('hex')
          .slice(0, 32)
        const authentication = await begun.begin({
          id,
          reference: asked.threeDSRequestorRef,
          amount,
          returnUrl: asked.notificationURL,
          ...(asked.browserLanguage && { locale: asked.browserLanguage }),
          course,
        })
        return describe(authentication, request.headers.host ?? '')
      },
    },
    {
      method: 'GET',
      path: `/${provider}/result/{id}`,
      run: ({ param, headers }) => {
        const authentication = begun.find(param('id'))
        return authentication
          ? describe(authentication, headers.host ?? '')
          : json(404, { error: 'unknown transaction' })
      },
    },
  ]
}

/** What the card holder sees. */
function challengeRoutes(begun: Authentications): Route[] {
  const leave = async (authentication: Authentication, verdict: Verdict): Promise<Reply> => {
    await begun.decide(authentication, verdict)
    return seeOther(authentication.returnUrl)
  }
  const open = (id: string): Authentication | undefined => {
    const authentication = begun.find(id)
    return authentication?.verdict ? undefined : authentication
  }
  return [
    {
      method: 'GET',
      path: `/${provider}/challenge/{id}`,
      run: (request) => {
        const authentication = open(request.param('id'))
        if (!authentication || typeof authentication.course !== 'object')
          return closed(request, begun.find(request.param('id')))
        return authentication.course.page === 'asks'
          ? ask(authentication, request, false)
          : leave(authentication, authentication.course.verdict)
      },
    },
    {
      method: 'POST',
      path: `/${provider}/challenge/{id}`,
      run: async (request) => {
        const authentication = open(request.param('id'))
        if (!authentication) return closed(request, begun.find(request.param('id')))
        const fields = new URLSearchParams(request.body)
        if (fields.get('action') === 'cancel') return leave(authentication, 'failed')
        if (fields.get('otp') === goodCode) return leave(authentication, 'passed')
        await begun.countWrong(authentication)
        return fields.get('otp') === '9999' || authentication.wrongCodes >= mostTries
          ? leave(authentication, 'failed')
          : ask(authentication, request, true)
      },
    },
  ]
}
