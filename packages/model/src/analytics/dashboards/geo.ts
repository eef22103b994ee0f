import type { Dashboard } from '../widget.ts'

export const geo: Dashboard = {
  widgets: [
    {
      title: 'Deposits by country',
      kind: 'map',
      metrics: ['deposits'],
      dimensions: ['userCountry'],
      top: 250,
      width: 12,
    },
    {
      title: 'Results by country',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'pspApproval', 'blockRate', 'value'],
      dimensions: ['userCountry'],
      top: 40,
      width: 8,
    },
    {
      title: 'IP country and card country',
      kind: 'bar',
      metrics: ['deposits'],
      dimensions: ['countryMatch'],
      filters: { countryMatch: ['true', 'false'] },
      width: 4,
    },
    {
      title: 'Mismatches by IP and issuer country',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'chargebackRatio'],
      dimensions: ['ipCountry', 'issuerCountry'],
      filters: { countryMatch: ['false'] },
      top: 15,
      width: 12,
    },
  ],
}
