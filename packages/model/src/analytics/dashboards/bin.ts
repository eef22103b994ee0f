import { cardProviderTypes } from '../../reference/transaction-types.ts'
import type { Dashboard } from '../widget.ts'

export const bin: Dashboard = {
  widgets: [
    {
      title: 'Approval rate by issuer and PSP',
      kind: 'heatmap',
      metrics: ['pspApproval'],
      dimensions: ['issuer', 'psp'],
      marksBest: true,
      filters: { providerType: [...cardProviderTypes] },
      top: 12,
      width: 12,
    },
    {
      title: 'Results by BIN',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'pspApproval', 'value'],
      dimensions: ['bin6', 'issuer'],
      filters: { providerType: [...cardProviderTypes] },
      top: 30,
      width: 12,
    },
    {
      title: 'Results by BIN of eight digits',
      kind: 'table',
      metrics: ['deposits', 'conversion', 'pspApproval', 'value'],
      dimensions: ['bin8', 'issuer'],
      filters: { providerType: [...cardProviderTypes] },
      top: 30,
      width: 12,
    },
    {
      title: 'Approval rate by card brand',
      kind: 'bar',
      metrics: ['pspApproval'],
      dimensions: ['cardBrand'],
      filters: { providerType: [...cardProviderTypes] },
      top: 8,
    },
    {
      title: 'Results by card type',
      kind: 'table',
      metrics: ['deposits', 'pspApproval', 'value'],
      dimensions: ['cardType'],
      filters: { providerType: [...cardProviderTypes] },
    },
  ],
}
