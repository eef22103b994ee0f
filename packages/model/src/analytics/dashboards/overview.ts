import type { Dashboard } from '../widget.ts'

export const overview: Dashboard = {
  widgets: [
    {
      title: 'Key figures',
      kind: 'number',
      metrics: ['value', 'successful', 'conversion', 'pspApproval', 'avgTicket', 'netDeposits'],
      width: 12,
    },
    {
      title: 'Deposit value by method',
      kind: 'area',
      metrics: ['value'],
      dimensions: ['providerType'],
      top: 6,
    },
    {
      title: 'Approval rate by PSP',
      kind: 'line',
      metrics: ['pspApproval'],
      dimensions: ['psp'],
      top: 5,
      withMarkers: true,
    },
    {
      title: 'Top decline reasons',
      kind: 'bar',
      metrics: ['failed'],
      dimensions: ['statusCode'],
      top: 10,
    },
    {
      title: 'Deposits by country',
      kind: 'map',
      metrics: ['successful'],
      dimensions: ['userCountry'],
      top: 250,
    },
  ],
}
