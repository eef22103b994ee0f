import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const schemeTokens: Dashboard = {
  widgets: [
    {
      title: 'Token share and uplift',
      kind: 'number',
      metrics: ['tokenShare', 'tokenUplift'],
      width: 6,
    },
    {
      title: 'Tokens provisioned',
      kind: 'bar',
      metrics: ['tokens'],
      dimensions: ['tokenState'],
    },
    {
      title: 'Conversion with and without token',
      kind: 'line',
      metrics: ['conversion'],
      dimensions: ['token'],
      filters: { providerType: [...cardProviderTypes] },
    },
    {
      title: 'Share of card deposits with a token',
      kind: 'line',
      metrics: ['tokenShare'],
    },
  ],
}
