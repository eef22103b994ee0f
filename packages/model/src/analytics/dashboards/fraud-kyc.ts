import type { Dashboard } from '../widget.ts'

export const fraudKyc: Dashboard = {
  widgets: [
    {
      title: 'Fraud and KYC rates',
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
      title: 'Deposits by fraud score and state',
      kind: 'heatmap',
      metrics: ['deposits'],
      dimensions: ['fraudBand', 'state'],
    },
    {
      title: 'Conversion and chargebacks by fraud score',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'chargebackRatio'],
      dimensions: ['fraudBand'],
    },
    {
      title: 'Results by rule',
      kind: 'table',
      metrics: ['deposits', 'blockRate', 'conversion'],
      dimensions: ['rule'],
      top: 25,
    },
    {
      title: 'Chargebacks by days after the deposit',
      kind: 'pareto',
      metrics: ['chargebacksFiled'],
      dimensions: ['age'],
    },
    {
      title: 'KYC pass rate',
      kind: 'line',
      metrics: ['kycPass'],
    },
  ],
}
