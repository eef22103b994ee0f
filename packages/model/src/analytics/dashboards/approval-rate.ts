import type { Dashboard } from '../widget.ts'

export const approvalRate: Dashboard = {
  widgets: [
    {
      title: 'Key rates',
      kind: 'number',
      metrics: ['conversion', 'pspApproval', 'blockRate', 'abandonment', 'inconsistentRate'],
      width: 12,
    },
    {
      title: 'PSP approval rate over time',
      kind: 'line',
      metrics: ['pspApproval'],
      width: 12,
      withMarkers: true,
    },
    {
      title: 'Approval rate by PSP',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['psp'],
      top: 8,
      width: 12,
      withMarkers: true,
    },
    {
      title: 'Approval rate by method',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['providerType'],
      top: 6,
    },
    {
      title: 'Approval rate by country',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['userCountry'],
      top: 6,
    },
    {
      title: 'Approval rate by weekday and hour',
      kind: 'heatmap',
      metrics: ['pspApproval'],
      dimensions: ['weekday', 'hour'],
      width: 12,
    },
  ],
}
