import type { Dashboard } from '../widget.ts'

export const geo: Dashboard = {
  widgets: [
    {
      title: 'Where do deposits come from?',
      kind: 'map',
      metrics: ['deposits'],
      dimensions: ['userCountry'],
      top: 250,
      width: 12,
    },
    {
      title: 'How do countries do?',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'pspApproval', 'blockRate', 'value'],
      dimensions: ['userCountry'],
      top: 40,
      width: 8,
    },
    {
      title: 'Is the IP address from the country of the card?',
      kind: 'bar',
      metrics: ['deposits'],
      dimensions: ['countryMatch'],
      filters: { countryMatch: ['true', 'false'] },
      width: 4,
    },
    {
      title: 'From where do people pay with cards from elsewhere?',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'chargebackRatio'],
      dimensions: ['ipCountry', 'issuerCountry'],
      filters: { countryMatch: ['false'] },
      top: 15,
      width: 12,
    },
  ],
}
