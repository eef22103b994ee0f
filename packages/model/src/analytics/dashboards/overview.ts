import type { Dashboard } from '../widget.ts'

export const overview: Dashboard = {
  widgets: [
    {
      title: 'How is business?',
      kind: 'number',
      metrics: ['value', 'successful', 'conversion', 'pspApproval', 'avgTicket', 'netDeposits'],
      width: 12,
    },
    {
      title: 'How much was deposited, by method?',
      kind: 'area',
      metrics: ['value'],
      dimensions: ['providerType'],
      top: 6,
    },
    {
      title: 'How well do PSPs approve?',
      kind: 'line',
      metrics: ['pspApproval'],
      dimensions: ['psp'],
      top: 5,
      withMarkers: true,
    },
    {
      title: 'Why were deposits declined?',
      kind: 'bar',
      metrics: ['failed'],
      dimensions: ['statusCode'],
      top: 10,
    },
    {
      title: 'Where do deposits come from?',
      kind: 'map',
      metrics: ['successful'],
      dimensions: ['userCountry'],
      top: 250,
    },
  ],
}
