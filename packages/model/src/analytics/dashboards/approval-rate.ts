import type { Dashboard } from '../widget.ts'

export const approvalRate: Dashboard = {
  widgets: [
    {
      title: 'How many deposits succeed?',
      kind: 'number',
      metrics: ['conversion', 'pspApproval', 'blockRate', 'abandonment', 'inconsistentRate'],
      width: 12,
    },
    {
      title: 'How did the PSP approval rate change?',
      kind: 'line',
      metrics: ['pspApproval'],
      width: 12,
      withMarkers: true,
    },
    {
      title: 'Which PSP approves how much?',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['psp'],
      top: 8,
      width: 12,
      withMarkers: true,
    },
    {
      title: 'Which method?',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['providerType'],
      top: 6,
    },
    {
      title: 'Which country?',
      kind: 'multiples',
      metrics: ['pspApproval'],
      dimensions: ['userCountry'],
      top: 6,
    },
    {
      title: 'At which hour of the week?',
      kind: 'heatmap',
      metrics: ['pspApproval'],
      dimensions: ['weekday', 'hour'],
      width: 12,
    },
  ],
}
