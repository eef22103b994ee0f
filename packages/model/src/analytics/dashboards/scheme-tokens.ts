import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const schemeTokens: Dashboard = {
  widgets: [
    {
      title: 'What do network tokens bring?',
      kind: 'number',
      metrics: ['tokenShare', 'tokenUplift'],
      width: 6,
    },
    {
      title: 'How many tokens were provisioned?',
      kind: 'bar',
      metrics: ['tokens'],
      dimensions: ['tokenState'],
    },
    {
      title: 'Are tokens approved more often?',
      kind: 'line',
      metrics: ['conversion'],
      dimensions: ['token'],
      filters: { providerType: [...cardProviderTypes] },
    },
    {
      title: 'How many card deposits use one?',
      kind: 'line',
      metrics: ['tokenShare'],
    },
  ],
}
