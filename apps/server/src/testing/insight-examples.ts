import type { Answer, Client } from '../kit/testing/kit-app.ts'

interface InsightExampleDeps {
  readonly who: () => Client
  /** The rollups are kept up to now. */
  readonly figuresReady: () => Promise<void>
  readonly newRuleset: () => Promise<{ summary: { id: string } }>
}

const at = 'merchantId=100010001'

const chart = { id: 'one', type: 'number', metric: 'deposits', dims: [], filters: {}, compare: 'none' }
const dashboard = (name: string) => ({
  name,
  shared: false,
  widgets: [chart],
  layout: [{ id: 'one', x: 0, y: 0, w: 4, h: 2 }],
})
const deposit = {
  transaction: { txType: 'CreditcardDeposit', amount: { amount: '12.00', currency: 'EUR' } },
  user: { userId: 'coverage' },
}

/** One successful use of every call on dashboards and test cases that changes something. */
export function insightExamples({
  who,
  newRuleset,
  figuresReady,
}: InsightExampleDeps): Record<string, () => Promise<Answer>> {
  let counter = 0
  const newDashboard = () => who().post(`/analytics-dashboard?${at}`, dashboard(`Coverage ${++counter}`))
  const newMail = () =>
    who().post(`/analytics-mail?${at}`, {
      name: `Coverage ${++counter}`,
      dashboard: 'overview',
      rhythm: 'WEEKLY',
      hour: 7,
      recipients: ['admin'],
      enabled: true,
    })
  const sentMail = async () => {
    await figuresReady()
    const { id, version } = (await newMail()).body as { id: string; version: number }
    return who().post(`/analytics-mail/${id}/send?${at}`, { version })
  }
  const newTestCase = async (): Promise<Answer> =>
    who().post(`/simulator/test-case?${at}`, {
      rulesetId: (await newRuleset()).summary.id,
      name: 'Coverage',
      input: deposit,
      expected: { status: 'SUCCESSFUL' },
    })
  return {
    'POST /analytics-dashboard': newDashboard,
    'PUT /analytics-dashboard/{id}': async () => {
      const { id, version } = (await newDashboard()).body as { id: string; version: number }
      return who().put(`/analytics-dashboard/${id}?${at}`, { version, shared: true })
    },
    'DELETE /analytics-dashboard/{id}': async () => {
      const { id, version } = (await newDashboard()).body as { id: string; version: number }
      return who().delete(`/analytics-dashboard/${id}?${at}&version=${version}`)
    },
    'POST /analytics-mail': newMail,
    'PUT /analytics-mail/{id}': async () => {
      const { id, version } = (await newMail()).body as { id: string; version: number }
      return who().put(`/analytics-mail/${id}?${at}`, { version, hour: 8 })
    },
    'POST /analytics-mail/{id}/send': sentMail,
    'DELETE /analytics-mail/{id}': async () => {
      const { id, version } = (await newMail()).body as { id: string; version: number }
      return who().delete(`/analytics-mail/${id}?${at}&version=${version}`)
    },
    'POST /simulator/test-case': newTestCase,
    'DELETE /simulator/test-case/{id}': async () => {
      const { id } = (await newTestCase()).body as { id: string }
      return who().delete(`/simulator/test-case/${id}?${at}`)
    },
  }
}
