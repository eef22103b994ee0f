import type { Dashboard } from '../widget.ts'

export const fraudKyc: Dashboard = {
  widgets: [
    {
      title: 'How safe is business?',
      kind: 'number',
      metrics: [
        'blockRate',
        'chargebacks',
        'chargebackValue',
        'chargebackRatio',
        'chargebackValueRatio',
        'refundRate',
      ],
      width: 12,
    },
    {
      title: 'How do deposits end, by fraud score?',
      kind: 'heatmap',
      metrics: ['deposits'],
      dimensions: ['fraudBand', 'state'],
    },
    {
      title: 'Does the score find bad payments?',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'chargebackRatio'],
      dimensions: ['fraudBand'],
    },
    {
      title: 'Which rules are hit?',
      kind: 'table',
      metrics: ['deposits', 'blockRate', 'conversion'],
      dimensions: ['rule'],
      top: 25,
    },
    {
      title: 'How many KYC checks pass?',
      kind: 'line',
      metrics: ['kycPass'],
    },
  ],
}
