import { createHash } from 'node:crypto'
import * as z from 'zod'
import { json, type Route } from '../http-server.ts'

const screeningShape = z.object({ reference: z.string(), customer: z.string() })

/** From 0 to 10. Nobody's score is their own doing, except for users made to be bad. */
function riskOf(userId: string): number {
  if (userId.startsWith('fraud-high')) return 9.5
  if (userId.startsWith('fraud-mid')) return 5
  const [first = 0] = createHash('sha256').update(userId).digest()
  return Math.round((first / 255) * 30) / 10
}

function adviceFor(risk: number): string {
  if (risk >= 8) return 'reject'
  return risk >= 5 ? 'review' : 'accept'
}

/** Scores payments by who pays. */
export const fraudRoutes: readonly Route[] = [
  {
    method: 'POST',
    path: '/fraud-sim/screenings',
    run: ({ body }) => {
      const { reference, customer } = screeningShape.parse(JSON.parse(body))
      if (customer.startsWith('fraud-silent')) return 'silence'
      const risk = riskOf(customer)
      return json(200, { caseId: `fraud-${reference}`, risk, advice: adviceFor(risk) })
    },
  },
]
